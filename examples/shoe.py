"""A simulated shoe: it shuffles a deck for every round and reports each card that comes out (R58).

The table deals real cards (`cards` = `felt`), and the shoe is registered there as a card reader:

    croupier device register shoe-1 --kind card-reader --table T1 --by sam
    python examples/shoe.py --at http://localhost:8000 --key shoe-1.3f… --rounds 10

The dealer opens, enters bets, locks, deals and presses the steps on the keypad; the cards come from here.
`--misread N` reads one card wrong in every N-th round, so that there is something for a supervisor to look at.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from croupier.cards import DECK
from croupier.client import Declined, Device


class Shoe:
    """A reader in a shoe. It knows the deck of the round in play and nothing else."""

    def __init__(self, device: Device, chance: Random, misread: int = 0) -> None:
        self.device = device
        self.chance = chance
        self.misread = misread
        self.round = ""
        self.deck = list(DECK)
        self.rounds = 0

    def step(self) -> bool:
        """Report the cards that are out and not known yet; whether there was anything to report."""
        seen = self.device.look()
        if seen["round"] is not None and seen["round"] != self.round:
            self.round, self.rounds = seen["round"], self.rounds + 1
            self.deck = self.chance.sample(DECK, len(DECK))
            if self.misread and self.rounds % self.misread == 0:
                self.deck[1] = self.deck[0]
        reported = False
        while seen["next_out"] is not None and not seen["frozen"]:
            number = seen["next_out"]
            # The id is made of what is reported: whoever has lost an answer sends the same once more.
            command = f"{self.round.replace('.', '_')}-out-{number}"
            card = str(self.deck[number - 1])
            seen = self.device.report("out", self.round, command=command, number=number, cards=card)
            reported = True
            if seen["next_out"] == number:  # it was not taken: somebody looks at it, or enters it by hand
                break
        return reported


def main() -> None:
    """Follow the table, round by round."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--at", required=True, help="the server's address")
    ask.add_argument("--key", required=True, help="the device's key")
    ask.add_argument("--rounds", type=int, default=0, help="stop after so many; 0: never")
    ask.add_argument("--seed", type=int, default=None)
    ask.add_argument("--misread", type=int, default=0)
    ask.add_argument("--every", type=float, default=0.5, help="seconds between two looks")
    given = ask.parse_args()
    shoe = Shoe(Device(given.at, given.key), Random(given.seed), given.misread)
    while not given.rounds or shoe.rounds < given.rounds or shoe.device.look()["round"] == shoe.round:
        try:
            if shoe.step():
                print(f"{shoe.round}: reported", flush=True)
        except Declined as refused:  # no cards are out yet, or it goes too fast
            print(f"{shoe.round}: {refused}", flush=True)
        except ConnectionError as lost:
            print(lost, flush=True)
        time.sleep(given.every)


if __name__ == "__main__":
    main()
