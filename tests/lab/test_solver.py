"""The general solver: on short decks it agrees with plain dealing to the last deal, and with every faster solver."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.cards import DECK, Card, Cards, cards_text, parse_cards
from croupier.errors import Refused
from croupier.games import GAMES
from croupier.games.uth import UTH
from croupier.hands import Ranking, Strength
from croupier.hands.three import strength as strength_of_three
from croupier.lab.capabilities import NotCounted, face_up_run
from croupier.lab.checkpoint import DamagedCheckpoint, NoCheckpoint, OtherConfiguration
from croupier.lab.games.direct import NoDecision
from croupier.lab.games.solution import Solution
from croupier.lab.known_cards.decks import GameDeck
from croupier.lab.solver import solver
from croupier.lab.solver.advice import deals_after, dealt_out, without_looking
from croupier.lab.solver.any_game import AnyGame
from croupier.lab.solver.general import general
from croupier.lab.solver.plain import deal_out
from croupier.lab.uth.solve import solve_deck
from croupier.lab.work import Shard, WorkPlan
from croupier.rules.game import Game, Hands, Layout
from croupier.rules.paytables import To, paytable
from croupier.rules.seat import Seat
from croupier.rules.settlement import Result
from croupier.rules.terms import Terms
from depth import first_of
from high_card import HIGH_CARD, registered, settle
from own_game import admitted

FIVE_RANKS = GameDeck(5)
FOUR_CARD, CRAZY_FOUR = (pytest.param(key, marks=pytest.mark.slow) for key in ("four-card", "crazy-four"))
"""It is counted as Crazy 4 is, in three times its time."""


def same(one: Solution, other: Solution) -> bool:
    """Whether two ways to solve a game agree on every deal, every bet and every decision."""
    return (
        one.deals == other.deals
        and one.unit == other.unit
        and one.bet == other.bet
        and one.net.tolist() == other.net.tolist()
        and one.ways.tolist() == other.ways.tolist()
        and one.frequencies == other.frequencies
    )


@pytest.fixture(autouse=True)
def high_card() -> Iterator[Game]:
    with registered() as game:
        yield game


@pytest.mark.parametrize("key", ["three-card", "high-card"])
def test_on_a_short_deck_counting_agrees_with_dealing_every_card(key: str) -> None:
    game = GAMES[key]
    assert same(general(game, deck=FIVE_RANKS).solve(), deal_out(game, deck=FIVE_RANKS))


@pytest.mark.thorough
@pytest.mark.parametrize(
    "key", ["let-it-ride", pytest.param("mississippi", marks=pytest.mark.slow), "caribbean", FOUR_CARD, CRAZY_FOUR]
)
def test_on_a_short_deck_counting_agrees_with_dealing_the_larger_games_out(key: str) -> None:
    game = GAMES[key]
    deck = GameDeck(4) if game.layout.own == 5 else FIVE_RANKS
    assert same(general(game, deck=deck).solve(), deal_out(game, deck=deck))


@pytest.mark.thorough
@pytest.mark.parametrize("ranks", first_of([5, 6, 7]))
def test_hold_em_is_solved_alike_by_the_general_solver_and_its_own(ranks: int) -> None:
    made = general(UTH, deck=GameDeck(ranks)).solve()
    own = solve_deck((1 << ranks) - 1 << 13 - ranks)
    assert (made.value, made.deals, made.average_bet) == (own.value, own.deals, own.average_bet)
    assert made.frequencies["flop"]["bet2"] == own.frequencies["bet2"]
    assert made.frequencies["river"]["fold"] == own.frequencies["fold"]


@pytest.mark.slow
def test_on_a_short_deck_counting_agrees_with_dealing_out_three_streets_and_a_board() -> None:
    game, deck = GAMES["holdem-bonus"], GameDeck(3)
    assert same(general(game, deck=deck).solve(), deal_out(game, deck=deck))


@pytest.mark.slow
def test_hold_em_on_the_whole_deck_is_solved_alike_by_the_general_solver_and_its_own() -> None:
    assert same(AnyGame(UTH).solve(), solver(UTH).solve())


@pytest.mark.parametrize("key", first_of(["three-card", "let-it-ride", "mississippi"]))
def test_the_whole_deck_is_solved_alike_by_the_general_solver_and_a_faster_one(key: str) -> None:
    assert same(AnyGame(GAMES[key]).solve(), solver(GAMES[key]).solve())


@pytest.mark.thorough
@pytest.mark.parametrize("key", ["caribbean", FOUR_CARD, CRAZY_FOUR])
def test_the_larger_games_too(key: str) -> None:
    assert same(AnyGame(GAMES[key]).solve(), solver(GAMES[key]).solve())


@pytest.mark.parametrize("key", first_of(["three-card", "mississippi", "uth"]))
def test_a_choice_is_worth_the_same_whoever_works_it_out(key: str) -> None:
    game, chance = GAMES[key], Random(11)
    for street in range(1 if game is UTH else 0, len(game.streets)):
        cards = chance.sample(DECK, game.layout.own + game.board_at(street) + 4)
        own, rest = tuple(cards[: game.layout.own]), tuple(cards[game.layout.own :])
        board, seen = rest[: game.board_at(street)], rest[game.board_at(street) :]
        for others in ((), seen):
            found = AnyGame(game).advise(own, board, seen=others)
            assert found == solver(game).advise(own, board, seen=others), cards_text((*own, *board))
            assert list(found.values()) == sorted(found.values(), reverse=True), "the best comes first"


def test_what_is_worth_most_on_average_is_what_the_game_is_worth() -> None:
    made = solver(HIGH_CARD)
    best = [max(made.advise((card,)).values()) for card in DECK]
    assert sum(best) / 52 == made.solve().value == Fraction(-5, 51)


def test_a_seen_card_is_out_of_the_deck() -> None:
    """A seven against the rest of the deck, and against a rest without kings, which all beat it."""
    (seven,) = parse_cards("7s")
    blind, seeing = (solver(HIGH_CARD).advise((seven,), seen=parse_cards(seen)) for seen in ("", "Ks Kh Kd Kc"))
    assert blind["fold"] == seeing["fold"] == -1
    assert seeing["bet1"] - blind["bet1"] == Fraction(-12, 47) - Fraction(-20, 51)


def test_a_sample_comes_out_near_the_exact_value_and_the_same_seed_gives_the_same_rounds() -> None:
    made = solver(HIGH_CARD)
    run, again = (made.simulate(200_000, seed=4) for _ in range(2))
    low, high = run.confidence(0.9999)
    assert low < float(made.solve().value) < high
    assert run.curve.tolist() == again.curve.tolist()


def test_what_looking_at_others_gives_is_measured_around_its_exact_value() -> None:
    """High Card Duel with two players, counted over all 52 × 51 pairs of an own card and a seen one."""
    made = solver(HIGH_CARD)
    best = [max(made.advise((own,), seen=(seen,)).values()) for own, seen in permutations(DECK, 2)]
    run = made.face_up(2, samples=400, seed=3)
    assert abs(float(run.edge) + float(sum(best) / len(best))) <= 5 * run.gain.error + 1e-12
    assert run.edge <= float(made.solve().edge)
    kept = face_up_run(UTH, 6)
    assert kept is not None
    assert list(run.to_dict()) == list(kept)[:20], "one shape for every game"


@pytest.mark.parametrize("streets", first_of([1, 2]))
def test_over_all_cards_play_that_does_not_look_is_worth_the_game_and_looking_never_less(streets: int) -> None:
    """So the average of such play is known, and only what looking adds is estimated."""
    game = HIGH_CARD if streets == 1 else flop_duel()
    made = general(game, deck=GameDeck(2))
    cards = [card for card in DECK if card >= made.deck.lowest]
    total = deals = 0
    for own in combinations(cards, game.layout.own):
        for seen in ((card,) for card in cards if card not in own):
            usual, fixed = without_looking(made, own, (), (), seen)
            looking = dealt_out(made, made.tree.root, own, (), (), seen)
            over = deals_after(made, (), seen) * made.payoffs.unit
            assert usual in looking
            assert fixed <= max(looking.values()) * over
            total, deals = total + fixed, deals + over
    assert Fraction(total, deals) == made.solve().value


class PowerCut(Exception):
    """What stops a run after each finished record."""


def cut(_words: str, _share: float) -> None:
    raise PowerCut


def test_a_face_up_run_of_any_game_is_kept_resumed_shared_out_and_merged(tmp_path: Path) -> None:
    made, file = solver(HIGH_CARD), tmp_path / "run.jsonl"
    whole = made.face_up(3, samples=20, seed=5).to_dict()
    with pytest.raises(PowerCut):
        made.face_up(3, samples=20, seed=5, work=WorkPlan(checkpoint=file), progress=cut)
    assert len(file.read_text().splitlines()) == 2, "the configuration and one batch"
    told = made.face_up(3, samples=20, seed=5, work=WorkPlan(checkpoint=file, resume=True)).to_dict()
    assert told | {"seconds": 0} == whole | {"seconds": 0}
    parts = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for number, part in enumerate(parts, 1):
        work = WorkPlan(checkpoint=part, shard=Shard(number, 2))
        assert made.face_up(3, samples=20, seed=5, work=work).to_dict()["part"]["of"] == 3
    both = made.face_up(2, work=WorkPlan(checkpoint=tmp_path / "both.jsonl", merge=tuple(parts))).to_dict()
    assert both | {"seconds": 0} == whole | {"seconds": 0}


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"players": 2}, "want a number of samples"),
        ({"players": 1, "samples": 9}, "1 players make no face-up table of High Card Duel; want 2 to 51"),
        ({"players": 2, "samples": 9, "work": WorkPlan(engine="gpu")}, "not worked out on gpu; want --engine cpu or"),
    ],
)
def test_a_face_up_run_that_cannot_be_is_refused(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        solver(HIGH_CARD).face_up(**asked)


@pytest.mark.parametrize("key", first_of(["three-card", "flop duel", "uth"]))
def test_a_solve_that_is_interrupted_again_and_again_comes_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """Every attempt keeps one chunk more: of the way back, then of the way forth."""
    monkeypatch.setattr("croupier.lab.solver.general._ROWS", {"uth": 512, "three-card": 16}.get(key, 2))
    game, deck = (flop_duel(), GameDeck(3)) if key == "flop duel" else (GAMES[key], FIVE_RANKS)
    whole, file, attempts = general(game, deck=deck), tmp_path / "solve.jsonl", 0
    solution = whole.solve()
    while True:
        made, attempts = general(game, deck=deck), attempts + 1
        try:
            resumed = made.solve(WorkPlan(checkpoint=file, resume=True), cut)
        except PowerCut:
            assert len(file.read_text().splitlines()) == 1 + attempts
            continue
        break
    assert attempts == 2 * whole.chunks + 1 > 4, "nothing is left to do in the last one"
    assert same(resumed, solution)
    assert {at: one.tolist() for at, one in made.best.items()} == {at: one.tolist() for at, one in whole.best.items()}
    assert {at: one.tolist() for at, one in made.values.items()} == {
        at: one.tolist() for at, one in whole.values.items()
    }


def test_a_checkpoint_of_another_solve_or_a_damaged_one_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "solve.jsonl"
    work = WorkPlan(checkpoint=file, resume=True)
    general(GAMES["three-card"], deck=FIVE_RANKS).solve(work)
    lines = file.read_text().splitlines()
    with pytest.raises(OtherConfiguration, match="ranks 5 there, 6 here"):
        general(GAMES["three-card"], deck=GameDeck(6)).solve(work)
    with pytest.raises(NoCheckpoint, match="--resume"):
        general(GAMES["three-card"], deck=FIVE_RANKS).solve(WorkPlan(checkpoint=file))
    bomb = base64.b64encode(zlib.compress(bytes(1 << 20))).decode()
    for wrong in (
        "gibberish",
        "[1]",
        '{"unit": 9, "arrays": []}',
        '{"unit": 0, "arrays": []}',
        f'{{"unit": 1, "arrays": ["{bomb}", "{bomb}"]}}',
    ):
        file.write_text("\n".join([lines[0], wrong]) + "\n")
        with pytest.raises(DamagedCheckpoint, match="not a record of finished work"):
            general(GAMES["three-card"], deck=FIVE_RANKS).solve(work)


def test_what_is_solved_in_one_piece_keeps_nothing(tmp_path: Path) -> None:
    for key in ("uth", "three-card"):
        with pytest.raises(Refused, match="solved in one piece"):
            solver(GAMES[key]).solve(work=WorkPlan(checkpoint=tmp_path / "solve.jsonl"))


def spades_are_better(own: Cards, board: Cards) -> Strength:
    (card,) = own
    return 2 * (card.rank + 1) + (card.suit == 3)


def test_a_game_in_which_suits_are_not_alike_is_counted_suit_by_suit() -> None:
    ranking = replace(HIGH_CARD.ranking, strength=lambda cards: spades_are_better(tuple(cards), ()))
    game = replace(HIGH_CARD, rank=spades_are_better, ranking=ranking)
    made = general(game)
    assert not made.deck.plain_suits
    assert same(made.solve(), deal_out(game))


def without_the_lowest_straight_flush(own: Cards, board: Cards) -> Strength:
    """Three cards as usual, but ace, two and three of a suit are a flush and no more."""
    lowest = sorted(card.rank for card in own) == [0, 1, 12] and len({card.suit for card in own}) == 1
    return 2 << 12 | 12 << 8 | 1 << 4 if lowest else strength_of_three(own)


def test_a_game_that_ranks_a_single_hand_in_its_own_way_is_not_taken_for_another() -> None:
    """Four hands of 22,100 are others: a few hundred deals would hardly show it."""
    game = replace(GAMES["three-card"], rank=without_the_lowest_straight_flush)
    usual, other = (general(one).solve() for one in (GAMES["three-card"], game))
    assert usual.deals == other.deals
    assert usual.edge != other.edge


def by_the_cards(seat: Seat, hands: Hands, terms: Terms) -> list[Result]:
    """The dealer's ace of spades is treated as if the dealer did not play."""
    ace = hands.dealer_cards == parse_cards("As")
    return settle(seat, hands._replace(dealer=0) if ace else hands, terms)


def test_a_game_that_settles_by_the_cards_themselves_is_dealt_out() -> None:
    game = replace(HIGH_CARD, settle=by_the_cards)
    assert same(AnyGame(game).solve(), deal_out(game))
    with pytest.raises(NotCounted, match="settles by the cards themselves"):
        AnyGame(game).advise(parse_cards("7s"))


def test_a_game_with_a_board_and_two_streets_is_solved_from_its_value_alone() -> None:
    """Two cards each, two on the board, a ranking of its own: nobody has made a solver for it."""
    game = flop_duel()
    assert same(general(game, deck=GameDeck(3)).solve(), deal_out(game, deck=GameDeck(3)))


def flop_duel() -> Game:
    street, reveal = HIGH_CARD.streets[0], HIGH_CARD.reveals[0]
    return replace(
        HIGH_CARD,
        layout=Layout(own=2, dealer=2, board=2, felt=HIGH_CARD.layout.felt),
        streets=(replace(street, key="first", offers=UTH.streets[1].offers, late=UTH.streets[1].late), street),
        reveals=(replace(reveal, board=1, dealer=False), replace(reveal, board=2)),
        ranking=Ranking(strength=pairs_first, category=HIGH_CARD.ranking.category, describe=str, least=4),
        rank=lambda own, board: pairs_first((*own, *board)),
        qualifies=None,
        settle=lambda seat, hands, terms: settle(
            seat, hands._replace(dealer=hands.dealer + 100, player=hands.player + 100), terms
        ),
    )


def pairs_first(cards: Cards | list[Card]) -> Strength:
    ranks = sorted(card.rank for card in cards)
    pairs = [rank for rank in ranks if ranks.count(rank) > 1]
    return 20 * (1 + max(pairs)) + max(ranks) if pairs else max(ranks)


@pytest.mark.parametrize("key", first_of(["three-card", "mississippi"]))
def test_a_chart_is_the_same_whoever_works_it_out(key: str) -> None:
    fast, slow = (made.chart().streets[0] for made in (solver(GAMES[key]), AnyGame(GAMES[key])))
    assert fast.columns == slow.columns
    assert [one.words for one in fast.rows] == [one.words for one in slow.rows]
    assert [(one.hands, one.shares) for one in fast.rows] == [(one.hands, one.shares) for one in slow.rows]
    assert [dict(one.values or other.values) for one, other in zip(fast.rows, slow.rows, strict=True)] == [
        dict(one.values) for one in slow.rows
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("key", ["caribbean", FOUR_CARD, CRAZY_FOUR])
def test_so_are_the_charts_of_the_larger_games(key: str) -> None:
    test_a_chart_is_the_same_whoever_works_it_out(key)


def test_a_game_with_a_ranking_of_its_own_has_a_ladder_by_its_names_and_the_dealers_card() -> None:
    """The dealer's only card is shown: play against one that does not play, or that is no better."""
    game = replace(HIGH_CARD, layout=replace(HIGH_CARD.layout, up=1))
    (street,) = AnyGame(game).chart().streets
    assert "".join(street.columns) == "23456789TJQKA"
    assert [(row.low, row.high, row.hands) for row in street.rows][:3] == [
        ("ace", "five", 20),
        ("six", "six", 4),
        ("seven", "seven", 4),
    ]
    assert sum(row.hands for row in street.rows) == 52
    played = {row.low: dict(zip(street.columns, row.choices, strict=True)) for row in street.rows}
    assert {shown for shown, choice in played["ace"].items() if choice == "bet1"} == set("A2345")
    assert {shown for shown, choice in played["jack"].items() if choice == "fold"} == set("QK")


def test_a_game_that_begins_with_two_cards_has_the_starting_hands_and_then_what_the_cards_make() -> None:
    with admitted() as game:
        made = solver(game)
        first, last = made.chart().streets
        assert first.starts
        assert sum(row.hands for row in first.rows) == 1326
        assert sum(row.hands * row.values[row.best] for row in first.rows) / 1326 == made.solve().value
        (aces,) = (row for row in first.rows if row.low == "AA")
        assert dict(aces.values) == made.advise(parse_cards("As Ah"))
        assert [(row.low, row.high, *row.choices) for row in last.rows] == [
            ("five high", "jack high", "bet1"),
            ("queen high", "queen high", ""),
            ("king high", "king high", ""),
            ("ace high", "ace high", ""),
            ("pair of deuces", "straight flush, queen to ace", "bet1"),
        ]
        assert sum(row.hands for row in last.rows) == 1326 * 50
        common = [card for card in DECK if card.suit == 0]
        dealt = ((own, (card,)) for card in common for own in combinations(DECK, 2) if card not in own)
        queens = [made.choose(*cards) for cards in dealt if game.hand_words(*cards) == "queen high"]
        assert last.rows[1].shares[0]["fold"] == Fraction(queens.count("fold"), len(queens))


def test_cards_that_are_too_few_for_a_hand_go_by_what_they_are_called() -> None:
    """A card each and two on the board, of which one lies there: a pair is named, any other two cards are not."""
    game = replace(
        flop_duel(),
        layout=Layout(own=1, dealer=1, board=2, felt=HIGH_CARD.layout.felt),
        ranking=replace(flop_duel().ranking, least=3),
        start_words=lambda cards: "a pair" if len(cards) == 2 and cards[0].rank == cards[1].rank else "",
    )
    made = AnyGame(game)
    first, last = made.chart().streets
    assert [(row.words, row.hands) for row in first.rows] == [("any hand", 52)]
    assert [(row.words, row.hands) for row in last.rows] == [("any hand", 52 * 48), ("a pair", 52 * 3)]
    assert max(first.rows[0].values.values()) <= made.solve().value
    worth = [made.advise((card,), (board,)) for card, board in permutations(DECK, 2) if card.rank == board.rank]
    assert last.rows[1].values["bet1"] == sum(one["bet1"] for one in worth) / len(worth)


@pytest.mark.parametrize("key", first_of(["three-card", "let-it-ride", "mississippi"]))
def test_habit_is_worth_the_same_whoever_works_it_out(key: str) -> None:
    """Played as is best by a generous table, and paid by the approved one."""
    game = GAMES[key]
    (bet,) = game.base_tables
    usual = paytable(game.rule_sets[0].tables[bet][0], bet)
    richer = {bet: replace(usual, pays={**usual.pays, "straight": To(30)})}
    fast, slow = (made.habit(richer) for made in (solver(game), AnyGame(game)))
    assert fast(None) == slow(None) <= solver(game).solve().value
    assert fast(richer) == slow(richer) == solver(game).solve(richer).value


REFUSED = [
    (replace(HIGH_CARD, layout=replace(HIGH_CARD.layout, dealer=3, up=2)), "shows 2 cards of the dealer's"),
    (replace(UTH, layout=replace(UTH.layout, up=1)), "beside a board"),
    (replace(UTH, layout=replace(UTH.layout, board=7)), "6 at most"),
    (replace(UTH, rank=lambda own, board: own[0].rank), "ranks .* different hands in a way of its own"),
]


@pytest.mark.parametrize(("game", "why"), REFUSED)
def test_what_cannot_be_counted_is_refused_in_words(game: Game, why: str) -> None:
    with pytest.raises(NotCounted, match=why):
        general(game)


def test_cards_with_which_nobody_decides_are_refused_in_words() -> None:
    with pytest.raises(NoDecision, match="with 1 cards on the board nobody decides in High Card Duel"):
        solver(HIGH_CARD).advise(parse_cards("7s"), parse_cards("8s"))
    with pytest.raises(NoDecision, match="no 9 base bets can be down there; want 1"):
        solver(HIGH_CARD).advise(parse_cards("7s"), down=9)
    with pytest.raises(NoDecision, match="too many"):
        solver(HIGH_CARD).advise(DECK[:1], seen=DECK[1:])
