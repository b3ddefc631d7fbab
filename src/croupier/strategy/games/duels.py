"""Readable strategies of the games with one decision against a dealer's hand."""

from __future__ import annotations

import numpy as np

from croupier.strategy.games.situations import Choices, Situations
from croupier.strategy.games.strategy import GameStrategy

_JACK, _QUEEN, _KING = 9, 10, 11
_TWO, _THREE, _EIGHT, _NINE = 0, 1, 6, 7

_PAIR_OF_TWOS = "2s 2h 5d 4c 3s"
_ACE_KING = "As Kh 4d 3c 2s"


def _up_card(seen: Situations) -> Choices:
    """Caribbean Stud by the dealer's card: what matters with ace and king."""
    own, up = seen.own_ranks(), seen.up_rank()
    match = (own[:, :, None] == up[:, None, :]).any(axis=1)
    queen, jack = ((own == rank).any(axis=1)[:, None] for rank in (_QUEEN, _JACK))
    fits = (match & (up <= _QUEEN)) | ((up >= _KING) & (queen | jack)) | (~match & queen & (up < own[:, 3:4]))
    return [("bet2", seen.at_least(_PAIR_OF_TWOS)), ("bet2", np.asarray(seen.at_least(_ACE_KING) & fits))]


def _against_the_card(seen: Situations) -> Choices:
    """Four Card Poker by the dealer's card: a pair that it does not outrank is worth three."""
    pair, rank, up = seen.is_pair(), seen.first_rank(), seen.up_rank()
    strong = (rank >= _KING) | ((rank >= _NINE) & (up <= rank)) | ((rank == _EIGHT) & (up == _TWO))
    return [
        ("bet3", seen.at_least("3s 3h 2d 2c")),
        ("bet3", np.asarray(pair & strong)),
        ("bet1", np.asarray(pair & ((rank >= _THREE) | (up == _TWO)))),
    ]


STRATEGIES = (
    GameStrategy(
        game="three-card",
        name="q-6-4",
        title="Queen, six and four",
        source="what everybody is told; it is the best play",
        words=("Play with queen, six and four or better. Else fold.",),
        rule=lambda seen: [("bet1", seen.at_least("Qs 6h 4d"))],
    ),
    GameStrategy(
        game="three-card",
        name="like-the-dealer",
        title="Like the dealer",
        source="for who remembers nothing else",
        words=("Play with queen high or better, as the dealer does. Else fold.",),
        rule=lambda seen: [("bet1", seen.at_least("Qs 3h 2d"))],
    ),
    GameStrategy(
        game="three-card",
        name="every-hand",
        title="Every hand",
        source="a mark to measure others by",
        words=("Play whatever it is.",),
        rule=lambda seen: [("bet1", seen.every())],
    ),
    GameStrategy(
        game="caribbean",
        name="a-k-j-8-3",
        title="Ace, king, jack, eight and three",
        source="commonly published, at 5.316 % of the Ante",
        words=("Raise with a pair or better, or with ace, king, jack, eight and three or better. Else fold.",),
        rule=lambda seen: [("bet2", seen.at_least("As Kh Jd 8c 3s"))],
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
        rule=lambda seen: [("bet2", seen.at_least(_PAIR_OF_TWOS))],
    ),
    GameStrategy(
        game="four-card",
        name="simple",
        title="Tens and threes",
        source="commonly published as the basic strategy",
        words=("Bet 3x with a pair of tens or better, 1x with a pair of threes to nines. Else fold.",),
        rule=lambda seen: [("bet3", seen.at_least("Ts Th 3d 2c")), ("bet1", seen.at_least("3s 3h 4d 2c"))],
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
        rule=lambda seen: [("bet3", seen.at_least("As Ah 3d 2c")), ("bet1", seen.at_least("Ks Qh 8d 4c"))],
    ),
    GameStrategy(
        game="crazy-four",
        name="like-the-dealer",
        title="Like the dealer",
        source="for who remembers nothing else",
        words=("Bet 3x with a pair of aces or better, 1x with king high or better, as the dealer plays. Else fold.",),
        rule=lambda seen: [("bet3", seen.at_least("As Ah 3d 2c")), ("bet1", seen.at_least("Ks 4h 3d 2c"))],
    ),
)
