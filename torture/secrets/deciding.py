"""What happens next at a table: random, and the same whatever is hidden."""

from __future__ import annotations

from random import Random
from typing import Final

from croupier.errors import Refused
from croupier.floor.dealer import lit_step, next_order
from croupier.floor.orders import Order, PassBank, Stand
from croupier.floor.plan import plan
from croupier.floor.practice import company_order, is_practice
from croupier.floor.practice.names import is_company
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy, Table
from croupier.money import DOLLAR
from croupier.rules.commands import OfferSeed, PlaceBets, TakeBank, VoidRound, WithdrawBets
from croupier.rules.deal import Deal
from croupier.rules.round import Round, Stage, due_seats
from croupier.rules.staking import games
from croupier.rules.steps import OPEN, SETTLE, SETTLE_NEXT
from croupier.rules.wagers import BASE, PROGRESSIVE, Stakes
from torture.secrets.furnish import BOSS, STAFF

DEALER: Final = STAFF[0]
_VOIDS: Final = 0.01
_LEAVES: Final = 0.01


def next_deed(table: Table, true: Deal | None, chance: Random) -> tuple[Order, Person] | None:
    """An order that somebody gives now; `None` where only the clock or the machine can go on. `true` is where the
    cards lie: what a seat may do can depend on them."""
    round = table.in_play
    if round is not None and not is_practice(table.name) and chance.random() < _VOIDS and not table.unpaid:
        return VoidRound("misdeal"), BOSS
    if round is not None and round.stage is Stage.BETTING:
        bets = _betting(table, round, chance)
        if bets is not None:
            return bets
    if round is not None and true is not None and (due := _due(table, round)):
        seat = chance.choice(due)
        if not is_practice(table.name) and len(due) > 1 and chance.random() < _LEAVES:
            return Stand(), _player(table, seat)
        return chance.choice(round.game.open_to(round.shown, true.own[seat])), _player(table, seat)
    step = lit_step(table)
    if table.settings.dealt_by is DealtBy.MACHINE or step is None:
        return None
    return SETTLE if step == SETTLE_NEXT and chance.random() < 0.3 else step, DEALER


def _due(table: Table, round: Round) -> list[int]:
    return [seat for seat in due_seats(round) if not is_company(table.player_at(seat))]


def _player(table: Table, seat: int) -> Person:
    return Person(table.player_at(seat), Role.PLAYER)


def _betting(table: Table, round: Round, chance: Random) -> tuple[Order, Person] | None:
    if round.terms.player_banked and round.bank is None:
        offered = table.bank_offered_to
        if not offered:
            return None if is_practice(table.name) else (VoidRound("nobody takes the bank"), BOSS)
        if is_company(table.player_at(offered[0])):
            return None
        if chance.random() < 0.2:
            return PassBank(), _player(table, offered[0])
        return TakeBank(chance.randint(20, 400) * DOLLAR), _player(table, offered[0])
    for sitting in table.sittings:
        if is_company(sitting.player) or sitting.left:
            continue
        who = Person(sitting.player, Role.PLAYER)
        if not table.has_wagers(sitting.seat):
            if chance.random() < 0.2:
                return OfferSeed(f"lucky {chance.randrange(1000)}"), who
            return PlaceBets(_stakes(round, chance)), who
        if round.seat(sitting.seat) is not None and chance.random() < 0.03:
            return WithdrawBets(), who
    return None


def _stakes(round: Round, chance: Random) -> Stakes:
    made = {BASE: chance.randint(5, 20) * DOLLAR}
    most, terms = round.terms.rules.most_games, round.terms
    for bet in round.game.side_bets:
        needed = all(spot in made or spot == round.game.base for spot in bet.spot.needs)
        if bet.key in terms.tables and needed and chance.random() < 0.4:
            made[bet.key] = 5 * DOLLAR
    if terms.progressive_stake is not None and chance.random() < 0.6:
        made[PROGRESSIVE] = terms.progressive_stake
    while most is not None and games(round.game, round.game.complete(Stakes(made))) > most:
        made.popitem()
    return Stakes(made)


def ahead(table: Table, deed: tuple[Order, Person] | None, now_ms: int) -> Table:
    """The table once a deed is done and whatever follows from it by itself; a round that ends is looked at ended."""
    step = deed
    while True:
        if step is not None:
            try:
                table = plan(table, *step, "ahead", now_ms, b"\0" * 32).after
            except Refused:
                return table
        if table.in_play is None:
            return table
        step = next_order(table, now_ms) or company_order(table)
        if step is None or step[0] == OPEN:
            return table
