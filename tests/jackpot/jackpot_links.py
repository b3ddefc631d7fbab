"""Links to test with, and people who press their buttons."""

from __future__ import annotations

from croupier.jackpot.buttons import Button
from croupier.jackpot.claim import LinkPerson, Rank
from croupier.jackpot.commands import Command, decide
from croupier.jackpot.events import Event
from croupier.jackpot.keypad import PressButton
from croupier.jackpot.link import Link, Win, evolve
from croupier.jackpot.meter import Fixed, Percentage
from croupier.jackpot.office.setup import JoinTable, OpenLink
from croupier.jackpot.terms import NAMED, Flow, LevelTerms, LinePay, LinkKind, LinkTerms

DORA = LinkPerson("dora", Rank.DEALER)
SAM = LinkPerson("sam", Rank.SUPERVISOR)
SUE = LinkPerson("sue", Rank.SUPERVISOR)
EVE = LinkPerson("eve", Rank.EXECUTIVE)

MAIN = LevelTerms(name="main", rate_bp=2_300, reserve_bp=500, seed=1_000_000)
KEYED = LinkTerms(
    game="uth",
    stake=100,
    levels=(MAIN,),
    lines=(
        LinePay("royal_flush_first_five", "main", Percentage(100)),
        LinePay("royal_flush", "main", Percentage(5)),
        LinePay("full_house", "main", Fixed(1_000)),
    ),
    flow=Flow.KEYED,
    paytable="UTH-P01",
)
CARD = LinkTerms(
    game="uth",
    stake=500,
    levels=(
        LevelTerms(name="mega", rate_bp=1_500, reserve_bp=300, seed=2_000_000),
        LevelTerms(name="major", rate_bp=700, reserve_bp=200, seed=500_000),
    ),
    lines=(
        LinePay("royal_flush", "mega", Percentage(100)),
        LinePay("straight_flush", "major", Percentage(100)),
    ),
    kind=LinkKind.MULTI_GAME,
    games=tuple(NAMED),
    flow=Flow.CARD,
    paytable="MGL-ML01",
    executive_above=1_000_000,
)
TABLES = ("T1", "T2", "T3")


def opened(terms: LinkTerms = KEYED, tables: tuple[str, ...] = TABLES) -> Link:
    """A link with these tables on it."""
    link = told(None, OpenLink(link="main", terms=terms, by=EVE, override="test"))
    for table in tables:
        link = told(link, JoinTable(table, "uth", SAM))
    return link


def told(link: Link | None, command: Command) -> Link:
    """The link after a command."""
    for event in decide(link, command):
        link = evolve(link, event)
    assert link is not None
    return link


def happened(link: Link | None, command: Command) -> tuple[Link, tuple[Event, ...]]:
    """The link after a command, and its events."""
    events = decide(link, command)
    for event in events:
        link = evolve(link, event)
    assert link is not None
    return link, events


def press(link: Link, button: Button, by: LinkPerson, *wins: Win, table: str = "T1", round: str = "T1-1") -> Link:
    """The link after a button at a table."""
    return told(link, PressButton(table=table, round=round, button=button, by=by, wins=wins))
