"""Settling the layout: does the dealer play, what becomes of every wager, and in which order (R20 to R25, R29, R30)."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.money import DOLLAR, dollars, signed_dollars
from croupier.rules.bank import Coverage
from croupier.rules.events import BetReturned, EnvyPaid, FoldCollected, MeterWon, SeatSettled, Settled
from croupier.rules.game import Game
from croupier.rules.plan import plan
from croupier.rules.round import Round
from croupier.rules.rulesets import BankedBy, RuleSet
from croupier.rules.settlement import Result
from croupier.school.draw import Draw
from croupier.school.question import Amounts, Choice, Ordering, Picture, Question, Reason, Slot
from croupier.school.rounds import drawn_seats, drawn_showdown, drawn_terms, house_banked, layout_picture, winnable
from croupier.school.rulings import result_rulings, rulings_of, spot_ruling

PLAYS, DOES_NOT = "The dealer qualifies", "The dealer does not qualify"


def qualifying(game: Game, draw: Draw) -> Question:
    """Does the dealer play with this hand?"""
    assert game.qualifies is not None, "asked only where a dealer can fail to qualify"
    round = drawn_layout(game, draw, 1, 1, fails=draw.once_in(2))
    cards, plays = round.cards, game.qualifies(round.dealer_strength)
    hand = game.ranking.describe(round.dealer_strength)
    return Question(
        prompt="You turn the dealer's cards. Does the dealer qualify?",
        asks=Choice((PLAYS, DOES_NOT)),
        answer=(PLAYS if plays else DOES_NOT,),
        why=Reason(
            f"The dealer has {hand} and {'plays' if plays else 'does not play'}: {game.qualifies.spoken} is enough"
            f"{', and the board counts like cards in hand' if cards.board else ''}.",
            (rulings_of(game).base,),
        ),
        picture=Picture(dealer=cards.dealer, board=cards.board, facts=(("Game", game.name),)),
        game=game.key,
    )


def better_hand(game: Game, draw: Draw) -> Question:
    """Who has the better hand, seat or dealer?"""
    round = drawn_layout(game, draw, 1, 1)
    seat, cards = round.seats[0], round.cards
    own, theirs = game.rank(cards.own[seat.number], cards.board), round.dealer_strength
    options = (f"Seat {seat.number}", "The dealer", "Neither: the hands are equal")
    right = options[0] if own > theirs else options[1] if own < theirs else options[2]
    describe = game.ranking.describe
    return Question(
        prompt=f"Whose hand is better, seat {seat.number}'s or the dealer's?",
        asks=Choice(options),
        answer=(right,),
        why=Reason(
            f"Seat {seat.number} has {describe(own)}, the dealer {describe(theirs)}; suits never rank, and kickers "
            "decide within a kind.",
            (rulings_of(game).ranking, "R3") if game.layout.board else (rulings_of(game).ranking,),
        ),
        picture=layout_picture(round),
        game=game.key,
    )


def one_seat(game: Game, draw: Draw) -> Question:
    """What becomes of each wager of one seat?"""
    return _settle(drawn_layout(game, draw, 1, 1, fails=draw.once_in(3)))


def layout(game: Game, draw: Draw) -> Question:
    """What becomes of every wager of a full layout?"""
    return _settle(drawn_layout(game, draw, 2, 4, fails=draw.once_in(3)))


def banked_layout(game: Game, draw: Draw) -> Question:
    """What becomes of every wager where a player banks, as far as the bank covers?"""
    return _settle(drawn_banked(game, draw))


def order(game: Game, draw: Draw) -> Question:
    """In which order is the layout settled?"""
    return _order(drawn_layout(game, draw, 2, 4, fails=draw.once_in(2)), draw)


def banked_order(game: Game, draw: Draw) -> Question:
    """In which order is a layout settled that a player banks?"""
    return _order(drawn_banked(game, draw), draw)


_TRIES = 60


def drawn_layout(game: Game, draw: Draw, least: int, most: int, *, fails: bool = False) -> Round:
    """A round at the showdown; if so, one in which the dealer does not qualify, as far as chance gives one: it is
    rare at a table, and the half of the chapter."""
    at = drawn_terms(draw, draw.pick(house_banked(game)))
    seats = drawn_seats(draw, least, most)
    round = drawn_showdown(draw, at, seats)
    for _ in range(_TRIES if fails and game.qualifies is not None else 0):
        if game.qualifies is not None and not game.qualifies(round.dealer_strength):
            break
        round = drawn_showdown(draw, at, seats)
    return round


def california(game: Game) -> RuleSet | None:
    """The rule set of a game under which a player banks."""
    return next((rules for rules in game.rule_sets if rules.banked_by is BankedBy.PLAYER), None)


def drawn_banked(game: Game, draw: Draw) -> Round:
    """A round at the showdown that a player banks."""
    rules = california(game)
    assert rules is not None, "asked only of a game that a player can bank"
    at = drawn_terms(draw, rules, coverage=draw.pick(tuple(Coverage)))
    bank = 1 + draw.below(6)
    # Small enough to run out now and then, which is the whole difficulty.
    wager = draw.pick((50, 100, 150, 200, 400, 1000)) * DOLLAR
    return drawn_showdown(draw, at, drawn_seats(draw, 2, 3, apart_from=bank), (bank, wager))


def results_of(events: Iterable[Settled]) -> dict[tuple[int, str], Result]:
    """What became of each wager, by seat and spot, whichever pass settled it."""
    by_spot: dict[tuple[int, str], Result] = {}
    for event in events:
        match event:
            case BetReturned(seat, row) | EnvyPaid(seat, row):
                by_spot[seat, row.spot] = row
            case FoldCollected(seat, rows) | SeatSettled(seat, _, _, rows):
                by_spot |= {(seat, row.spot): row for row in rows}
            case MeterWon():
                pass
    return by_spot


def _settle(round: Round) -> Question:
    game, at = round.game, round.terms
    rows = results_of(plan(round))
    slots, answer, details = [], [], {}
    for seat in round.seats:
        for spot in winnable(game, seat):
            row = rows.get((seat.number, spot))
            key, felt, net = f"{seat.number} {spot}", game.by_key[spot].felt, 0 if row is None else row.net
            slots.append(Slot(key, f"Seat {seat.number} · {felt}", seat.on(spot)))
            answer.append(signed_dollars(net))
            why = Reason("No paying hand", (spot_ruling(game, spot),))
            details[key] = why if row is None else Reason(sentence(row.reason), result_rulings(at, row))
    bank = round.bank
    who = "the bank's wager" if bank else "the tray"
    facts = () if bank is None else bank_facts(round)
    many = len(round.seats) > 1
    return Question(
        prompt=f"Settle {'every seat' if many else f'seat {round.seats[0].number}'}: for each wager, what do you pay "
        f"from {who}, what do you take, what pushes?",
        asks=Amounts(tuple(slots)),
        answer=tuple(answer),
        why=Reason(
            dealer_words(round), (rulings_of(game).base,) if bank is None else (rulings_of(game).base, "R29", "R30")
        ),
        details=details,
        picture=layout_picture(round, facts),
        game=game.key,
        rules=at.rules.name,
    )


def sentence(words: str) -> str:
    """Words of the engine at the beginning of a sentence."""
    return f"{words[0].upper()}{words[1:]}"


def bank_facts(round: Round) -> tuple[tuple[str, str], ...]:
    """Who banks, with how much, and how far it covers."""
    assert round.bank is not None, "only a banked round has them"
    bank = round.bank
    return (
        ("Player-dealer", f"seat {bank.seat}, {dollars(bank.wager)}"),
        ("Coverage", bank.coverage.value),
    )


def dealer_words(round: Round) -> str:
    """What the dealer has, and whether that plays."""
    game = round.game
    if not game.layout.dealer:
        return "There is no dealer's hand: every bet pays by the player's own."
    hand = game.ranking.describe(round.dealer_strength)
    who = "dealer" if round.bank is None else "player-dealer"
    if game.qualifies is None:
        return f"The dealer has {hand} and always plays."
    return f"The {who} has {hand} and {'qualifies' if game.qualifies(round.dealer_strength) else 'does not qualify'}."


TURN_BANK = "Turn the player-dealer's cards"


def order_words(round: Round) -> tuple[str, ...]:
    """What a dealer does one after another when this round is settled, envy and meter pays aside."""
    game, steps, turned = round.game, [], round.bank is None
    for event in plan(round):
        match event:
            case BetReturned(seat, row):
                steps.append(f"Seat {seat}: return the {game.by_key[row.spot].felt}, cards unseen")
            case FoldCollected(seat, _):
                steps.append(f"Seat {seat}: collect what the fold lost")
            case SeatSettled(seat, _, _, _):
                if not turned:
                    steps.append(TURN_BANK)
                    turned = True
                steps.append(f"Seat {seat}: settle")
            case EnvyPaid() | MeterWon():
                pass
    return tuple(steps)


def _order(round: Round, draw: Draw) -> Question:
    return Question(
        prompt="In which order do you settle this layout?",
        asks=Ordering(tuple(draw.shuffled(order_words(round)))),
        answer=order_words(round),
        why=order_reason(round),
        picture=layout_picture(round, () if round.bank is None else bank_facts(round)),
        game=round.game.key,
        rules=round.terms.rules.name,
    )


def order_reason(round: Round) -> Reason:
    """Why a layout is settled in the order in which it is."""
    if round.bank is not None:
        return Reason(
            f"Clockwise from the seat after the bank, seat {round.bank.seat}: first what folded seats lost, the "
            "bank's cards still face down; then the player-dealer's cards; then each seat.",
            ("R29",),
        )
    order = round.terms.settling_order
    way = "from right to left, seat 6 to seat 1" if order is None else f"in the house's order, seats {_listed(order)}"
    if any(isinstance(event, BetReturned) for event in plan(round)):
        return Reason(
            f"{dealer_words(round)} So two passes {way}: first every live Ante goes "
            "back before any hand is looked at, then each seat is settled.",
            ("R5", "R21"),
        )
    return Reason(f"{dealer_words(round)} One pass {way}.", ("R5",))


def _listed(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats))
