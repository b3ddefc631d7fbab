"""What a searched rule may ask: for each street a list of conditions that a person can see at a glance.

A rule is one of them, two of them at once, or one of them unless another. Ranges of starting hands stand alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from croupier.cards import RANKS
from croupier.rules.game import Game, Street
from croupier.strategy.language.categories import OURS, categories_of
from croupier.strategy.language.conditions import Condition, HandAtLeast, MadeHand, Starts
from croupier.strategy.language.grammar import condition
from croupier.strategy.language.scenes import Scene, cards_in_sight, scene_of
from croupier.strategy.language.tokens import BadLine, LineReader

_CONDITIONS: dict[Scene, str] = {
    Scene.START: """
        pocket pair; suited; high card 9+; high card T+; high card J+; high card Q+; high card K+; high card A;
        low card 5+; low card 6+; low card 7+; low card 8+; low card 9+; low card T+; gap < 1; gap < 2; gap < 3
    """,
    Scene.FLOP: """
        hidden pair; top pair; second pair; middle pair; bottom pair; two hidden pairs; hidden trips; own hand;
        pair or better; two pair or better; three of a kind or better; straight or better; flush or better;
        paired board; trips on the board; board suited >= 3; board high card 2-9; board high card Q+; hidden
        pair 4+; hidden pair 6+; hidden pair 8+; hidden pair T+; pocket pair; pocket pair 3+; overpair; kicker
        8+; kicker T+; kicker Q+; high card T+; high card J+; high card Q+; high card K+; high card A; low card
        7+; low card 9+; overcards >= 1; overcards >= 2; higher kickers < 1; higher kickers < 2; higher kickers
        < 3; flush draw; flush draw 8+; flush draw 9+; flush draw T+; flush draw J+; flush draw Q+; flush draw
        K+; nut flush draw; two-card flush draw; backdoor flush draw; backdoor flush draw J+; open-ended
        straight draw; inside straight draw; straight draw; board suited >= 2; board run >= 3
    """,
    Scene.RIVER: """
        hidden pair; top pair; second pair; middle pair; bottom pair; two hidden pairs; hidden trips; own hand;
        pair or better; two pair or better; three of a kind or better; straight or better; flush or better;
        paired board; trips on the board; board suited >= 3; board high card 2-9; board high card Q+; two pair
        on the board; full house or better; pocket pair; pocket pair 5+; hidden pair 4+; hidden pair 6+; hidden
        pair 8+; kicker 8+; kicker T+; kicker Q+; high card 9+; high card T+; high card J+; high card Q+; high
        card K+; high card A; higher kickers < 1; higher kickers < 2; higher kickers < 3; higher kickers < 4;
        overcards >= 1; board suited >= 4; board run >= 4; dealer outs < 13; dealer outs < 17; dealer outs < 18;
        dealer outs < 19; dealer outs < 20; dealer outs < 21; dealer outs < 22; dealer outs < 24; dealer outs <
        27
    """,
    Scene.HAND: """
        pair or better; high card Q+; high card K+; high card A; second card 6+; second card 9+; second card J+;
        holds Q; holds K; holds A
    """,
    Scene.SHOWN: """
        pair or better; two pair or better; three of a kind or better; high card A; holds K; holds Q; holds J;
        third card Q; third card J+; third card T+; fourth card 8+; dealer's rank held; cards above the dealer
        >= 2; cards above the dealer >= 3; cards above the dealer >= 4; cards above the dealer >= 5; pair the
        dealer does not outrank; cards of the dealer's suit >= 2; cards of the dealer's suit >= 3; dealer shows
        K+; dealer shows A; dealer shows Q+; dealer shows J+; dealer shows 2-Q; dealer shows 2-9; dealer shows
        2; dealer shows 2-3; dealer shows 2-7
    """,
    Scene.RIDE: """
        paying hand; pair or better; pair T+; pair J+; two pair or better; three of a kind or better; suited;
        royal draw; straight draw; open-ended straight draw; inside straight draw; gaps < 1; gaps < 2; gaps < 3;
        holds T+; holds J+; cards T+ >= 2; cards T+ >= 3; cards T+ >= 4; cards J+ >= 2; high card 5+; high card
        6+; high card 8+; low card 2+; low card 3+; high card T+
    """,
    Scene.STUD: """
        paying hand; pair or better; pair 6+; pair J+; two pair or better; three of a kind or better; suited;
        royal draw; straight draw; open-ended straight draw; inside straight draw; gaps < 1; gaps < 2; gaps < 3;
        holds 6+; holds J+; holds Q+; cards 6+ >= 2; cards 6+ >= 3; cards 6-T >= 2; cards 6-T >= 3; cards J+ >=
        2; cards J+ >= 3; high card 6+; high card 7+; high card 8+; points >= 1; points >= 2; points >= 3;
        points >= 4; points >= 5; down >= 4; down >= 5
    """,
    Scene.SHARED: """
        pair or better; two pair or better; three of a kind or better; straight or better; suited; straight draw;
        pair 6+; pair T+; own high card 6+; own high card 8+; own high card 9+; own high card T+; own high card J+;
        own high card Q+; own high card K+; own high card A; own low card 6+; own low card 9+; board high card 9+;
        board high card J+; board high card Q+; board high card K+; board high card A; cards J+ >= 1; cards J+ >= 2;
        down >= 2; down >= 4
    """,
}
"""What is asked on each street, in the words of the language."""


class StreetConditions(NamedTuple):
    """The conditions of a street; `alone` of them, the first ones, are not joined with others."""

    each: tuple[Condition, ...]
    alone: int


def conditions_on(game: Game, street: Street) -> StreetConditions:
    """What a searched rule of a street may ask."""
    scene = scene_of(game, street)
    ranges = tuple(_ranges()) if cards_in_sight(game, street) == 2 else ()
    return StreetConditions((*ranges, *_hands(game, street), *_phrases(game, street, scene)), len(ranges))


def _phrases(game: Game, street: Street, scene: Scene) -> Iterator[Condition]:
    for text in " ".join(_CONDITIONS[scene].split()).split("; "):
        # So many cards are not in sight on every street.
        with suppress(BadLine):
            yield condition(game, street, scene, LineReader("search", 0, text))


def _hands(game: Game, street: Street) -> Iterator[Condition]:
    if game.ranking not in OURS:
        for category, words in categories_of(game, street).values():
            yield MadeHand(category, words, better=True)
        return
    if not game.layout.board:
        # The best hand first: of rules that do the same, the one that asks for most is said.
        for rank in range(12, 0, -1):
            yield HandAtLeast((rank,), pair=True)
    for text in reversed(game.teaching.borders):
        yield HandAtLeast(tuple(RANKS.index(rank) for rank in text.split("-")))


def _ranges() -> Iterator[Condition]:
    for high, rank in enumerate(RANKS):
        for to in "+-":
            yield Starts(f"{rank}{rank}{to}")
            for low in RANKS[:high]:
                for suits in ("", "s", "o"):
                    yield Starts(f"{rank}{low}{suits}{to}")
