"""What may be bet and done: hands and their names, decisions, bets that are refused, the cap (R2, R6 to R12, R18)."""

from __future__ import annotations

from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.games import HOUSE_GAMES
from croupier.games.uth import TRIPS
from croupier.money import DOLLAR, dollars, signed_dollars
from croupier.rules.actions import Action
from croupier.rules.commands import Act, PlaceBets, WithdrawBets, decide
from croupier.rules.deal import stack
from croupier.rules.game import Game
from croupier.rules.plan import plan
from croupier.rules.round import Round, Stage, due_seats, legal_actions, visible_board
from croupier.rules.staking import check_stakes, games
from croupier.rules.terms import Limits, Terms, terms
from croupier.rules.wagers import BadWager, Range, Stakes
from croupier.school.draw import Draw
from croupier.school.makers.settling import results_of, sentence
from croupier.school.question import Amounts, Choice, Picture, Question, Reason, SeatPicture, Slot
from croupier.school.rounds import (
    dealt,
    decided,
    drawn_seats,
    drawn_showdown,
    drawn_stakes,
    drawn_terms,
    house_banked,
    layout_picture,
    opened,
    seat_picture,
    table_facts,
    to_showdown,
    turned,
    winnable,
)
from croupier.school.rulings import result_rulings, rulings_of, spot_ruling


def hand_named(game: Game, draw: Draw) -> Question:
    """What is this hand called?"""
    at = drawn_terms(draw, draw.pick(house_banked(game)))
    round = drawn_showdown(draw, at, drawn_seats(draw, 1, 1))
    seat, cards = round.seats[0], round.cards
    strength = game.rank(cards.own[seat.number], cards.board)
    kind = game.ranking.category(strength)
    kinds = [other.words for other in type(kind)]  # type: ignore[attr-defined]
    near = kinds[max(0, kinds.index(kind.words) - 2) :][:5]
    return Question(
        prompt=f"What is seat {seat.number}'s hand?",
        asks=Choice(tuple(reversed(near))),
        answer=(kind.words,),
        why=Reason(f"It is {game.ranking.describe(strength)}.", (rulings_of(game).ranking, "R1")),
        picture=Picture(
            facts=(("Game", game.name),),
            board=cards.board,
            seats=(SeatPicture(number=seat.number, cards=seat.cards or ()),),
        ),
        game=game.key,
    )


def offer_words(actions: tuple[Action, ...]) -> str:
    """What may be done, in a sentence."""
    says = {"check": "check", "fold": "fold", "ride": "let it ride", "pull": "pull the bet back"}
    words = [says.get(str(action), f"bet {str(action)[3:]}x") for action in actions]
    text = " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    return text[0].upper() + text[1:]


NOTHING = "Nothing: it has no decision to make now"


def may_act(game: Game, draw: Draw) -> Question:
    """What may this seat do now?"""
    at = drawn_terms(draw, draw.pick(house_banked(game)))
    seats = drawn_seats(draw, 1, 3)
    round = dealt(opened(at, {seat: drawn_stakes(draw, at) for seat in seats}), draw.deck(game.deck))
    for _ in range(draw.below(len(game.streets))):
        round = turned(decided(draw, round))
    number = draw.pick(seats) if draw.once_in(4) else draw.pick(due_seats(round) or tuple(seats))
    legal = legal_actions(round, number)
    right = offer_words(legal) if legal else NOTHING
    # Of the house's games alone: a paper that was set must read the same when a game is installed or removed.
    offers = [offer_words(street.offers) for other in HOUSE_GAMES for street in other.streets]
    offers += [offer_words(street.offers[-2:]) for street in game.streets]
    wrong = draw.shuffled(sorted({*offers, NOTHING} - {right}))[:3]
    seat = round.seat(number)
    assert seat is not None, "it has bets down"
    spoken = "It has bet, and a bet is neither changed nor repeated." if seat.raised else "Its street decides."
    return Question(
        prompt=f"{round.stage_words.capitalize()}: what may seat {number} do?",
        asks=Choice(tuple(draw.shuffled((right, *wrong)))),
        answer=(right,),
        why=Reason(f"{right}. {spoken}", (rulings_of(game).decision,)),
        picture=Picture(
            facts=table_facts(at),
            board=visible_board(round),
            seats=tuple(seat_picture(round, each) for each in round.seats),
        ),
        game=game.key,
        rules=at.rules.name,
    )


TAKE = "Take the bets"
TOO_MANY = "Refuse: too many games"
NEEDED = "Refuse: a bet that it needs is missing"
UNEQUAL = "Refuse: two bets that must be equal are not"
AMOUNT = "Refuse: an amount that the table does not take"
ANSWERS = (TAKE, TOO_MANY, NEEDED, UNEQUAL, AMOUNT)


def bets_down(game: Game, draw: Draw) -> Question:
    """May these bets stand?"""
    rules = draw.pick(house_banked(game))
    at = drawn_terms(draw, rules, progressive=rules.tables.get("progressive", ()) if draw.once_in(2) else ())
    good = drawn_stakes(draw, at)
    verdict, stakes, ruling = (
        draw.pick(_spoiled(at, good)) if draw.below(3) else (TAKE, good, rulings_of(game).overview)
    )
    try:
        check_stakes(at, stakes)
        accepted, words = True, "Every bet is as it must be, alone and with the others."
    except BadWager as refused:
        accepted, words = False, f"{str(refused)[0].upper()}{str(refused)[1:]}."
    assert accepted == (verdict == TAKE), f"the engine disagrees about {stakes}: {words}"
    assert at.limits is not None, "a table has limits"
    span = at.limits.of(game.base)
    most = at.rules.most_games
    laid = tuple((game.by_key[spot.key].felt, stakes.on(spot.key)) for spot in game.before if stakes.on(spot.key))
    return Question(
        prompt="Bets are open. A player puts these down. What do you do?",
        asks=Choice(ANSWERS),
        answer=(verdict,),
        why=Reason(words, ruling),
        picture=Picture(
            facts=(
                *table_facts(at),
                ("Limits", f"{game.by_key[game.base].felt} {span.words}, in units of {dollars(at.limits.unit)}"),
                ("Games for one player", "no limit" if most is None else f"at most {most}"),
            ),
            seats=(SeatPicture(number=1 + draw.below(6), wagers=laid),),
        ),
        game=game.key,
        rules=at.rules.name,
    )


def _spoiled(at: Terms, good: Stakes) -> list[tuple[str, Stakes, tuple[str, ...]]]:
    """The same bets with one thing wrong, wherever that can be."""
    game, limits = at.game, at.limits
    assert limits is not None, "a table has limits"
    base = game.base if game.base in good else next(iter(good))
    spoiled: list[tuple[str, Stakes, tuple[str, ...]]] = [(AMOUNT, _with(at, good, base, good[base] + 50), ("R11",))]
    over = limits.of(base).maximum + 5 * DOLLAR
    spoiled.append((AMOUNT, _with(at, good, base, over), ("R11",)))
    for spot in game.before:
        if spot.follows and spot.key in good:
            spoiled.append(
                (UNEQUAL, Stakes({**good, spot.key: good[spot.key] + 5 * DOLLAR}), rulings_of(game).overview[:1])
            )
    for bet in game.side_bets:
        lost = [need for need in bet.spot.needs if need not in game.dealt_in or len(game.dealt_in) > 1]
        if bet.key in good and lost and lost[-1] in good:
            dropped = {lost[-1]} | {spot.key for spot in game.before if spot.follows == lost[-1]}
            left = Stakes({spot: cents for spot, cents in good.items() if spot not in dropped})
            if any(spot in left for spot in game.dealt_in):
                spoiled.append((NEEDED, left, rulings_of(game).overview[-1:]))
    every = Stakes({**good, **{bet.key: 5 * DOLLAR for bet in game.side_bets if at.offers(bet.key)}})
    if at.rules.most_games is not None and games(game, every) > at.rules.most_games:
        spoiled.append((TOO_MANY, every, ("R8",)))
    return spoiled


def _with(at: Terms, stakes: Stakes, spot: str, amount: int) -> Stakes:
    follows = {other.key: amount for other in at.game.before if other.follows == spot and other.key in stakes}
    return Stakes({**stakes, spot: amount, **follows})


def games_counted(game: Game, draw: Draw) -> Question:
    """In how many games is this player?"""
    offering = [rules for rules in house_banked(game) if rules.offers("progressive") and rules.most_games]
    rules = draw.pick(offering)
    at = drawn_terms(draw, rules, progressive=rules.tables["progressive"])
    stakes = drawn_stakes(draw, at)
    count = games(game, stakes)
    laid = tuple((spot.felt, stakes.on(spot.key)) for spot in game.before if stakes.on(spot.key))
    return Question(
        prompt="How many games is this player in, and may one more side bet be made?",
        asks=Choice(tuple(_count_words(number, rules.most_games) for number in range(1, 6))),
        answer=(_count_words(count, rules.most_games),),
        why=Reason(
            f"{game.base_words} {'are' if ' and ' in game.base_words else 'is'} one game, every side bet and the "
            f"Progressive one each, Envy none: {count}. A player may be in {rules.most_games}.",
            ("R8",),
        ),
        picture=Picture(facts=table_facts(at), seats=(SeatPicture(number=1 + draw.below(6), wagers=laid),)),
        game=game.key,
        rules=rules.name,
    )


def _count_words(number: int, most: int | None) -> str:
    return f"{number}: {'one more may be made' if most is None or number < most else 'no more'}"


def after_no_more_bets(game: Game, draw: Draw) -> Question:
    """May this still be done, now that no more bets has been called, or before?"""
    at = drawn_terms(draw, draw.pick(house_banked(game)))
    seats = drawn_seats(draw, 2, 3)
    round = opened(at, {seat: drawn_stakes(draw, at) for seat in seats})
    called = not draw.once_in(4)
    if called:
        round = dealt(round, draw.deck(game.deck))
    number = draw.pick(seats)
    withdraws = draw.once_in(2)
    command = Act(number, WithdrawBets() if withdraws else PlaceBets(drawn_stakes(draw, at)))
    yes, no = "Yes", "No: nothing is made, raised or withdrawn now"
    wish = "take the bets back" if withdraws else "put other bets down instead"
    return Question(
        prompt=f"{'No more bets is called' if called else 'Bets are open'}. Seat {number} wants to {wish}. May it?",
        asks=Choice((yes, no)),
        answer=(yes if _allowed(round, command) else no,),
        why=Reason(
            "Once no more bets is called, a bet is made, raised or taken back only by its seat's decisions.", ("R10",)
        ),
        picture=Picture(
            facts=table_facts(at), seats=tuple(seat_picture(round, seat, cards=False) for seat in round.seats)
        ),
        game=game.key,
        rules=at.rules.name,
    )


def _allowed(round: Round, command: Act) -> bool:
    try:
        decide(round, command)
    except Refused:
        return False
    return True


def capped(game: Game, draw: Draw) -> Question:
    """What is paid where a cap cuts the round's winnings?"""
    rules = draw.pick(house_banked(game))
    five = Range(5 * DOLLAR, 5 * DOLLAR)
    spots = {spot.key: five for spot in game.chosen if spot.limits is not None}
    at = terms(rules, limits=Limits(spots=spots), aggregate_cap=1000 * DOLLAR, procedure=rules.procedures[0])
    numbers = draw.some((1, 2, 3, 4, 5, 6), 2)
    suit = draw.pick("cdhs")
    royal = parse_cards(" ".join(f"{rank}{suit}" for rank in "AKQJT"))
    rest = [card for card in draw.deck(game.deck) if card not in royal]
    layout = game.layout
    hands = [tuple(rest[first : first + layout.own]) for first in (0, layout.own)]
    own = {**dict(zip(numbers, hands, strict=True)), draw.pick(numbers): royal[: layout.own]}
    dealer, others = rest[2 * layout.own :][: layout.dealer], rest[2 * layout.own + layout.dealer :]
    board = (*royal[layout.own :], *others)[: layout.board]
    deck = stack(at.procedure, layout, own, tuple(dealer), board, game.deck)
    bets = {number: game.complete({game.base: 500, TRIPS: 500}) for number in numbers}
    round = to_showdown(draw, dealt(opened(at, bets), deck))
    assert round.stage is Stage.SHOWDOWN, "everybody has decided"
    rows = results_of(plan(round))
    slots, answer, details = [], [], {}
    for seat in round.seats:
        for spot in winnable(game, seat):
            row, key, felt = rows[seat.number, spot], f"{seat.number} {spot}", game.by_key[spot].felt
            slots.append(Slot(key, f"Seat {seat.number} · {felt}", seat.on(spot)))
            answer.append(signed_dollars(row.net))
            details[key] = Reason(sentence(row.reason), result_rulings(at, row))
    return Question(
        prompt="This table has a cap on what a round pays. Settle every seat.",
        asks=Amounts(tuple(slots)),
        answer=tuple(answer),
        why=Reason(
            "All winnings of the round are cut in proportion to the cap; odd cents go to the lowest seat first, and "
            "within a seat to its wagers in the order of the felt. Losses and pushes stay as they are.",
            ("R12", spot_ruling(game, "blind")),
        ),
        details=details,
        picture=layout_picture(round, (("Cap on a round's payout", dollars(1000 * DOLLAR)),)),
        game=game.key,
        rules=rules.name,
    )
