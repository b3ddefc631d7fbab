"""A rule a person could use: count the seen cards of your own ranks before you bet.

The chart says at how many such cards a starting hand is no longer worth 4x. It was found by adding up, for each
starting hand and count, what betting and what checking return: over all classes of seen cards for two and three
players, over 6,000 sets drawn at random for four to six (not those the published run drew). Only hands that gain
at least 0.002 % of the Ante are in it; all others are played as the base game's strategy has them, and so is every
flop and river.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.starts import STARTS, parse_start

MATCHES = 6
"""Seen cards of the player's own ranks are counted 0 to 4, and 5 or more."""

CHART: Mapping[int, Mapping[int, str]] = {
    2: {
        1: "K3s K2s Q7s Q6s Q5s J9s J8s JTo T9s Q9o J9o Q8o K6o K5o K4o 33",
    },
    3: {
        1: "K3s K2s Q7s Q6s Q5s J8s JTo T9s J9o Q8o Q7o K5o K4o 33",
        2: "K4s Q8s QJo JTs J9s QTo Q9o K8o K7o K6o A2o",
    },
    4: {
        1: "K2s Q6s Q5s Q4s J8s J7s T9s T8s J9o Q8o J8o Q7o Q6o K5o K4o K3o 33",
        2: "K4s K3s Q8s Q7s QJo JTs J9s QTo JTo Q9o K8o K7o K6o A2o",
        3: "K9o",
    },
    5: {
        1: "Q5s Q4s Q3s J7s T9s T8s J9o T9o J8o Q7o Q6o Q5o K4o K3o 33 K2o",
        2: "K4s K3s K2s Q8s Q7s Q6s JTs J9s J8s QTo JTo Q9o K8o Q8o K7o K6o K5o 44 A2o",
        3: "K5s Q9s QJo KTo K9o A4o A3o",
    },
    6: {
        1: "Q4s Q3s Q2s J7s J6s T8s T7s T9o 98s J8o T8o Q7o J7o Q6o Q5o K3o 33 K2o 22",
        2: "K4s K3s K2s Q7s Q6s Q5s J9s J8s JTo T9s Q9o J9o Q8o K7o K6o K5o K4o 44",
        3: "K6s K5s Q9s Q8s QJo JTs QTo K9o K8o A4o A3o A2o",
        4: "KQo KJo KTo",
    },
}
"""By players at the table and count: the hands that bet 4x only with fewer seen cards of their own ranks."""


def checks_from(players: int) -> dict[int, int]:
    """The chart for a table of `players`, or the nearest there is: starting hand to the count at which it checks."""
    chart = CHART[min(max(players, min(CHART)), max(CHART))]
    return {parse_start(name): count for count, names in chart.items() for name in names.split()}


@cache
def _chart(players: int) -> NDArray[np.int8]:
    table = np.full(STARTS, -1, np.int8)
    for start, count in checks_from(players).items():
        table[start] = count
    return table


def counting_raises(seen: int, preflop: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Whether each starting hand bets 4x, by seen cards of its own ranks: `bool[169, 6]`.

    seen     how many cards are seen in all, two for each other player
    preflop  the fixed strategy, for hands that are not in the chart
    """
    count = _chart(1 + (seen + 1) // 2) if seen else np.full(STARTS, -1, np.int8)
    limit = np.where(count >= 0, count, np.where(preflop == 4, MATCHES, 0))
    return np.asarray(np.arange(MATCHES) < limit[:, None])
