"""A simulated sensor rail: it reports on which seats a chip for the progressive lies (R33, R58).

The table is on a link and deals real cards, and the rail is registered there:

    croupier device register rail-1 --kind sensor-rail --table T1 --by sam
    python examples/sensor_rail.py --at http://localhost:8000 --key rail-1.9a… --chips 3,5

While bets are open it says of every seat what its sensor says, until the table agrees; then the dealer locks, and the
wagers are accepted. `--late 4` puts a chip on that seat after the lock, which a supervisor has to look at.
"""

from __future__ import annotations

import argparse
import time

from croupier.client import Declined, Device


class SensorRail:
    """Six sensors, of which it knows whether a chip lies there."""

    def __init__(self, device: Device, chips: set[int], late: int = 0) -> None:
        self.device = device
        self.chips = chips
        self.late = late
        self.rounds: set[str] = set()

    def step(self) -> bool:
        """Report every sensor about which the table knows otherwise; whether there was one."""
        seen = self.device.look()
        if seen["round"] is None:
            return False
        self.rounds.add(seen["round"])
        if seen["stage"] != "betting":
            return self._comes_late(seen)
        # A chip before its seat's bets is reported when the dealer has entered them.
        wrong = [sensor["seat"] for sensor in seen["sensors"] if sensor["chip"] != (sensor["seat"] in self.chips)]
        for seat in wrong:
            self.device.report("chip", seen["round"], seat=seat, present=seat in self.chips)
        return bool(wrong)

    def _comes_late(self, seen: dict[str, object]) -> bool:
        if not self.late or seen["frozen"]:
            return False
        seat, self.late = self.late, 0
        self.device.report("chip", str(seen["round"]), seat=seat, present=True)
        return True


def main() -> None:
    """Watch the sensors, round by round."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--at", required=True, help="the server's address")
    ask.add_argument("--key", required=True, help="the device's key")
    ask.add_argument("--chips", default="", help="seats whose players put a chip down every round, such as 3,5")
    ask.add_argument("--late", type=int, default=0)
    ask.add_argument("--rounds", type=int, default=0, help="stop after so many; 0: never")
    ask.add_argument("--every", type=float, default=0.5, help="seconds between two looks")
    given = ask.parse_args()
    chips = {int(seat) for seat in given.chips.split(",") if seat}
    rail = SensorRail(Device(given.at, given.key), chips, given.late)
    while not given.rounds or len(rail.rounds) < given.rounds or rail.device.look()["round"] is not None:
        try:
            if rail.step():
                print("reported", flush=True)
        except Declined as refused:
            print(refused, flush=True)
        except ConnectionError as lost:
            print(lost, flush=True)
        time.sleep(given.every)


if __name__ == "__main__":
    main()
