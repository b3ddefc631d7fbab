"""Readable strategies of the games with one decision against a dealer's hand."""

from __future__ import annotations

import numpy as np

from croupier.strategy.games.situations import Choices, Fits, Situations
from croupier.strategy.games.strategy import GameStrategy, OfSituations

_JACK, _QUEEN, _KING = 9, 10, 11
_TWO, _THREE, _EIGHT, _NINE = 0, 1, 6, 7

_PAIR_OF_TWOS = "2s 2h 5d 4c 3s"
_ACE_KING = "As Kh 4d 3c 2s"


_PAIR = "a pair or better"


def _up_card(seen: Situations) -> Choices:
    """Caribbean Stud by the dealer's card: what matters with ace and king."""
    own, up = seen.own_ranks(), seen.up_rank()
    held = (own[:, :, None] == up[:, None, :]).any(axis=1)
    queen, jack = ((own == rank).any(axis=1)[:, None] for rank in (_QUEEN, _JACK))
    ace_king, pair = seen.at_least(_ACE_KING), seen.at_least(_PAIR_OF_TWOS)
    return [
        Fits("bet2", _PAIR, pair),
        Fits(
            "bet2",
            "ace and king, and you hold the rank of the dealer's card, a two to a queen",
            np.asarray(ace_king & held & (up <= _QUEEN)),
        ),
        Fits(
            "bet2",
            "ace and king with a queen or a jack, against an ace or a king",
            np.asarray(ace_king & (up >= _KING) & (queen | jack)),
        ),
        Fits(
            "bet2",
            "ace, king and queen against a card that you do not hold and that is lower than your fourth-highest",
            np.asarray(ace_king & ~held & queen & (up < own[:, 3:4])),
        ),
        Fits("fold", "ace and king without what the dealer's card asks for", ace_king),
        Fits("fold", "less than ace and king", seen.every()),
    ]


def _against_the_card(seen: Situations) -> Choices:
    """Four Card Poker by the dealer's card: a pair that it does not outrank is worth three."""
    pair, rank, up = seen.is_pair(), seen.first_rank(), seen.up_rank()
    return [
        Fits("bet3", "two pair or better", seen.at_least("3s 3h 2d 2c")),
        Fits("bet3", "a pair of aces or kings", np.asarray(pair & (rank >= _KING))),
        Fits(
            "bet3",
            "a pair of nines to queens that the dealer's card does not outrank",
            np.asarray(pair & (rank >= _NINE) & (up <= rank)),
        ),
        Fits("bet3", "a pair of eights against a two", np.asarray(pair & (rank == _EIGHT) & (up == _TWO))),
        Fits("bet1", "another pair, of threes or better", np.asarray(pair & (rank >= _THREE))),
        Fits("bet1", "a pair of twos against a two", np.asarray(pair & (up == _TWO))),
        Fits("fold", "a pair of twos, and the dealer shows no two", pair),
        Fits("fold", "less than a pair", seen.every()),
    ]


def _one_line(choice: str, hand: str, words: str) -> OfSituations:
    """Bet with that hand or better, else fold."""
    return lambda seen: [
        Fits(choice, f"{words} or better", seen.at_least(hand)),
        Fits("fold", f"less than {words}", seen.every()),
    ]


def _two_lines(large: str, large_words: str, small: str, small_words: str) -> OfSituations:
    """Bet 3x with one hand or better, 1x with another, else fold."""
    return lambda seen: [
        Fits("bet3", f"{large_words} or better", seen.at_least(large)),
        Fits("bet1", f"{small_words} or better, but less than {large_words}", seen.at_least(small)),
        Fits("fold", f"less than {small_words}", seen.every()),
    ]


STRATEGIES = (
    GameStrategy(
        game="three-card",
        name="q-6-4",
        title="Queen, six and four",
        source="what everybody is told; it is the best play",
        words=("Play with queen, six and four or better. Else fold.",),
        rule=_one_line("bet1", "Qs 6h 4d", "queen, six and four"),
    ),
    GameStrategy(
        game="three-card",
        name="like-the-dealer",
        title="Like the dealer",
        source="for who remembers nothing else",
        words=("Play with queen high or better, as the dealer does. Else fold.",),
        rule=_one_line("bet1", "Qs 3h 2d", "queen high"),
    ),
    GameStrategy(
        game="three-card",
        name="every-hand",
        title="Every hand",
        source="a mark to measure others by",
        words=("Play whatever it is.",),
        rule=lambda seen: [Fits("bet1", "whatever it is", seen.every())],
    ),
    GameStrategy(
        game="caribbean",
        name="a-k-j-8-3",
        title="Ace, king, jack, eight and three",
        source="commonly published, at 5.316 % of the Ante",
        words=("Raise with a pair or better, or with ace, king, jack, eight and three or better. Else fold.",),
        rule=_one_line("bet2", "As Kh Jd 8c 3s", "ace, king, jack, eight and three"),
    ),
    GameStrategy(
        game="caribbean",
        name="up-card",
        title="Ace and king by the dealer's card",
        source="Michael Shackleford, wizardofodds.com; published cost 5.225 % of the Ante",
        words=(
            "Raise with a pair or better, fold with less than ace and king.",
            "With ace and king raise if the dealer's card is a two to a queen and you hold its rank;",
            "if it is an ace or a king and you hold a queen or a jack;",
            "if you hold not its rank but a queen, and it is lower than your fourth-highest card. Else fold.",
        ),
        rule=_up_card,
    ),
    GameStrategy(
        game="caribbean",
        name="pairs",
        title="Pairs only",
        source="for who remembers nothing else",
        words=("Raise with a pair or better. Else fold.",),
        rule=_one_line("bet2", _PAIR_OF_TWOS, "a pair"),
    ),
    GameStrategy(
        game="four-card",
        name="simple",
        title="Tens and threes",
        source="commonly published as the basic strategy",
        words=("Bet 3x with a pair of tens or better, 1x with a pair of threes to nines. Else fold.",),
        rule=_two_lines("Ts Th 3d 2c", "a pair of tens", "3s 3h 4d 2c", "a pair of threes"),
    ),
    GameStrategy(
        game="four-card",
        name="up-card",
        title="Pairs by the dealer's card",
        source="ours, from the best play",
        words=(
            "Bet 3x with two pair or better, with aces or kings, with a pair of nines to queens that the dealer's card",
            "does not outrank, and with eights against a two.",
            "Bet 1x with any other pair, but with twos only against a two. Else fold.",
        ),
        rule=_against_the_card,
    ),
    GameStrategy(
        game="crazy-four",
        name="k-q-8-4",
        title="King, queen, eight and four",
        source="commonly published",
        words=("Bet 3x with a pair of aces or better, 1x with king, queen, eight and four or better. Else fold.",),
        rule=_two_lines("As Ah 3d 2c", "a pair of aces", "Ks Qh 8d 4c", "king, queen, eight and four"),
    ),
    GameStrategy(
        game="crazy-four",
        name="like-the-dealer",
        title="Like the dealer",
        source="for who remembers nothing else",
        words=("Bet 3x with a pair of aces or better, 1x with king high or better, as the dealer plays. Else fold.",),
        rule=_two_lines("As Ah 3d 2c", "a pair of aces", "Ks 4h 3d 2c", "king high"),
    ),
)
