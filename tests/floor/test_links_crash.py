"""Killed at any write of a win, a void or a split, a link comes back as it was, and the command can be repeated."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from link_room import DORA, EVE, ROYAL, SUE, LinkRoom, stacked

from croupier.floor.audit.auditor import audit
from croupier.floor.links.control import Links
from croupier.floor.orders import parse_order
from croupier.jackpot.buttons import parse_button
from croupier.store.unit import StoreFailed

POINTS = ("begin", "entries", "transfers", "balances", "commit")


class Broken(Exception):
    """The machine died here."""


class Fuse:
    """A fault that strikes at one point, once."""

    def __init__(self) -> None:
        self.point: str | None = None

    def __call__(self, point: str) -> None:
        if point == self.point:
            self.point = None
            raise Broken(point)


def press(at: LinkRoom, who: object, button: str) -> None:
    at.links.press("T1", parse_button(button), who, f"the {button}")  # type: ignore[arg-type]


def win(at: LinkRoom) -> list[Callable[[], object]]:
    """Everything from the hand button to the end of the round, each under an id of its own."""
    steps: list[Callable[[], object]] = [lambda: press(at, DORA, "hand royal_flush_first_five")]
    steps += [lambda button=button: press(at, SUE, button) for button in ("key jph", "j-pot", "key run")]  # type: ignore[misc]
    steps.append(lambda: at.room.do("T1", parse_order("end"), DORA, command="the end"))
    return steps


def void(at: LinkRoom) -> list[Callable[[], object]]:
    return [
        lambda: at.links.split_pool("main"),
        lambda: at.room.do("T1", parse_order("void shuffler malfunction"), SUE, command="the void"),
    ]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("story", [win, void], ids=["win", "void"])
def test_a_crash_at_every_write(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    point: str,
    story: Callable[[LinkRoom], list[Callable[[], object]]],
) -> None:
    stacked(monkeypatch, {"T1-1": ROYAL})
    fuse = Fuse()
    at = LinkRoom(f"sqlite:///{tmp_path / 'room.db'}", fault=fuse)
    at.link_up()
    at.sit()
    at.bet("1")
    if story is win:
        at.play_out()
    else:
        at.do(DORA, "lock")
    for number in range(len(story(at))):
        before = at.money(), at.room.desk.link("main"), at.room.table("T1")
        fuse.point = point
        with suppress(StoreFailed):
            story(at)[number]()
        struck, fuse.point = fuse.point is None, None
        assert struck or point in ("transfers", "balances"), "only a step without money can pass there"
        at.restart()
        at.links = Links(at.room)
        after = at.money(), at.room.desk.link("main"), at.room.table("T1")
        if struck and point != "commit":
            assert after == before, "a half-finished command has not happened"
        story(at)[number]()
        assert audit(at.store).findings == ()
    (row,) = at.links.displays("main")
    assert row.cents == (1_000_015 if story is win else 1_000_000)
    assert at.room.table("T1").in_play is None
    assert at.links.check("main") is None
    at.links.stop("main", "done", EVE, "stop")
    at.store.close()
