"""Dealing: which cards go where next, in which order, and whether anything is burned (R13 to R16)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from croupier.cards import Cards
from croupier.rules.deal import Deal, Procedure, deal, dealing_words
from croupier.rules.game import Game
from croupier.rules.seat import SEATS
from croupier.school.draw import Draw
from croupier.school.question import Choice, Ordering, Picture, Question, Reason
from croupier.school.rulings import rulings_of

RULINGS = {
    Procedure.HAND_HELD: "R13",
    Procedure.PACKET: "R14",
    Procedure.SHOE: "R15",
    Procedure.SHUFFLER: "R15",
}
NAMES = {
    Procedure.HAND_HELD: "a hand-held deck (Deck Mate)",
    Procedure.PACKET: "a packet shuffler (ACE, i-Deal)",
    Procedure.SHOE: "a shoe",
    Procedure.SHUFFLER: "California's shuffler",
}
MOST_STEPS = 6
"""So many steps are put in order at a time; more are a memory game."""
_COUNTS = ("no card", "one card", "two cards", "three cards", "four cards", "five cards", "six cards")
_ALONE = ("", "the card", "the two cards", "the three cards", "the four cards", "the five cards", "the six cards")


def procedures_of(game: Game) -> frozenset[Procedure]:
    """Every way in which a game of the house may be dealt."""
    return frozenset(procedure for rules in game.rule_sets for procedure in rules.procedures)


def sequence(procedure: Procedure, game: Game, seats: Sequence[int]) -> tuple[tuple[str, int], ...]:
    """Where the cards of a deck go, in the order in which they leave it: a place and how many, until all are out.

    Read off the deal of a deck in order, so it is what the engine deals and nothing else.
    """
    cards = deal(procedure, game.layout, seats, game.deck)
    places = _places(cards, procedure)
    return tuple((place, len(list(same))) for place, same in groupby(places))


def _places(cards: Deal, procedure: Procedure) -> list[str]:
    dealer = _dealer(procedure)
    where: dict[int, str] = {}
    for seat, hand in cards.own.items():
        where |= {int(card): f"seat {seat}" for card in hand}
    where |= {int(card): dealer for card in cards.dealer}
    where |= {int(card): "the board" for card in cards.board}
    return [where[place] for place in range(len(where))]


def _dealer(procedure: Procedure) -> str:
    return "the player-dealer" if procedure is Procedure.SHUFFLER else "the dealer"


def next_place(procedure: Procedure) -> Callable[[Game, Draw], Question]:
    """A maker: so far these cards are out; what comes next?"""

    def make(game: Game, draw: Draw) -> Question:
        seats = draw.some(SEATS, 2 + draw.below(3))
        # From a hand-held deck the board is placed later, after the seats have decided (R13).
        by_hand = procedure is Procedure.HAND_HELD
        steps = [step for step in sequence(procedure, game, seats) if not (by_hand and step[0] == "the board")]
        done = draw.below(len(steps))
        right = _step(*steps[done])
        wrong = {_step(place, number) for place, number in steps if _step(place, number) != right}
        sizes = {game.layout.own, 1, 2, game.layout.board} - {0}
        wrong |= {_step(place, size) for place, _ in steps for size in sizes}
        wrong |= {_step("the board", game.layout.board)} if game.layout.board else set()
        wrong.discard(right)
        burn = "Burn one card"
        options = draw.shuffled((right, burn, *draw.shuffled(sorted(wrong))[:3]))
        out = "; ".join(_step(place, number).lower() for place, number in steps[:done]) or "none"
        return Question(
            prompt=f"You deal from {NAMES[procedure]}. What comes next?",
            asks=Choice(tuple(options)),
            answer=(right,),
            why=Reason(f"{dealing_words(procedure, game.layout)} Nothing is burned.", (RULINGS[procedure], "R5")),
            details={burn: Reason("No procedure of this house has burn cards", (RULINGS[procedure],))},
            picture=Picture(
                facts=(
                    ("Game", game.name),
                    ("Bets on", f"seats {', '.join(map(str, seats))}"),
                    ("Dealt so far", out),
                )
            ),
            game=game.key,
        )

    return make


def _step(place: str, number: int) -> str:
    return f"{_COUNTS[number].capitalize()} to {place}"


def whole_order(procedure: Procedure) -> Callable[[Game, Draw], Question]:
    """A maker: put the steps of a round in order, from the bets to the dealer's cards."""

    def make(game: Game, draw: Draw) -> Question:
        right = tuple(draw.some(round_steps(procedure, game), MOST_STEPS))
        rulings = ["R10", RULINGS[procedure], *rulings_of(game).order]
        collects = ""
        if COLLECT_FOLDS in right:
            collects = " Folded hands are collected before the player-dealer's cards are turned."
            rulings.append("R29")
        return Question(
            prompt=f"You deal from {NAMES[procedure]}. Put these steps of a round in order.",
            asks=Ordering(tuple(draw.shuffled(right))),
            answer=right,
            why=Reason(
                f"No more bets comes before any card. {dealing_words(procedure, game.layout)} Then each street is "
                f"decided before the next cards are shown.{collects}",
                tuple(rulings),
            ),
            picture=Picture(facts=(("Game", game.name),)),
            game=game.key,
        )

    return make


COLLECT_FOLDS = "Collect the folded hands, clockwise from the bank"


def round_steps(procedure: Procedure, game: Game) -> tuple[str, ...]:
    """The steps of a round, as `dealing_words`, the streets and the reveals of the game have them."""
    steps = ["Call no more bets"]
    order = [place for place, _ in sequence(procedure, game, (1, 2))]
    firsts = list(dict.fromkeys("players" if place.startswith("seat") else place for place in order))
    for place in firsts:
        match place:
            case "players":
                steps.append("Deal the players' cards, seat by seat from your left")
            case "the board":
                if procedure is not Procedure.HAND_HELD:
                    steps.append(f"Lay {_ALONE[game.layout.board]} of the board face down")
            case _:
                if not (procedure is Procedure.SHOE and len(firsts) > 1):
                    steps.append(f"Deal {_ALONE[game.layout.dealer]} of {place}")
    if procedure is Procedure.PACKET:
        steps.append("Have the shuffler eject the rest")
    turn = "Place" if procedure is Procedure.HAND_HELD else "Turn"
    for street, reveal in zip(game.streets, game.reveals, strict=True):
        steps.append(f"Let every live seat decide {street.words}")
        if reveal.dealer and procedure is Procedure.SHUFFLER:
            steps.append(COLLECT_FOLDS)
        steps.append(reveal.instruct.format(turn=turn).rstrip("."))
    return tuple(steps)


def which_cards(procedure: Procedure) -> Callable[[Game, Draw], Question]:
    """A maker: from this deck order, who gets which cards?"""

    def make(game: Game, draw: Draw) -> Question:
        seats = draw.some(SEATS, 2)
        deck = draw.deck(game.deck)
        cards = deal(procedure, game.layout, seats, deck)
        hands = {f"seat {seat}": hand for seat, hand in cards.own.items()}
        hands |= {_dealer(procedure): cards.dealer} if cards.dealer else {}
        hands |= {"the board": cards.board} if cards.board else {}
        place = draw.pick(sorted(hands))
        right = _cards_text(hands[place])
        size, used = len(hands[place]), sum(map(len, hands.values()))
        slices = {_cards_text(deck[start : start + size]) for start in range(used - size + 1)} - {right}
        options = draw.shuffled((right, *draw.shuffled(sorted(slices))[:3]))
        return Question(
            prompt=f"You deal from {NAMES[procedure]}. Which cards go to {place}?",
            asks=Choice(tuple(options)),
            answer=(right,),
            why=Reason(
                f"{dealing_words(procedure, game.layout)} The same deck gives other cards by another procedure.",
                (RULINGS[procedure], "R16"),
            ),
            picture=Picture(
                facts=(
                    ("Game", game.name),
                    ("Bets on", f"seats {seats[0]} and {seats[1]}"),
                    ("The deck, first card first", _cards_text(deck[:used])),
                )
            ),
            game=game.key,
        )

    return make


def _cards_text(cards: Cards) -> str:
    return " ".join(map(str, cards))
