"""A whole table to settle. Its facts say all that the house chooses, so there is one right order of acts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from croupier.errors import Refused
from croupier.jackpot.buttons import Button, Hand
from croupier.jackpot.link import Win
from croupier.jackpot.terms import Flow
from croupier.money import dollars
from croupier.rules.collection import Schedule
from croupier.rules.events import MeterWon
from croupier.rules.game import Game
from croupier.rules.paytables import FIRST_FIVE
from croupier.rules.plan import RIGHT_TO_LEFT, plan
from croupier.rules.round import Round
from croupier.rules.seat import SEATS
from croupier.rules.wagers import ENVY, PROGRESSIVE, Placed
from croupier.school.acts import DealerAct
from croupier.school.draw import Draw
from croupier.school.keypad import Mock, drawn_link, keys, label, mock_terms
from croupier.school.makers import linking, settling
from croupier.school.question import Acts, FeltSpot, Picture
from croupier.school.rounds import layout_picture, winnable
from croupier.school.settlement.readings import call_options, places
from croupier.school.settlement.steps import OPENING, VERIFIED_FROM, SettlementStep, passes
from croupier.values import replace


class TableKind(Enum):
    """Who banks a table that is settled, and whether it is on a link."""

    HOUSE = "house"
    LINK = "link"
    BANK = "bank"

    @property
    def words(self) -> str:
        """The kind as a learner chooses it."""
        return {"house": "the house banks", "link": "with a progressive", "bank": "a player banks"}[self.value]


def kinds_of(game: Game) -> tuple[TableKind, ...]:
    """The kinds of table that a game can be dealt at."""
    there = {TableKind.HOUSE: True, TableKind.LINK: linking.joins_links(game)}
    return tuple(kind for kind in TableKind if there.get(kind, settling.california(game) is not None))


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillTable:
    """A table to settle: its round at the showdown, its keypad where it is on a link, and the acts in order.

    `passes` are the acts by seat and pass, as they belong together; `steps` are all of them.
    """

    round: Round
    pad: Mock | None
    passes: tuple[tuple[SettlementStep, ...], ...]
    calls: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def steps(self) -> tuple[SettlementStep, ...]:
        return tuple(step for group in self.passes for step in group)

    @property
    def acts(self) -> tuple[DealerAct, ...]:
        """What a right dealer does, in order."""
        return tuple(step.act for step in self.steps)

    @property
    def asks(self) -> Acts:
        """The table as a learner handles it."""
        bank = self.round.bank
        seats = [(seat.number, _spots(self.round, seat.number)) for seat in self.round.seats]
        return Acts(
            seats=tuple(sorted(seats if bank is None else [*seats, (bank.seat, ())])),
            calls=self.calls,
            keys=() if self.pad is None else _keys(self.round, self.pad),
            opens=self.pad is not None or bank is not None,
        )

    @property
    def picture(self) -> Picture:
        """What lies there, and everything that the house has chosen."""
        return layout_picture(self.round, _facts(self.round, self.pad))


def drawn_table(game: Game, draw: Draw, kind: TableKind) -> DrillTable:
    """A table of some seats, at least one of which has not folded."""
    if kind not in kinds_of(game):
        there = ", ".join(each.value for each in kinds_of(game))
        raise Refused(f"no table {kind.value!r} of {game.name}; want one of {there}")
    round = _drawn_round(game, draw, kind)
    while all(seat.folded for seat in round.seats):
        round = _drawn_round(game, draw, kind)
    if kind is not TableKind.BANK:
        round = _in_house_order(draw, round)
    pad = _drawn_pad(draw, round) if kind is TableKind.LINK else None
    return table_of(round, pad, draw)


def table_of(round: Round, pad: Mock | None, draw: Draw) -> DrillTable:
    """The drill of a round at the showdown."""
    calls = tuple((place, call_options(round, place, draw)) for place in places(round))
    return DrillTable(round=round, pad=pad, passes=tuple(passes(round, pad)), calls=calls)


def _drawn_round(game: Game, draw: Draw, kind: TableKind) -> Round:
    match kind:
        case TableKind.HOUSE:
            return settling.drawn_layout(game, draw, 2, 3, fails=draw.once_in(2))
        case TableKind.LINK:
            return linking.linked(game, draw, multi=draw.once_in(2), most=3)
        case TableKind.BANK:
            return settling.drawn_banked(game, draw)


def _in_house_order(draw: Draw, round: Round) -> Round:
    """R5: the house may choose another order of seats, and of the bets within a seat. A drill says which."""
    bets = tuple(spot.key for spot in round.game.spots if spot.key != ENVY)
    order = draw.pick((None, None, None, SEATS, (3, 2, 1, 6, 5, 4)))
    chosen = tuple(draw.shuffled(bets)) if draw.once_in(4) else bets
    return replace(round, terms=replace(round.terms, settling_order=order, bet_order=chosen))


def _drawn_pad(draw: Draw, round: Round) -> Mock:
    table = round.terms.table(PROGRESSIVE)
    flow = Flow.CARD if table.cards == FIRST_FIVE else draw.pick(tuple(Flow))
    link = drawn_link(draw, mock_terms(table.name, flow, game=round.game))
    wins = tuple(Win(event.seat, event.line) for event in plan(round) if isinstance(event, MeterWon))
    return Mock(link=link, wins=wins)


def _spots(round: Round, number: int) -> tuple[FeltSpot, ...]:
    """What lies before a seat or may be won there, in the order of the felt."""
    game, seat = round.game, round.seat(number)
    assert seat is not None, "a seat of the round"
    there = set(winnable(game, seat)) | ({ENVY} if PROGRESSIVE in seat.stakes else set())
    return tuple(
        FeltSpot(spot.key, spot.felt, seat.on(spot.key), spot.placed is Placed.BEFORE)
        for spot in game.spots
        if spot.key in there
    )


def _keys(round: Round, pad: Mock) -> tuple[tuple[str, str], ...]:
    """Every key of the pad: those of the manuals, and a button for each hand of the posted table (R44)."""
    meters = {str(button): label(pad.flow, button) for button in keys(pad)}
    tray: Iterable[Button] = (Hand(line) for line in round.terms.table(PROGRESSIVE).pays)
    hands = {str(button): label(pad.flow, button) for button in tray}
    return (OPENING[pad.flow], *(hands | meters).items())


def _facts(round: Round, pad: Mock | None) -> tuple[tuple[str, str], ...]:
    at = round.terms
    spots = [spot for seat in round.seats for spot in _spots(round, seat.number)]
    felts = {spot.key: spot.felt for spot in spots}
    if round.bank is None:
        order = at.bet_order or tuple(felts)
        seats = " ".join(map(str, at.settling_order or RIGHT_TO_LEFT))
    else:
        order = tuple(spot for spot in (*(rule.spot for rule in at.game.bets), *at.game.side_bet))
        seats = f"clockwise after seat {round.bank.seat}, what folds lost first"
    told = [("Seats", seats), ("Bets of a seat", ", ".join(felts[spot] for spot in order if spot in felts))]
    if pad is not None:
        told += [
            ("Keypad", "with keys (Game Manager)" if pad.flow is Flow.KEYED else "with cards (Nexus Command)"),
            ("Fixed pays", f"from the tray; from {dollars(VERIFIED_FROM)} verified first"),
            ("Meter pays", "claimed after all seats and envy, 6 to 1"),
        ]
    if round.bank is not None:
        schedule = "schedule 1" if at.collection is Schedule.ONE else "schedule 2"
        told += [*settling.bank_facts(round), ("Collection", f"{schedule}, the bank's first, then from seat 1")]
    return tuple(told)
