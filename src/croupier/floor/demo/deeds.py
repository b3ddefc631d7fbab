"""What the people of the demonstration do next at a table: they sit down, bet, decide, deal, enter the cards that lie
on their felt, and press the buttons of a win. What they do is what people could do there, in the same orders."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final, TypeAlias

from croupier.cards import Cards, parse_cards
from croupier.fair.commitment import deck_of
from croupier.floor.dealer import lit_step
from croupier.floor.demo.cast import DEALER, LOOKS, SUPERVISOR, WINNER, DemoTable
from croupier.floor.demo.looks import LOOKED
from croupier.floor.links.hand_buttons import PressTrayWin, VerifyTrayWin
from croupier.floor.orders import BySeated, ForSeat, NameSeat, Order, Sit
from croupier.floor.practice import company_decision, company_stakes
from croupier.floor.roles import Person, Role
from croupier.floor.staffing import SeatDealer
from croupier.floor.table import DealtBy, Table
from croupier.jackpot.buttons import Button, Confirm, Hand, Seat, Swipe
from croupier.jackpot.claim import Confirmed, Pad, Pressed, SeatChosen
from croupier.rules.actions import Action, parse_action
from croupier.rules.commands import EnterCards, PlaceBets
from croupier.rules.deal import deal
from croupier.rules.real_cards import cards_due
from croupier.rules.round import BOARD, Round, Stage, due_seats, lying_at, place_of, visible_board
from croupier.rules.round import DEALER as DEALERS_PLACE
from croupier.rules.steps import SETTLE, SETTLE_NEXT
from croupier.rules.wagers import PROGRESSIVE, Stakes

Deed: TypeAlias = tuple[Order | Button, Person]
SEED: Final = "a demonstration"
JACKPOT_OWN: Final = "9s 8s"
JACKPOT_BOARD: Final = "7s 6s 5s Kd 2c"
"""A straight flush in the first five cards."""


def next_deed(table: Table, cast: DemoTable, jackpot: frozenset[str] = frozenset()) -> Deed | None:
    """What somebody of the demonstration does next at a table; nothing where it waits for others. `jackpot` has the
    rounds of the table with real cards in which a jackpot lies on its felt."""
    if table.settings.dealt_by is DealtBy.PERSON and table.dealer is None:
        return SeatDealer(DEALER.name), DEALER
    if table.real_cards and not _deals(table):
        return None  # a visitor has taken it over, and enters everything
    round = table.in_play
    if round is None or round.stage is Stage.BETTING:
        for seat, name in cast.seats.items():
            if seat in table.free_seats:
                return _does(table, Sit(seat), seat, name)
    if round is not None and round.stage is Stage.BETTING:
        for sitting in table.sittings:
            if _plays(cast, sitting.seat, sitting.player) and not sitting.left and not table.has_wagers(sitting.seat):
                return _does(table, PlaceBets(_stakes(table)), sitting.seat, sitting.player)
    if round is not None:
        lying = _lying(round, cast, round.id in jackpot) if table.real_cards and round.deal is not None else {}
        if lying and (due := cards_due(round)) is not None:
            known = len(lying_at(round, due.place))
            return EnterCards(lying[due.place][known : known + due.number]), DEALER
        for seat in due_seats(round):
            if _plays(cast, seat, table.player_at(seat)):
                return _does(table, _decision(round, cast, seat, lying), seat, table.player_at(seat))
    return _key(table) if _deals(table) else None


def next_button(table: Table, pad: Pad) -> Deed | None:
    """The button that is pressed next for a win of the link: a dealer's, where a person deals, or a supervisor's."""
    win = table.unpaid[0]
    match pad:
        case Pressed():
            return Confirm(), SUPERVISOR
        case Confirmed():
            return Swipe(), SUPERVISOR
        case SeatChosen(seat) if seat == win.seat and _deals(table):
            return Hand(win.line), DEALER
        case _ if _deals(table):
            return Seat(win.seat), DEALER
    return None  # the automatic dealer presses it, or a visitor


def _plays(cast: DemoTable, seat: int, player: str) -> bool:
    return cast.seats.get(seat) == player


def _does(table: Table, order: Sit | BySeated, seat: int, player: str) -> Deed:
    """A player does it; where the chips are real, the dealer enters it for them (R58)."""
    if not table.real_cards:
        return order, Person(player, Role.PLAYER)
    return ForSeat(seat, NameSeat(player) if isinstance(order, Sit) else order), DEALER


def _deals(table: Table) -> bool:
    """Whether the table is dealt by one of the demonstration, and not by a visitor who has taken it over."""
    return table.dealer is not None and table.dealer.name == DEALER.name


def _stakes(table: Table) -> Stakes:
    terms = table.settings.terms
    stakes, progressive = company_stakes(terms), terms.progressive_stake
    return stakes if table.link is None or progressive is None else Stakes({**stakes, PROGRESSIVE: progressive})


def _decision(round: Round, cast: DemoTable, seat: int, lying: Mapping[str, Cards]) -> Action:
    name = cast.seats[seat]
    if lying:  # of a real deck only its player has seen a hand so far
        return round.game.sense(round.shown, lying[place_of(seat)], visible_board(round))
    looked = LOOKED.get(f"{round.id}/{round.shown}") if name == LOOKS else None
    return company_decision(round, seat, cast.strength(name)) if looked is None else parse_action(looked)


def _key(table: Table) -> Deed | None:
    """The key that its dealer presses."""
    for win in table.unlogged:
        if not win.pressed_by:
            return PressTrayWin(win.seat, win.line), DEALER
        return VerifyTrayWin(win.seat, win.line), SUPERVISOR
    step, round = lit_step(table), table.in_play
    if step is None or (round is not None and round.stage is Stage.BETTING and not round.seats):
        return None
    return SETTLE if step == SETTLE_NEXT else step, DEALER


# The cards of the table with real cards. Nobody deals them but the dealer, who enters what lies there.


def _lying(round: Round, cast: DemoTable, jackpot: bool) -> Mapping[str, Cards]:
    """Which cards lie where on the felt."""
    seats = [seat.number for seat in round.seats]
    shuffled = deck_of(round.id, sha256(f"{SEED} {round.id}".encode()).digest(), {}, round.game.deck)
    if not jackpot:
        dealt = deal(round.terms.procedure, round.game.layout, seats, shuffled)
        own = {place_of(seat): cards for seat, cards in dealt.own.items()}
        return {BOARD: dealt.board, DEALERS_PLACE: dealt.dealer} | own
    winners, board = parse_cards(JACKPOT_OWN), parse_cards(JACKPOT_BOARD)
    rest = [card for card in shuffled if card not in (*winners, *board)]
    lying: dict[str, Cards] = {BOARD: board, DEALERS_PLACE: tuple(rest[:2])}
    for at, seat in enumerate(seats, 1):
        won = cast.seats.get(seat) == WINNER
        lying[place_of(seat)] = winners if won else tuple(rest[2 * at : 2 * at + 2])
    return lying
