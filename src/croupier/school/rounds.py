"""Rounds to ask about: drawn bets, drawn cards, sensible players, played by the engine itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from croupier.cards import Cards
from croupier.money import DOLLAR, Cents
from croupier.rules.actions import Action
from croupier.rules.commands import Act, Command, DealCards, OpenRound, PlaceBets, TakeBank, decide, next_step
from croupier.rules.deal import Procedure
from croupier.rules.game import AfterFold, Game
from croupier.rules.posted_tables import PostedTable, posted_table
from croupier.rules.round import Round, Stage, due_seats, evolve, legal_actions, visible_board
from croupier.rules.rulesets import BankedBy, RuleSet
from croupier.rules.seat import SEATS, Seat
from croupier.rules.steps import COLLECT, LOCK
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import PROGRESSIVE, Placed, Stakes
from croupier.school.draw import Draw
from croupier.school.question import Picture, SeatPicture

_BASES: tuple[Cents, ...] = (500, 1000, 1500, 2000, 2500, 5000)
_SIDES: tuple[Cents, ...] = (100, 200, 500, 1000, 2500)
LINK_STAKE: Cents = DOLLAR


def house_banked(game: Game) -> tuple[RuleSet, ...]:
    """The rule sets of a game under which the house pays."""
    return tuple(rules for rules in game.rule_sets if rules.banked_by is BankedBy.HOUSE)


def drawn_terms(
    draw: Draw,
    rules: RuleSet,
    *,
    progressive: Sequence[str] = (),
    procedure: Procedure | None = None,
    **choices: object,
) -> Terms:
    """The terms of some table under these rules, on a link if a progressive table is to be had."""
    tables = {bet: draw.pick(names) for bet, names in rules.tables.items() if bet != PROGRESSIVE}
    if progressive:
        tables[PROGRESSIVE] = draw.pick(progressive)
        choices["progressive_stake"] = LINK_STAKE
    at = terms(rules, tables, procedure=procedure or draw.pick(rules.procedures), **choices)
    return replace(at, lost_by_fold=tuple(spot for spot in _house_chooses(at) if draw.once_in(3)))


def _house_chooses(at: Terms) -> tuple[str, ...]:
    """The bets on offer of which the house chooses what a fold does to them."""
    bets = (bet.key for bet in at.game.side_bets if bet.after_fold is AfterFold.HOUSE_CHOOSES)
    return tuple(spot for spot in (*bets, PROGRESSIVE) if spot in at.tables)


def drawn_stakes(draw: Draw, at: Terms) -> Stakes:
    """Bets that the table takes: the base bet, some side bets, the progressive where there is a link."""
    game = at.game
    others = [spot for spot in game.dealt_in if spot != game.base]
    if others and PROGRESSIVE not in at.tables and draw.once_in(5):
        side = draw.pick(others)
        return game.complete({side: draw.pick(_sides(at, side))})
    named = {game.base: draw.pick(_BASES)}
    games = 1
    if PROGRESSIVE in at.tables:
        named[PROGRESSIVE] = LINK_STAKE
        games += 1
    for bet in draw.shuffled(game.side_bets):
        most = at.rules.most_games
        wanted = at.offers(bet.key) and not draw.once_in(3)
        if wanted and all(need in named for need in bet.spot.needs) and (most is None or games < most):
            named[bet.key] = draw.pick(_sides(at, bet.key))
            games += 1
    return game.complete(named)


def _sides(at: Terms, spot: str) -> tuple[Cents, ...]:
    """What is usually bet on a side bet, within the table's limits."""
    assert at.limits is not None, "a table has limits"
    span = at.limits.of(spot)
    return tuple(amount for amount in _SIDES if span.minimum <= amount <= span.maximum)


def played(round: Round | None, commands: Sequence[Command]) -> Round:
    """The round after these commands."""
    for command in commands:
        for event in decide(round, command):
            round = evolve(round, event)
    assert round is not None, "a round is opened first"
    return round


def opened(at: Terms, stakes: Mapping[int, Stakes], bank: tuple[int, Cents] | None = None) -> Round:
    """A round with these bets down, open for more."""
    banks = () if bank is None else (Act(bank[0], TakeBank(bank[1])),)
    bets = [Act(seat, PlaceBets(down)) for seat, down in stakes.items()]
    return played(None, [OpenRound(round="school", terms=at), *banks, *bets])


def drawn_seats(draw: Draw, least: int, most: int, apart_from: int | None = None) -> list[int]:
    """Some seats of the table, rising."""
    free = [seat for seat in SEATS if seat != apart_from]
    return draw.some(free, least + draw.below(most - least + 1))


def dealt(round: Round, deck: Cards) -> Round:
    """The round when the cards are out."""
    return played(round, [LOCK, DealCards(deck)])


def decided(draw: Draw, round: Round) -> Round:
    """The round when every seat has decided on the street that it is on, mostly with sense."""
    for number in due_seats(round):
        round = played(round, [Act(number, _action(draw, round, number))])
    return round


def _action(draw: Draw, round: Round, number: int) -> Action:
    legal = legal_actions(round, number)
    wanted = round.game.sense(round.shown, round.cards.own[number], visible_board(round))
    return wanted if wanted in legal and not draw.once_in(4) else draw.pick(legal)


def turned(round: Round) -> Round:
    """The round when the next cards are turned, and before a player-dealer's the folded seats are collected (R29)."""
    while next_step(round) == COLLECT:
        round = played(round, [COLLECT])
    return played(round, [next_step(round)])


def to_showdown(draw: Draw, round: Round) -> Round:
    """The round when everybody has decided and the dealer's cards, where there are any, lie face up."""
    while round.stage is Stage.PLAYING:
        round = turned(decided(draw, round))
    return round


def drawn_showdown(draw: Draw, at: Terms, seats: Sequence[int], bank: tuple[int, Cents] | None = None) -> Round:
    """A round of these seats at the showdown."""
    down = {seat: drawn_stakes(draw, at) for seat in seats}
    return to_showdown(draw, dealt(opened(at, down, bank), draw.deck(at.game.deck)))


def seat_picture(round: Round, seat: Seat, *, cards: bool = True) -> SeatPicture:
    """A seat with its bets, what it did, and, if so, its cards."""
    laid = [(spot.felt, seat.on(spot.key)) for spot in round.game.spots if seat.on(spot.key)]
    did = ", ".join(action.did for action in seat.line)
    return SeatPicture(number=seat.number, cards=(seat.cards or ()) if cards else (), wagers=tuple(laid), did=did)


def posted(at: Terms, bets: Sequence[str]) -> tuple[PostedTable, ...]:
    """The pay tables of these bets, as they hang at the table."""
    return tuple(posted_table(at.table(bet), f"{at.game.table_words(bet)} · {at.table(bet).name}") for bet in bets)


def bets_of(round: Round) -> tuple[str, ...]:
    """The pay tables that a round's bets can be paid by."""
    game, staked = round.game, {spot for seat in round.seats for spot in seat.stakes}
    return tuple(bet for bet in round.terms.tables if bet in game.base_tables or bet in staked)


def table_facts(at: Terms) -> tuple[tuple[str, str], ...]:
    """What every picture says of its table, the house's choices that decide an answer included (R24, R40)."""
    chosen = (
        (f"{at.game.by_key[spot].felt} after a fold", "loses" if spot in at.lost_by_fold else "stays in action")
        for spot in _house_chooses(at)
    )
    return (("Game", at.game.name), ("Rules", f"{at.rules.name}, {at.rules.title}"), *chosen)


def layout_picture(round: Round, facts: tuple[tuple[str, str], ...] = ()) -> Picture:
    """The whole felt at the showdown."""
    cards = round.cards
    return Picture(
        facts=(*table_facts(round.terms), *facts),
        dealer=cards.dealer,
        board=cards.board,
        seats=tuple(seat_picture(round, seat) for seat in round.seats),
        tables=posted(round.terms, bets_of(round)),
    )


def winnable(game: Game, seat: Seat) -> tuple[str, ...]:
    """The spots of a seat that settlement looks at: those with chips, and those that are won without any."""
    won = [
        spot.key
        for spot in game.spots
        if spot.placed is Placed.WON and spot.key != "envy" and game.base in seat.stakes and not seat.folded
    ]
    return tuple(spot.key for spot in game.spots if seat.on(spot.key) or spot.key in won)
