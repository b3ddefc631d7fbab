"""Several people at one claim at once, on one server and on two: one of them pays it, the others are told why not."""

from __future__ import annotations

import itertools
import random
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from link_room import CARD, DORA, EVE, KEYED, STAN, SUE, TWO_STRAIGHT_FLUSHES, LinkRoom, Links, stacked

import croupier.web
from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.roles import Person
from croupier.jackpot.buttons import parse_button


@pytest.fixture
def at(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[LinkRoom]:
    stacked(monkeypatch, {}, TWO_STRAIGHT_FLUSHES)
    room = LinkRoom(url)
    yield room
    room.store.close()


@pytest.fixture
def beside(at: LinkRoom) -> Iterator[LinkRoom]:
    """Another server on the same record."""
    other = LinkRoom(at.url, now=at.now + 1_000, _ids=itertools.count(1_000))
    other.links = Links(other.room)
    yield other
    other.store.close()


def at_once(*works: Callable[[], object]) -> Counter[str]:
    """Do all of these at the same moment; how many were done and how many refused. Nothing else may come of it."""
    came: Counter[str] = Counter()
    start = threading.Barrier(len(works))

    def one(work: Callable[[], object]) -> None:
        start.wait()
        try:
            work()
        except Refused:
            came["refused"] += 1
        except BaseException as error:
            came[repr(error)] += 1
        else:
            came["done"] += 1

    threads = [threading.Thread(target=one, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came


def pressing(room: LinkRoom, who: Person, words: str, command: str) -> Callable[[], object]:
    def press() -> object:
        room.room.reload("T1")  # as a server does whose table another one runs
        return room.links.press("T1", parse_button(words), who, command)

    return press


def test_a_win_is_paid_once_however_many_verify_it_at_once(at: LinkRoom, beside: LinkRoom) -> None:
    at.link_up(CARD)
    at.sit()
    at.bet("5")
    at.play_out()
    chance = random.Random(1)
    for turn in range(3):
        win = at.room.reload("T1").unpaid[0]
        for words in (f"seat {win.seat}", f"hand {win.line}"):
            pressing(at, DORA, words, f"{turn}/{words}")()
        rooms = [(room, who) for room in (at, beside) for who in (SUE, STAN)]
        came = at_once(*(pressing(room, who, "confirm", f"{turn}/{who.name}/{room is at}") for room, who in rooms))
        assert (came["done"], came.total()) == (1, 4), came
        other = "refuse look again" if turn == 0 else "swipe"
        last = [(words, EVE if words == "swipe" else SUE) for words in (other, "swipe", other, "swipe")]
        chance.shuffle(last)
        came = at_once(
            *(
                pressing((at, beside)[number % 2], who, words, f"{turn}/{number}")
                for number, (words, who) in enumerate(last)
            )
        )
        assert came["done"] == 1, came
        assert came["refused"] == 3, came
        if not at.room.reload("T1").unpaid:
            break
    while unpaid := at.room.reload("T1").unpaid:
        at.press(DORA, f"seat {unpaid[0].seat}", f"hand {unpaid[0].line}")
        at.press(SUE, "confirm")
        at.press(EVE, "swipe")
    at.do(DORA, "end")
    assert audit(at.store).findings == ()


def test_one_request_sent_several_times_at_once_is_one_press(at: LinkRoom, beside: LinkRoom) -> None:
    at.link_up(CARD)
    at.sit()
    at.bet("5")
    at.play_out()
    win = at.room.reload("T1").unpaid[0]
    for who, words in ((DORA, f"seat {win.seat}"), (DORA, f"hand {win.line}"), (SUE, "confirm"), (EVE, "swipe")):
        came = at_once(*(pressing(room, who, words, words) for room in (at, beside, at, beside)))
        assert came == {"done": 4}, came
    assert len(at.room.reload("T1").paid) == 1
    assert audit(at.store).findings == ()


def test_no_button_is_pressed_for_a_round_that_another_server_has_voided(at: LinkRoom, beside: LinkRoom) -> None:
    """The server that takes the button has looked at the table a moment before, and not since."""
    at.link_up(CARD)
    at.sit()
    at.bet("5")
    at.play_out()
    win = beside.room.reload("T1").unpaid[0]
    beside.press(DORA, f"seat {win.seat}")
    at.do(SUE, "void misdeal")
    with pytest.raises(Refused):
        beside.press(DORA, f"hand {win.line}")
    assert not at.room.desk.link("main").claims
    assert audit(at.store).findings == ()


def test_a_lock_on_one_server_is_on_the_display_of_another_at_once(at: LinkRoom, beside: LinkRoom) -> None:
    at.link_up(KEYED)
    at.sit()
    before = beside.links.displays("main")[0].cents
    at.bet("1")
    assert beside.links.displays("main")[0].cents == before
    at.do(DORA, "lock")
    assert beside.links.displays("main")[0].cents == at.links.displays("main")[0].cents == before + 69


def test_a_display_asks_again_well_within_thirty_seconds() -> None:
    script = Path(croupier.web.__file__).parent / "static" / "links" / "display.js"
    waits = [int(wait) for wait in re.findall(r"setTimeout\(look, (\d+)\)", script.read_text(encoding="utf-8"))]
    assert waits
    assert max(waits) <= 3_000
