"""Pay tables: what does this hand pay on this bet (R22 to R25, and the other games' own)."""

from __future__ import annotations

from collections.abc import Callable

from croupier.money import dollars, signed_dollars
from croupier.rules.events import SeatSettled
from croupier.rules.game import Game
from croupier.rules.paytables import To
from croupier.rules.plan import plan
from croupier.rules.posted_tables import posted_words
from croupier.rules.rulesets import RuleSet
from croupier.rules.settlement import Result
from croupier.school.draw import Draw
from croupier.school.makers.settling import results_of
from croupier.school.question import Amounts, Choice, Picture, Question, Reason, Slot
from croupier.school.rounds import (
    drawn_seats,
    drawn_showdown,
    drawn_terms,
    house_banked,
    layout_picture,
    posted,
    seat_picture,
    table_facts,
)
from croupier.school.rulings import result_rulings, spot_ruling

_STAKES = (500, 1000, 1500, 2000, 2500, 5000)


def tables_of(game: Game) -> tuple[str, ...]:
    """The kinds of pay table that a game has, the links' aside."""
    return (*game.base_tables, *(bet.key for bet in game.side_bets))


def from_the_table(game: Game, draw: Draw) -> Question:
    """What does this line pay on this stake, read off the posted table?"""
    rules = draw.pick(tuple(rules for rules in house_banked(game)))
    at = drawn_terms(draw, rules)
    bet = draw.pick(tuple(bet for bet in tables_of(game) if bet in at.tables))
    table, stake = at.table(bet), draw.pick(_STAKES)
    line = draw.pick(tuple(table.pays))
    pay = table.pays[line]
    assert isinstance(pay, To), "base and side bets keep the stake"
    felt = game.table_words(bet)
    return Question(
        prompt=f"{dollars(stake)} lie on a bet that pays by the {felt} table, and it wins with "
        f"{posted_words(table, line)}. What do you pay?",
        asks=Amounts((Slot("pay", f"{felt} {dollars(stake)}", stake),)),
        answer=(signed_dollars(pay.on(stake)),),
        why=Reason(
            f"{posted_words(table, line).capitalize()} pays {pay}: {dollars(pay.on(stake))} on {dollars(stake)}, and "
            "the stake stays the player's.",
            _table_rulings(game, bet),
        ),
        picture=Picture(facts=table_facts(at), tables=posted(at, (bet,))),
        game=game.key,
        rules=rules.name,
    )


def _table_rulings(game: Game, bet: str) -> tuple[str, ...]:
    spot = next((spot.key for spot in game.spots if bet in (spot.key, spot.pays)), bet)
    return (spot_ruling(game, spot), "R22")


def of_one_bet(spot: str | None = None) -> Callable[[Game, Draw], Question]:
    """A maker: the cards lie there; what becomes of this one bet? Hands that win come up as often as others."""

    def make(game: Game, draw: Draw) -> Question:
        wanted = not draw.once_in(3)
        for tries in range(60):
            drawn = _one_bet(game, draw, spot)
            if drawn is not None and (tries == 59 or (drawn[1].net > 0) == wanted):
                return drawn[0]
        drawn = None
        while drawn is None:
            drawn = _one_bet(game, draw, spot)
        return drawn[0]

    return make


def _one_bet(game: Game, draw: Draw, wanted: str | None) -> tuple[Question, Result] | None:
    rules = draw.pick(_offering(game, wanted))
    at = drawn_terms(draw, rules)
    round = drawn_showdown(draw, at, drawn_seats(draw, 1, 1))
    seat = round.seats[0]
    rows = {spot: row for (_, spot), row in results_of(plan(round)).items()}
    chosen = wanted or draw.pick(sorted(rows))
    row = rows.get(chosen)
    if row is None:
        return None
    felt, stake = game.by_key[chosen].felt, seat.on(chosen)
    bet = next((key for key in tables_of(game) if key in (chosen, game.by_key[chosen].pays)), None)
    picture = layout_picture(round)
    question = Question(
        prompt=f"Seat {seat.number}'s {felt}: what do you pay, take or leave?",
        asks=Amounts((Slot("pay", f"{felt} {dollars(stake)}" if stake else felt, stake),)),
        answer=(signed_dollars(row.net),),
        why=Reason(f"{felt}: {row.reason}.", result_rulings(at, row)),
        picture=Picture(
            facts=picture.facts,
            dealer=picture.dealer,
            board=picture.board,
            seats=(seat_picture(round, seat),),
            tables=() if bet is None or bet not in at.tables else posted(at, (bet,)),
        ),
        game=game.key,
        rules=rules.name,
    )
    return question, row


def _offering(game: Game, spot: str | None) -> tuple[RuleSet, ...]:
    """The rule sets in which the bet is to be had."""
    return tuple(rules for rules in house_banked(game) if spot is None or rules.offers(spot))


def after_a_fold(game: Game, draw: Draw) -> Question:
    """A seat has folded: which of its side bets stay in action?"""
    rules = draw.pick(house_banked(game))
    at = drawn_terms(draw, rules)
    for _ in range(200):
        round = drawn_showdown(draw, at, drawn_seats(draw, 1, 1))
        seat = round.seats[0]
        bets = [bet for bet in game.side_bets if bet.key in seat.stakes]
        if seat.folded and bets:
            break
    else:
        return from_the_table(game, draw)
    bet = draw.pick(bets)
    (settled,) = (event for event in plan(round) if isinstance(event, SeatSettled))
    row = next(row for row in settled.results if row.spot == bet.key)
    kept = "loses at this table" if bet.key in at.lost_by_fold else bet.after_fold.value
    wins, loses, back = "It wins and is paid", "It loses and is taken", "It is returned with the cards"
    return Question(
        prompt=f"Seat {seat.number} has folded. What becomes of its {bet.spot.felt}?",
        asks=Choice((wins, loses, back)),
        answer=(wins if row.net > 0 else loses,),
        why=Reason(f"{bet.spot.felt}: {row.reason}; after a fold it {kept}.", result_rulings(at, row)),
        picture=layout_picture(round),
        game=game.key,
        rules=rules.name,
    )
