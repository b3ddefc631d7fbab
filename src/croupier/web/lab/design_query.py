"""A pay table's design in the query of an address: `table=BLIND&pay=flush:2 to 1`, and how a progressive is run.

`table` is the approved table that a design starts from; `pay=flush:2 to 1` changes a line, `pay=flush:` takes it off;
`envy=royal_flush:500` and `meter=main:25,000` likewise. A refusal says which line it is about, and why.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Any, TypeAlias

from fastapi import Depends, Query

from croupier.cards import parse_cards
from croupier.games import GAMES
from croupier.games.uth import BLIND, UTH
from croupier.lab.bets.designs import BadDesign, design, toml_text
from croupier.lab.bets.examples import example_level
from croupier.lab.capabilities import counted_game, is_countable, priced_bets
from croupier.money import NotAnAmount, NotAPercentage, parse_basis_points, parse_dollars
from croupier.rules.game import Game
from croupier.rules.paytables import LEVELS, Paytable, names, paytable
from croupier.web.lab.models import LabLevel

# Figures to begin with, where nobody has given any.
EXAMPLES = {name: LabLevel(level=name, **asdict(example_level(name))) for name in LEVELS}
_LONGEST = 64
_MOST_LINES = 24

LineChanges: TypeAlias = Annotated[
    list[Annotated[str, Query(max_length=_LONGEST)]], Query(max_length=_MOST_LINES, default_factory=list)
]


class NotAnApprovedTable(BadDesign):
    """A table to start from that nobody has approved."""

    def __init__(self, name: str) -> None:
        every = ", ".join(one for bet in priced_bets() for one in names(bet))
        super().__init__(f"no approved pay table {name!r}; there are {every}")


@dataclass(frozen=True, slots=True)
class DesignedTable:
    """The table that an address describes, and the approved one it starts from."""

    table: Paytable
    approved: Paytable


@dataclass(frozen=True, slots=True)
class ProgressiveTerms:
    """How a progressive is run, in the form that the worker takes."""

    stake: int
    levels: dict[str, tuple[int, int, int, int]]
    players: int
    tax_bp: int
    fixed_off_meter: bool
    folded: bool
    game: str

    def plain(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def _designed(
    *,
    table: Annotated[str, Query(max_length=_LONGEST)] = "BLIND",
    pay: LineChanges,
    envy: LineChanges,
    name: Annotated[str, Query(max_length=_LONGEST)] = "",
) -> DesignedTable:
    base = next((paytable(one, bet) for bet in priced_bets() for one in names(bet) if one == table), None)
    if base is None:
        raise NotAnApprovedTable(table)
    return DesignedTable(design(base, _by_line(pay, "pay"), _by_line(envy, "envy"), name), base)


def base_games() -> dict[str, Game]:
    """The games that the lab can solve, by the pay tables of their base bets."""
    return {bet: game for game in GAMES.values() if is_countable(game) for bet in game.base_tables}


def _blind(designed: Annotated[DesignedTable, Depends(_designed)]) -> DesignedTable:
    if designed.table.bet != BLIND:
        raise BadDesign(f"{designed.approved.name} is a {designed.table.bet} table; decisions depend on the Blind")
    return designed


@dataclass(frozen=True, slots=True)
class BaseGame:
    """The base game that an address asks about, with the pay table that it designs, if the game has one."""

    game: Game
    designed: DesignedTable | None

    @property
    def name(self) -> str:
        """The name of its answers and files."""
        return self.game.name if self.designed is None else self.designed.table.name

    def texts(self) -> dict[str, Any]:
        """The question in the form that the worker takes; the texts of tables are empty where a game has none."""
        table, approved = (None, None) if self.designed is None else (self.designed.table, self.designed.approved)
        spelled = {"table": table, "approved": approved}
        return {"game": self.game.key} | {name: toml_text(one) if one else "" for name, one in spelled.items()}


def _base(
    *,
    game: Annotated[str, Query(max_length=_LONGEST)] = "",
    table: Annotated[str, Query(max_length=_LONGEST)] = "",
    pay: LineChanges,
    name: Annotated[str, Query(max_length=_LONGEST)] = "",
) -> BaseGame:
    """The game of the address. Where only a table is named, it is that table's game; where only a game, its first
    table."""
    if not table and game:
        played = counted_game(game)
        named = [one for bet in played.base_tables for one in played.rule_sets[0].tables[bet]]
        if not named and pay:
            raise BadDesign(f"{played.name} has no pay table of its base bets; leave pay out")
        if not named:
            return BaseGame(played, None)
        table = named[0]
    designed = _designed(table=table or "BLIND", pay=pay, envy=[], name=name)
    owner = base_games().get(designed.table.bet)
    if owner is None:
        raise BadDesign(
            f"{designed.approved.name} is a {designed.table.bet} table, on which no decision depends; "
            f"want one of {', '.join(base_games())}"
        )
    if game and owner.key != game:
        raise BadDesign(f"{designed.approved.name} is a table of {owner.name}; leave game out, or name its own")
    return BaseGame(owner, designed)


def _terms(
    *,
    game: Annotated[str, Query(max_length=_LONGEST)] = UTH.key,
    stake: Annotated[str, Query(max_length=20)] = "1",
    meter: LineChanges,
    seed: LineChanges,
    contribution: LineChanges,
    reserve: LineChanges,
    players: Annotated[int, Query(ge=1, le=6)] = 1,
    tax: Annotated[str, Query(max_length=20)] = "0",
    off_meter: bool = False,
    folded: bool = False,
) -> ProgressiveTerms:
    changes = {
        "meter": _by_line(meter, "meter"),
        "seed": _by_line(seed, "seed"),
        "contribution": _by_line(contribution, "contribution"),
        "reserve": _by_line(reserve, "reserve"),
    }
    levels = {}
    for level, example in EXAMPLES.items():
        figures = {key: texts.get(level) or getattr(example, key) for key, texts in changes.items()}
        levels[level] = (
            _amount(figures["meter"], f"{level} meter"),
            _amount(figures["seed"], f"{level} seed"),
            _basis_points(figures["contribution"], f"{level} contribution"),
            _basis_points(figures["reserve"], f"{level} reserve"),
        )
    unknown = [level for texts in changes.values() for level in texts if level not in LEVELS]
    if unknown:
        raise BadDesign(f"there is no {unknown[0]!r} meter; want {', '.join(LEVELS)}")
    cents = _amount(stake, "stake")
    if not 1 <= cents <= 100_000_00:
        raise BadDesign(f"a stake of {stake!r} cannot be bet; want $0.01 to $100,000", "stake")
    points = _basis_points(tax, "tax")
    if points > 9_900:
        raise BadDesign(f"a tax of {tax} % leaves nothing; want 0 to 99 %", "tax")
    return ProgressiveTerms(cents, levels, players, points, off_meter, folded, counted_game(game).key)


Design: TypeAlias = Annotated[DesignedTable, Depends(_designed)]
BlindDesign: TypeAlias = Annotated[DesignedTable, Depends(_blind)]
BaseDesign: TypeAlias = Annotated[BaseGame, Depends(_base)]
ProgressiveDesign: TypeAlias = Annotated[ProgressiveTerms, Depends(_terms)]


def _by_line(texts: list[str], what: str) -> dict[str, str]:
    changes = {}
    for text in texts:
        line, colon, value = text.partition(":")
        if not colon:
            raise BadDesign(f"{what}={text!r}: want a line and what it gets, such as {what}=flush:2 to 1")
        changes[line] = value.strip()
    return changes


def _amount(text: str, what: str) -> int:
    try:
        cents = parse_dollars(text)
    except NotAnAmount as error:
        raise BadDesign(f"{what}: {error}", what) from None
    if cents > 1_000_000_000_00:
        raise BadDesign(f"{what}: {text!r} is more than any meter holds; want up to $1,000,000,000", what)
    return cents


def _basis_points(text: str, what: str) -> int:
    """A percentage from 0 to 100, such as `12.5`, in basis points."""
    try:
        points = parse_basis_points(text)
    except NotAPercentage as error:
        raise BadDesign(f"{what}: {error}", what) from None
    if points > 10_000:
        raise BadDesign(f"{what}: {text!r} is more than all of it; want 0 to 100", what)
    return points


class HoleCardsQuery:
    """The cards of a question about Ultimate Texas Hold'em, as they are typed: `AsKh`, `As Kh`, or nothing."""

    def __init__(
        self,
        hole: Annotated[str, Query(max_length=_LONGEST)],
        board: Annotated[str, Query(max_length=_LONGEST)] = "",
    ) -> None:
        parse_cards(hole), parse_cards(board)
        self.plain: dict[str, Any] = {"own": hole, "board": board, "up": "", "seen": "", "down": None}


class HandQuery:
    """The cards of a question about any game: those of the player, of the board, the dealer's, and others'."""

    def __init__(
        self,
        own: Annotated[str, Query(max_length=_LONGEST)],
        board: Annotated[str, Query(max_length=_LONGEST)] = "",
        up: Annotated[str, Query(max_length=_LONGEST)] = "",
        seen: Annotated[str, Query(max_length=2 * _LONGEST)] = "",
        down: Annotated[int | None, Query(ge=1, le=99)] = None,
    ) -> None:
        for text in (own, board, up, seen):
            parse_cards(text)
        self.plain: dict[str, Any] = {"own": own, "board": board, "up": up, "seen": seen, "down": down}


HoleCards: TypeAlias = Annotated[HoleCardsQuery, Depends(HoleCardsQuery)]
HandCards: TypeAlias = Annotated[HandQuery, Depends(HandQuery)]
