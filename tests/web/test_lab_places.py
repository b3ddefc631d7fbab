"""The lab's places: one visitor, under however many names, leaves enough of them to others and to quick questions."""

from __future__ import annotations

import contextvars
import multiprocessing
import socket
from urllib.parse import urlsplit

import pytest
from web_place import TIMEOUT_S, Place

from croupier.web.gate.network import asked_from
from croupier.web.lab.lanes import Lane, SlowLane
from croupier.web.lab.worker import MOST_OF_ONE_NETWORK, LabBusy, LabFailed, LabWorker


def test_networks_take_turns_so_that_nobody_waits_for_all_that_one_asks() -> None:
    lane = SlowLane()
    for number in range(1, 6):
        lane.put(number, "blind", f"a new name {number}", {}, "198.51.100.7")
    lane.put(6, "blind", "ann", {}, "2001:db8:1:2::/64")
    assert [lane.take()[0] for _ in range(6)] == [1, 6, 2, 3, 4, 5]


class StalledLab(LabWorker):
    """A lab that answers nothing: whatever is let in stays."""

    def __init__(self) -> None:
        super().__init__()
        self._pipe, self.asked = multiprocessing.Pipe()

    def _start_if_needed(self) -> None:
        pass


def test_one_visitor_under_many_names_does_not_close_the_lab(own_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    lab = StalledLab()
    monkeypatch.setattr(own_place.house.coach, "lab", lab)
    where = urlsplit(own_place.url)

    def ask(path: str, address: str) -> socket.socket:
        line = socket.create_connection((where.hostname, where.port), TIMEOUT_S, source_address=(address, 0))
        line.sendall(f"GET {path} HTTP/1.1\r\nhost: {where.netloc}\r\n\r\n".encode())
        return line

    def waiting(most: int) -> list[str]:
        """The networks of what is let in, as soon as there are so many."""
        return [lab.asked.recv()[3] for _ in range(most) if lab.asked.poll(TIMEOUT_S)]

    stranger, coach = "127.0.0.7", "/api/coach?game=three-card&own=AhKdQc"
    lines = [ask(coach, stranger) for _ in range(40)]
    assert waiting(MOST_OF_ONE_NETWORK) == [stranger] * MOST_OF_ONE_NETWORK
    lines.append(ask(coach, "127.0.0.1"))
    assert waiting(1) == ["127.0.0.1"], "the others of the forty were turned away, and this one was not"
    for question in lab._waiting.values():
        question.future.set_exception(LabFailed("it was never there"))
    for line in lines:
        line.close()


def test_places_are_kept_for_quick_questions_and_for_other_networks() -> None:
    lab = StalledLab()

    def let_in(network: str, lane: Lane, many: int) -> int:
        def ask() -> bool:
            asked_from(network)
            try:
                lab._send("study", lane, "", {})
            except LabBusy:
                return False
            return True

        return sum(contextvars.copy_context().run(ask) for _ in range(many))

    assert let_in("198.51.100.1", Lane.LONG, 50) == 4
    assert let_in("198.51.100.1", Lane.SLOW, 50) == 12
    assert let_in("198.51.100.1", Lane.QUICK, 50) == 0
    assert sum(let_in(f"198.51.100.{each}", Lane.SLOW, 50) for each in range(2, 4)) == 32
    assert let_in("198.51.100.8", Lane.SLOW, 1) == 1, "the first of a network, however much others ask"
    assert let_in("198.51.100.8", Lane.SLOW, 1) == 0
    assert let_in("203.0.113.1", Lane.QUICK, 50) == 15
    assert [let_in(f"203.0.113.{each}", Lane.QUICK, 2) for each in range(2, 9)] == [1] * 7
    assert sum(let_in(f"2001:db8:{each:x}::1", Lane.LONG, 2) for each in range(1, 300)) == 256 - 71, "and an end"
