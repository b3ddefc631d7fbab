"""What a person must do with chips and cards, at the moment when it is due (R17, R27, R36, R52)."""

from __future__ import annotations

from croupier.games.uth import PAIRS, TRIPS
from croupier.rules.deal import dealing_words
from croupier.rules.game import Game
from croupier.rules.plan import plan
from croupier.rules.round import Round
from croupier.rules.rulesets import BankedBy
from croupier.rules.seat import Seat
from croupier.rules.wagers import ENVY, PROGRESSIVE
from croupier.school.draw import Draw
from croupier.school.makers.dealing import RULINGS
from croupier.school.makers.linking import link_picture, linked
from croupier.school.makers.settling import results_of
from croupier.school.question import Choice, Picture, Question, Reason
from croupier.school.rounds import (
    dealt,
    drawn_seats,
    drawn_showdown,
    drawn_stakes,
    drawn_terms,
    house_banked,
    layout_picture,
    opened,
    seat_picture,
    table_facts,
)


def _seats_words(seats: tuple[int, ...]) -> str:
    if not seats:
        return "None"
    numbers = [str(seat) for seat in seats]
    words = " and ".join(filter(None, (", ".join(numbers[:-1]), numbers[-1])))
    return f"Seat {words}" if len(seats) == 1 else f"Seats {words}"


def _subsets(draw: Draw, right: tuple[int, ...], every: tuple[int, ...]) -> tuple[str, ...]:
    """The right seats, and other sets of seats: all, none, the others, one more or less."""
    others = tuple(seat for seat in every if seat not in right)
    subsets = {(), every, others, right[1:], tuple(sorted((*right, *others[:1])))} - {right}
    return tuple(draw.shuffled([_seats_words(seats) for seats in (right, *draw.shuffled(sorted(subsets))[:3])]))


def sensors(game: Game, draw: Draw) -> Question:
    """From which seats do the progressive chips go after the lock?"""
    rules = draw.pick([rules for rules in house_banked(game) if rules.offers(PROGRESSIVE)])
    at = drawn_terms(draw, rules, progressive=rules.tables[PROGRESSIVE])
    down = {seat: drawn_stakes(draw, at) for seat in drawn_seats(draw, 2, 5)}
    down = {seat: bets.without(PROGRESSIVE) if draw.once_in(2) else bets for seat, bets in down.items()}
    round = opened(at, down)
    right = tuple(seat.number for seat in round.seats if PROGRESSIVE in seat.stakes)
    every = tuple(seat.number for seat in round.seats)
    return Question(
        prompt="You have pressed COIN IN, or START GAME. From which seats do you remove a progressive chip?",
        asks=Choice(_subsets(draw, right, every)),
        answer=(_seats_words(right),),
        why=Reason(
            "At the lock the wagers on the sensors are accepted and gone; their chips leave the table before the first "
            "card.",
            ("R33", "R52"),
        ),
        picture=Picture(
            facts=table_facts(at), seats=tuple(seat_picture(round, seat, cards=False) for seat in round.seats)
        ),
        game=game.key,
        rules=rules.name,
    )


TUCK = "Tuck the cards under the Pairs bet"
TAKE_IN = "Take the cards in and count them"
SPREAD = "Spread the cards face down, count them, and put them in the discard rack"
SHOW = "Turn the cards up before you take them"


def folded(game: Game, draw: Draw) -> Question:
    """A seat has folded: what do you do with its cards?"""
    banked = draw.once_in(3)
    rules = draw.pick([each for each in game.rule_sets if (each.banked_by is BankedBy.PLAYER) == banked])
    at = drawn_terms(draw, rules)
    bank = (6, 50_000) if banked else None
    gone: list[Seat] = []
    while not gone:
        # With a Trips bet on a folded hand its cards are looked at before they go; that is another question.
        round = drawn_showdown(draw, at, drawn_seats(draw, 1, 2, apart_from=6), bank)
        gone = [seat for seat in round.seats if seat.folded and TRIPS not in seat.stakes]
    seat = gone[0]
    right = SPREAD if banked else TUCK if PAIRS in seat.stakes else TAKE_IN
    why = {
        TUCK: "The Pairs bet stays in action after a fold, so its cards stay with it until it is settled.",
        TAKE_IN: "No bet on its cards needs them to stay on the felt; every card collected is counted.",
        SPREAD: "In California each folded hand is spread face down and counted as it is collected.",
    }
    return Question(
        prompt=f"Seat {seat.number} has folded and its losing wagers are taken. What do you do with its two cards?",
        asks=Choice((TUCK, TAKE_IN, SPREAD, SHOW)),
        answer=(right,),
        why=Reason(why[right], ("R25", "R52") if right == TUCK else ("R27", "R52")),
        picture=Picture(facts=table_facts(at), seats=(seat_picture(round, seat, cards=False),)),
        game=game.key,
        rules=rules.name,
    )


def face_up(game: Game, draw: Draw) -> Question:
    """Which hands stay face up until they are paid?"""
    at = drawn_terms(draw, draw.pick([rules for rules in game.rule_sets if rules.offers(TRIPS)]))
    # So large a bank that it pays every hand: what a bank does not cover is another question.
    bank = (6, 100_000_000) if at.player_banked else None
    round = drawn_showdown(draw, at, drawn_seats(draw, 2, 4, apart_from=6), bank)
    rows = results_of(plan(round))
    right = tuple(seat.number for seat in round.seats if (row := rows.get((seat.number, TRIPS))) and row.net > 0)
    every = tuple(seat.number for seat in round.seats)
    return Question(
        prompt="Which hands stay face up on the table until their Trips are paid?",
        asks=Choice(_subsets(draw, right, every)),
        answer=(_seats_words(right),),
        why=Reason(
            "A hand whose Trips bet wins lies face up until it is paid, whatever became of the other wagers; three of "
            "a kind or better wins it.",
            ("R23", "R27", "R52"),
        ),
        picture=layout_picture(round),
        game=game.key,
        rules=at.rules.name,
    )


def triggers(game: Game, draw: Draw) -> Question:
    """Which hand stays face up until the envy is paid?"""
    round = linked(game, draw, multi=True)
    while not _triggers(round):
        round = linked(game, draw, multi=True)
    right = _triggers(round)
    every = tuple(seat.number for seat in round.seats)
    return Question(
        prompt="Which hands stay face up until the envy is paid, while the others are locked up?",
        asks=Choice(_subsets(draw, right, every)),
        answer=(_seats_words(right),),
        why=Reason(
            "A hand that makes envy stays face up until it is paid; the envious need the progressive wager, and so "
            "does the hand.",
            ("R36", "R52"),
        ),
        picture=link_picture(round),
        game=game.key,
        rules=round.terms.rules.name,
    )


def _triggers(round: Round) -> tuple[int, ...]:
    """The seats whose hit somebody envies, as the settlement itself names them."""
    reasons = [row.why for (_, spot), row in results_of(plan(round)).items() if spot == ENVY]
    named = {int(part.split(":")[0]) for why in reasons for part in why.removeprefix("envy ").split(", ")}
    return tuple(sorted(named))


UNSEEN = "Unload them and put them into the discard rack, unseen"


def unload(game: Game, draw: Draw) -> Question:
    """The cards are out: what do you do with the rest in the shuffler?"""
    rules = next(each for each in game.rule_sets if each.banked_by is BankedBy.PLAYER)
    at = drawn_terms(draw, rules)
    bank = 1 + draw.below(6)
    seats = drawn_seats(draw, 2, 5, apart_from=bank)
    round = dealt(opened(at, {seat: drawn_stakes(draw, at) for seat in seats}, (bank, 50_000)), draw.deck(game.deck))
    left = len(round.cards.rest)
    right = f"{UNSEEN}: {left} cards"
    near = [f"{UNSEEN}: {number} cards" for number in (left - 2, left + 2)]
    other = "Leave them in the shuffler for the next round", "Turn them up and count them on the layout"
    return Question(
        prompt=f"{len(seats)} seats and the player-dealer have their cards, and the board lies face down. What becomes "
        "of the rest of the deck?",
        asks=Choice(tuple(draw.shuffled((right, *near, *other)))),
        answer=(right,),
        why=Reason(
            "After the deal the cards left over go unseen to the discard rack, where only one deck ever lies.",
            ("R27", "R52"),
        ),
        picture=Picture(facts=table_facts(at)),
        game=game.key,
        rules=rules.name,
    )


THEIRS_UP = "The players' cards face up, yours face down"
ALL_DOWN = "All cards face down"
ALL_UP = "The players' cards and yours face up"
YOURS_UP = "The players' cards face down, yours face up"
LAST_UP = " but for your last card"


def may_lie_open(game: Game) -> bool:
    """Whether a game may be dealt face up."""
    return any(rules.face_up_allowed for rules in game.rule_sets)


def facing(game: Game, draw: Draw) -> Question:
    """How do the cards lie that you deal to the players and to yourself?"""
    rules = draw.pick([each for each in game.rule_sets if each.face_up_allowed])
    approval = None if draw.once_in(3) else "on file"
    at = drawn_terms(draw, rules, face_up_approval=approval)
    last = LAST_UP if game.layout.up else ""
    options: tuple[str, ...] = (f"{THEIRS_UP}{last}", f"{ALL_DOWN}{last}", ALL_UP, YOURS_UP)
    if not game.layout.dealer:
        options = (THEIRS_UP.partition(",")[0], ALL_DOWN, "The players' cards face down, the last one face up")
    words = dealing_words(at.procedure, game.layout, face_up=at.face_up)
    yourself = " and to yourself" if game.layout.dealer else ""
    return Question(
        prompt=f"How do the cards lie that you deal to the players{yourself}?",
        asks=Choice(tuple(draw.shuffled(options))),
        answer=(options[0] if at.face_up else options[1],),
        why=Reason(
            f"{words} {APPROVED if at.face_up else NO_APPROVAL}",
            ("R17", RULINGS[at.procedure]),
        ),
        picture=Picture(facts=(*table_facts(at), ("Face-up dealing", "approved" if at.face_up else "not approved"))),
        game=game.key,
        rules=rules.name,
    )


APPROVED = "The approval turns the players' cards up, and nothing else."
NO_APPROVAL = "Without an approval no player sees another's cards before the showdown."
SITS, FULL = "Yes", "No: its open spots are taken"


def spots(game: Game, draw: Draw) -> Question:
    """May another player sit down at a face-up table?"""
    rules = draw.pick([each for each in game.rule_sets if each.face_up_allowed])
    at = drawn_terms(draw, rules, face_up_approval="on file", open_spots=2 + draw.below(3))
    seats = drawn_seats(draw, max(1, at.spots - 1), at.spots)
    free = len(seats) < at.spots
    return Question(
        prompt="Somebody wants to sit down in a free seat of this face-up table. May they?",
        asks=Choice((SITS, FULL)),
        answer=(SITS if free else FULL,),
        why=Reason(
            f"A face-up table is open to as many players as it says, {at.spots} here, and {len(seats)} sit there.",
            ("R17",),
        ),
        picture=Picture(
            facts=(
                *table_facts(at),
                ("Open spots", str(at.spots)),
                ("Taken", f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}"),
            )
        ),
        game=game.key,
        rules=rules.name,
    )
