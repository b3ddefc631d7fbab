"""A mock keypad: a link of its own, a table with wins on it, and the jackpot's own `decide` behind every key.

Nothing here is the house's: the meters are drawn, the people are four names, and no money moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.errors import Refused
from croupier.games import HOUSE_GAMES
from croupier.jackpot.buttons import Button, Confirm, GameOver, Hand, JPot, KeyToJph, KeyToRun, Seat, Swipe
from croupier.jackpot.claim import LinkPerson, Rank, Ready, SeatChosen, next_to_verify
from croupier.jackpot.commands import SplitWagers, decide
from croupier.jackpot.events import ClaimLogged, Event
from croupier.jackpot.keypad import PressButton, unclaimed
from croupier.jackpot.link import Link, Win, evolve
from croupier.jackpot.meter import Award, Fixed, Percentage
from croupier.jackpot.office.setup import JoinTable, OpenLink
from croupier.jackpot.terms import NAMED, Flow, LevelTerms, LinePay, LinkKind, LinkTerms
from croupier.money import DOLLAR, Cents
from croupier.rules.game import Game
from croupier.rules.paytables import FIRST_FIVE, For, Share, line_words, paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.school.draw import Draw
from croupier.values import replace

DORA = LinkPerson("Dora", Rank.DEALER)
SUE = LinkPerson("Sue", Rank.SUPERVISOR)
SAM = LinkPerson("Sam", Rank.SUPERVISOR)
EVE = LinkPerson("Eve", Rank.EXECUTIVE)
PEOPLE = (DORA, SUE, SAM, EVE)
TABLE, ROUND = "T1", "T1-1"
TABLES = {Flow.KEYED: ("UTH-P01",), Flow.CARD: ("UTH-P01", "MGL-01", "MGL-ML01", "MGL-ML03")}
_HAND = 5
_SEEDS = {"main": 5_000, "mega": 20_000, "major": 5_000, "minor": 1_000}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mock:
    """A keypad as it stands. `wins` are what the round's cards make, in the order in which they are paid (R38)."""

    link: Link
    wins: tuple[Win, ...]
    presser: LinkPerson = DORA
    over: bool = False
    awards: tuple[Award, ...] = ()

    @property
    def flow(self) -> Flow:
        return self.link.terms.flow

    @property
    def left(self) -> tuple[Win, ...]:
        """The wins that nobody has paid yet."""
        return unclaimed(self.link, TABLE, ROUND, self.wins)


_TOGETHER = (
    ("full_house", "full_house"),
    ("four_of_a_kind", "full_house"),
    ("full_house", "four_of_a_kind"),
    ("straight_flush", "straight_flush"),
    ("royal_flush", "straight_flush"),
)
"""What two seats can hold at once with one board, where fixed pays come off the meter too. Of royals there is one."""


def mock_terms(
    name: str,
    flow: Flow,
    executive_above: Cents | None = None,
    *,
    fixed_off_meter: bool = False,
    game: Game | None = None,
) -> LinkTerms:
    """A link that pays by this table, as a house would open it."""
    table = paytable(name, PROGRESSIVE)
    multi = table.cards == FIRST_FIVE
    rate = 2_000 // len(table.levels)
    lines = []
    for line, pay in table.pays.items():
        if isinstance(pay, Share):
            lines.append(LinePay(line, pay.level, Percentage(pay.percent)))
        elif isinstance(pay, For) and fixed_off_meter:
            lines.append(LinePay(line, table.levels[0], Fixed(pay.on(DOLLAR))))
    fixed = [pay.on(DOLLAR) for pay in table.pays.values() if isinstance(pay, For)]
    return LinkTerms(
        stake=DOLLAR,
        levels=tuple(
            LevelTerms(name=level, rate_bp=rate, reserve_bp=200, seed=_SEEDS[level] * DOLLAR) for level in table.levels
        ),
        lines=tuple(lines),
        kind=LinkKind.MULTI_GAME if multi else LinkKind.SAME_GAME,
        games=tuple(NAMED) if multi else (),
        flow=flow,
        game=(game or _game_at(name, multi)).key,
        paytable=name,
        executive_above=executive_above,
        all_pays_off_meter=fixed_off_meter,
        largest_fixed=max(fixed, default=0),
    )


def _game_at(name: str, multi: bool) -> Game:
    """What the table plays: on a Multi-Game Link a game of own hands, so that any two of them can win at once."""
    return next(
        game
        for game in HOUSE_GAMES
        if any(name in rules.tables.get(PROGRESSIVE, ()) for rules in game.rule_sets)
        and (not multi or (game.layout.own == _HAND and not game.layout.board))
    )


def drawn_mock(draw: Draw, flow: Flow) -> Mock:
    """A keypad at a table with one win or two, nothing pressed yet."""
    name = draw.pick(TABLES[flow])
    above = draw.pick((None, 10_000 * DOLLAR)) if flow is Flow.CARD else None
    multi = paytable(name, PROGRESSIVE).cards == FIRST_FIVE
    terms = mock_terms(name, flow, above, fixed_off_meter=not multi and draw.once_in(2))
    link = drawn_link(draw, terms)
    return Mock(link=link, wins=_drawn_wins(draw, terms), presser=SUE if draw.once_in(4) else DORA)


def drawn_link(draw: Draw, terms: LinkTerms) -> Link:
    """A link of these terms, with a table on it and some wagers in its meters."""
    link: Link | None = None
    for command in (
        OpenLink(link="school", terms=terms, by=SUE, override="a mock"),
        JoinTable(TABLE, terms.game, SUE),
        SplitWagers((1 + draw.below(50_000)) * DOLLAR + draw.below(100)),
    ):
        for event in decide(link, command):
            link = evolve(link, event)
    assert link is not None, "it has been opened"
    return link


def _drawn_wins(draw: Draw, terms: LinkTerms) -> tuple[Win, ...]:
    """One win or two, of hands that can be there together."""
    seats = draw.some((6, 5, 4, 3, 2, 1), 1 + draw.below(2))
    if len(seats) == 2 and terms.kind is LinkKind.SAME_GAME:
        if not terms.all_pays_off_meter:
            return (Win(seats[0], draw.pick(terms.lines).line),)
        first, second = draw.pick(_TOGETHER)
        return Win(seats[0], first), Win(seats[1], second)
    return tuple(Win(seat, draw.pick(terms.lines).line) for seat in seats)


def pressed(mock: Mock, who: LinkPerson, button: Button) -> Mock:
    """The keypad after a key, or the refusal that the house's own keypads give."""
    if mock.over:
        raise Refused("the game is over; the keypad waits for the next round")
    command = PressButton(table=TABLE, round=ROUND, button=button, by=who, wins=mock.wins)
    events: tuple[Event, ...] = decide(mock.link, command)
    link, awards = mock.link, mock.awards
    for event in events:
        link = evolve(link, event)
        if isinstance(event, ClaimLogged):
            awards = (*awards, event.award)
    return replace(mock, link=link, awards=awards, over=isinstance(button, GameOver))


def next_button(mock: Mock) -> Button:
    """The key with which the wins of this round go on towards being paid, and the game to its end."""
    pad, left = mock.link.pad(TABLE), mock.left
    match pad:
        case Ready() | SeatChosen() if not left:
            return GameOver()
        case Ready():
            return Hand(left[0].line) if mock.flow is Flow.KEYED else Seat(left[0].seat)
        case SeatChosen(seat):
            return Hand(left[0].line) if seat == left[0].seat else Seat(left[0].seat)
        case _:
            return next_to_verify(mock.flow, pad)


def presser_of(mock: Mock, button: Button) -> LinkPerson:
    """Somebody who may press it: who deals, or for what verifies the first who is let."""
    if isinstance(button, Hand | Seat | GameOver):
        return mock.presser
    for person in (SAM, EVE):
        try:
            pressed(mock, person, button)
        except Refused:
            continue
        return person
    raise Refused(f"nobody here may press {button}")


def keys(mock: Mock) -> tuple[Button, ...]:
    """Every key that this keypad has."""
    hands = tuple(Hand(pay.line) for pay in mock.link.terms.lines)
    if mock.flow is Flow.KEYED:
        return (*hands, KeyToJph(), JPot(), KeyToRun(), GameOver())
    return (*(Seat(number) for number in range(1, 7)), *hands, Confirm(), Swipe(), GameOver())


def label(flow: Flow, button: Button) -> str:
    """What stands on a key, in the words of the manuals."""
    match button:
        case Hand(line):
            return line_words(line).upper()
        case Seat(number):
            return f"SEAT {number}"
        case KeyToJph():
            return "KEY TO JPH"
        case JPot():
            return "J-POT"
        case KeyToRun():
            return "KEY TO RUN"
        case Confirm():
            return "CONFIRM"
        case Swipe():
            return "SWIPE CARD"
        case GameOver():
            return "GAME OVER" if flow is Flow.KEYED else "END GAME"
        case _:
            return str(button).upper()


def person_words(person: LinkPerson) -> str:
    """A person with the rank that their key or card has."""
    return f"{person.name}, {person.rank.value}"


def walked(mock: Mock, steps: Sequence[tuple[LinkPerson, Button]]) -> Mock:
    """The keypad after these keys, pressed one after another."""
    for who, button in steps:
        mock = pressed(mock, who, button)
    return mock


def right_way(mock: Mock) -> tuple[tuple[LinkPerson, Button], ...]:
    """Every key up to the end of the game, as it should be pressed."""
    way: list[tuple[LinkPerson, Button]] = []
    while not mock.over:
        button = next_button(mock)
        who = presser_of(mock, button)
        way.append((who, button))
        mock = pressed(mock, who, button)
    return tuple(way)
