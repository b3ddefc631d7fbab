"""Every side bet of every game is counted as it is dealt: what the lab counts fast agrees with its own `judge`, asked
about one deal after another.

On a short deck every deal is laid out whole, and the ways of each pay line agree to the last. What the lab knows of the
whole deck alone is held to the judge there, hand by hand, or to a count that is held to it on a short deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest

from croupier.cards import DECK, Cards
from croupier.games import GAMES, RULE_SETS
from croupier.games.uth import BAD_BEAT, PAIRS, TRIPS
from croupier.hands import BY_KEY, Category, Strength, category
from croupier.lab.bets.enumeration import judged_ways
from croupier.lab.bets.ways import line_ways, pairs_ways
from croupier.lab.custom_bets import worth_of_six
from croupier.lab.games.grades import best_four_of_five
from croupier.lab.hands import counts
from croupier.lab.hands.cardsets import all_sets
from croupier.lab.known_cards.decks import GameDeck, classes
from croupier.rules.game import Game, Hands, SideBet
from croupier.rules.paytables import Paytable, paytable
from depth import first_of, thorough
from high_card import CARIBBEAN_RULES, HIGH_CARD_RULES, registered
from own_game import COMMON_RULES, admitted

_EVERY = (*RULE_SETS.values(), CARIBBEAN_RULES, HIGH_CARD_RULES, COMMON_RULES)
_MOST = {True: 50_000, False: 300_000}


def deals(game: Game, ranks: int) -> int:
    """In how many ways the cards of one seat, the board and the dealer lie, with so many ranks."""
    left, sizes = 4 * ranks, (game.layout.own, game.layout.board, game.layout.dealer)
    return prod(comb(left - sum(sizes[:at]), size) for at, size in enumerate(sizes))


def most_ranks(game: Game, is_quick: bool) -> int:
    """The largest deck that can be dealt out; of Hold'em none is small."""
    return max(ranks for ranks in (3, 4, 5) if ranks == 3 or deals(game, ranks) < _MOST[is_quick])


def _is_quick(game: Game, bet: SideBet, ranks: int) -> bool:
    # The first looks at all nine cards; the second judges three cards as Pair Plus does.
    return bet.key != BAD_BEAT and game.key != "let-it-ride" and ranks == most_ranks(game, is_quick=True)


OFFERED = [
    pytest.param(
        game.key,
        bet.key,
        ranks,
        id=f"{game.key}-{bet.key}-{ranks}",
        marks=[] if _is_quick(game, bet, ranks) else [thorough],
    )
    for game in {rules.game.key: rules.game for rules in _EVERY}.values()
    for bet in game.side_bets
    for ranks in sorted({most_ranks(game, is_quick) for is_quick in _MOST})
]
"""Every side bet on the felt of every game, those of others with them, and the ranks of its short decks."""


@pytest.fixture(autouse=True, scope="module")
def small_games() -> Iterator[None]:
    with registered(), admitted():
        yield


def offered(key: str, bet: str) -> tuple[Game, SideBet, Paytable]:
    """A side bet of a game, with the first pay table that some rule set offers for it."""
    game = GAMES[key]
    name = next(rules.tables[bet][0] for rules in reversed(game.rule_sets) if bet in rules.tables)
    return game, game.side_bet[bet], paytable(name, game.side_bet[bet].kind)


def highest(ranks: int) -> Cards:
    """The deck of the highest ranks."""
    return DECK[52 - 4 * ranks :]


def dealt(game: Game, bet: SideBet, table: Paytable, deck: Cards) -> Counter[str | None]:
    """How many deals are on each line: every one is laid out, and the bet is asked."""
    layout, found = game.layout, Counter[str | None]()

    @cache
    def worth(cards: Cards, board: Cards) -> Strength:
        return game.rank(cards, board)

    def left(*gone: Cards) -> Cards:
        return tuple(card for card in deck if not any(card in cards for cards in gone))

    for board in combinations(deck, layout.board):
        for own in combinations(left(board), layout.own):
            player = worth(own, board)
            for dealer in combinations(left(board, own), layout.dealer):
                beside = worth(dealer, board) if layout.dealer else 0
                found[bet.judge(table, Hands(player, beside, own, dealer, board)).line] += 1
    return found


def agree(known: tuple[int, Mapping[str, int]], plain: Counter[str | None], table: Paytable) -> bool:
    """Whether every pay line has the same share of all deals; a count may leave out cards at which no bet looks."""
    whole, ways = known
    return all(ways[line] * plain.total() == plain[line] * whole for line in table.pays)


@pytest.mark.parametrize(("key", "bet", "ranks"), OFFERED)
def test_on_a_short_deck_a_bet_is_counted_as_it_is_dealt(key: str, bet: str, ranks: int) -> None:
    game, side, table = offered(key, bet)
    deck = highest(ranks)
    known = judged_ways(game, side, table, deck) if side.kind != PAIRS else pairs_on(table, deck)
    assert agree(known, dealt(game, side, table, deck), table)


def pairs_on(table: Paytable, deck: Cards) -> tuple[int, Mapping[str, int]]:
    """Pairs goes by a rule of its own: the dealer's aces are looked at, and no other of the dealer's cards."""
    return comb(len(deck), 2) * comb(len(deck) - 2, 2), pairs_ways(tuple(table.pays), deck)


# What the lab knows of the whole deck alone


@pytest.mark.parametrize("key", first_of(["three-card", "let-it-ride", "mississippi"]))
def test_three_cards_of_the_whole_deck_are_counted_as_the_bet_judges_them(key: str) -> None:
    (bet,) = (bet.key for bet in GAMES[key].side_bets if bet.kind == "pair_plus")
    game, side, table = offered(key, bet)
    whole, ways = judged_ways(game, side, table)
    known, counted = line_ways(table)
    assert (known, [counted[line] for line in table.pays]) == (whole, [ways[line] for line in table.pays])


@thorough
@pytest.mark.parametrize(("key", "bet"), [("four-card", "aces_up"), ("crazy-four", "queens_up")])
def test_the_best_four_of_five_are_graded_on_a_short_deck_as_the_bet_judges_them(key: str, bet: str) -> None:
    """Of the whole deck the grades are counted in `test_side_bets_of_six`."""
    game, side, table = offered(key, bet)
    deck = highest(4)
    judged = judged_ways(game, side, table, deck)
    grades, there = best_four_of_five(), (all_sets(5) >= 52 - len(deck)).all(axis=1)
    graded = Counter[str | None]()
    for worth, times in Counter(grades.strength[grades.of_set[there]].tolist()).items():
        graded[side.judge(table, Hands(worth, 0, (), (), ())).line] += times
    assert agree(judged, graded, table)


@thorough
def test_six_cards_are_counted_by_ranks_as_the_bet_judges_them() -> None:
    _, side, table = offered("three-card", "six_card")
    hands = (Hands(0, 0, six[:3], six[3:], ()) for six in combinations(highest(5), 6))
    judged = Counter(side.judge(table, hand).line for hand in hands)
    assert {line: judged[line] for line in table.pays} == {
        line: n for line, n in by_category(worth_of_six(5)).items() if line in table.pays
    }
    whole = by_category(worth_of_six())
    assert whole == {kind.key: n for kind, n in counts.SIX_CARDS.items()}


def by_category(worth: Mapping[Strength, int]) -> dict[str, int]:
    """How many hands are of each category, by its key."""
    found = Counter[str]()
    for strength, n in worth.items():
        found[category(strength).key] += n
    return {kind.key: found[kind.key] for kind in Category}


@thorough
def test_showdowns_of_hold_em_are_counted_on_a_short_deck_as_trips_and_bad_beat_judge_them() -> None:
    """R23, R24. The same count of the whole deck is held to the lab's in `test_sidebets`; of all categories five ranks
    lack none but the straight flush below the royal."""
    from proofs.recount import GREATER, LESS, showdown_counts

    counted, met = showdown_counts(5), showdowns(GameDeck(5))
    for bet in (TRIPS, BAD_BEAT):
        _, side, table = offered("uth", bet)
        judged = Counter[str | None]()
        for (player, dealer), times in met.items():
            judged[side.judge(table, Hands(player, dealer, (), (), ())).line] += times
        for line in table.pays:
            kind = BY_KEY[line]
            beaten = counted[kind, :, GREATER].sum() + counted[:, kind, LESS].sum()
            assert judged[line] == int(counted[kind].sum() if bet == TRIPS else beaten), line
    assert int(counted.sum()) == met.total() == deals(GAMES["uth"], 5)


def showdowns(deck: GameDeck) -> Counter[tuple[Strength, Strength]]:
    """How often the player's hand meets the dealer's at Hold'em: over every board, and all that both can hold."""
    game, met = GAMES["uth"], Counter[tuple[Strength, Strength]]()
    holes = list(combinations(range(deck.size - game.layout.board), game.layout.own))
    apart = np.array([[set(one).isdisjoint(other) for other in holes] for one in holes], np.int64)
    boards = classes(deck, game.layout.board)
    for row, weight in zip(boards.cards, boards.weight.tolist(), strict=True):
        board = deck.cards(row)
        rest = [card for card in highest(deck.ranks) if card not in board]
        worth, place = np.unique([game.rank((rest[a], rest[b]), board) for a, b in holes], return_inverse=True)
        times = np.zeros((len(worth), len(worth)), np.int64)
        np.add.at(times, (place[:, None], place[None, :]), apart * weight)
        met.update({(worth[a], worth[b]): int(times[a, b]) for a, b in np.ndindex(times.shape)})
    return met
