"""The six games dealt face up: sums against decisions dealt out one by one, exact runs that prove themselves, and
runs that are kept, resumed and merged.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from croupier.cards import Card, Cards
from croupier.errors import Refused
from croupier.games import GAMES
from croupier.lab import capabilities as solved
from croupier.lab.capabilities import face_up_run, face_up_runs
from croupier.lab.checkpoint import CheckpointFile, DamagedCheckpoint, NoCheckpoint, OtherConfiguration, merge_lines
from croupier.lab.games.direct import choice_values
from croupier.lab.games.faceup import BEST, CHANGED, COLUMNS, COUNTED, FIXED, streets, threes, unions
from croupier.lab.games.faceup.plan import EXACT, FaceUpPlan
from croupier.lab.games.faceup.rules import counting_rule, rules
from croupier.lab.games.faceup.run import BatchSums, cpu_engine, do_batch, face_up_game, merge_batches, parse_sums
from croupier.lab.games.one_decision import DUEL_GAMES
from croupier.lab.games.solve import SIX_GAMES, solved_game
from croupier.lab.hands.cardsets import numbers
from croupier.lab.known_cards.totals import NotProven
from croupier.lab.work import Shard
from depth import first_of, thorough


def cards(*numbers: int) -> Cards:
    return tuple(map(Card, numbers))


FELTS = [("three-card", 2), ("three-card", 3), ("caribbean", 7), ("four-card", 7), ("crazy-four", 7)]


@thorough
@pytest.mark.parametrize(("key", "players"), first_of(FELTS))
def test_a_felt_is_worth_what_its_hands_are_dealt_out(key: str, players: int) -> None:
    game, made, chance = GAMES[key], unions.face_up_duels(key), random.Random(players)
    dealt = chance.sample(range(52), players * game.layout.own + game.layout.up)
    felt, up = dealt[: players * game.layout.own], dealt[players * game.layout.own :]
    (totals,) = unions.add_up(made, np.array([dealt], np.uint8), players)
    cells = unions.learn(made, np.array([dealt], np.uint8), players).sum(axis=0)
    hands = list(combinations(felt, game.layout.own))
    grades = [int(made.own[number]) for number in numbers(np.array(hands, np.uint8))]
    dealers = made.over(players) // len(hands)
    for at in chance.sample(range(len(hands)), 12):
        own, alike = hands[at], grades.count(grades[at])
        value = choice_values(game, cards(*own), (), cards(*up), cards(*(set(felt) - set(own))))
        for place, action in enumerate(game.streets[0].offers):
            if str(action) in value:
                # Hands of one grade are worth the same on one felt: the cell has that worth as often as they are there.
                assert Fraction(int(cells[grades[at], place]), alike * dealers * made.unit) == value[str(action)]
    assert totals[BEST] >= totals[FIXED]


@thorough
def test_three_card_by_sets_and_by_felts_are_the_same_game() -> None:
    """Three seen cards with every own hand, or six on the felt with every way to share them: one average."""
    game = unions.face_up_duels("three-card")
    chance = np.random.default_rng(5)
    seen = np.sort(np.argsort(chance.random((1, 52)), axis=1)[:, :3]).astype(np.uint8)
    totals = threes.add_up(game, seen)[0]
    rest = [card for card in range(52) if card not in seen[0]]
    values = [
        max(choice_values(GAMES["three-card"], cards(*own), seen=cards(*seen[0].tolist())).values())
        for own in random.Random(1).sample(list(combinations(rest, 3)), 40)
    ]
    mean = sum(values) / 40
    whole = Fraction(int(totals[BEST]), threes.over(3) * game.unit)
    assert abs(float(mean - whole)) < 1.0, "a sample of the same hands"
    assert totals[BEST] >= totals[COUNTED] == totals[FIXED]


@thorough
@pytest.mark.parametrize("key", first_of(["let-it-ride", "mississippi"]))
def test_nothing_seen_is_the_base_game(key: str) -> None:
    game = streets.streets(key)
    (totals,) = streets.add_up(game, np.zeros((1, 0), np.uint8))
    solution = solved_game(GAMES[key])
    over = game.over(1) * game.unit
    assert Fraction(int(totals[BEST]), over) == Fraction(int(totals[FIXED]), over) == solution.value
    assert totals[CHANGED] == 0


@thorough
def test_a_set_of_mississippi_is_the_sum_of_its_hands() -> None:
    """With so many cards seen that each hand can be dealt out in a moment."""
    seen = [*range(0, 52, 2), 1, 5, 9, 13]
    game = streets.streets("mississippi")
    (totals,) = streets.add_up(game, np.array([seen], np.uint8))
    rest = [card for card in range(52) if card not in seen]
    hands = list(combinations(rest, 2))
    best = sum(max(choice_values(GAMES["mississippi"], cards(*own), seen=cards(*seen)).values()) for own in hands)
    assert best == Fraction(int(totals[BEST]) * len(hands), game.over(16) * game.unit)


@thorough
def test_a_set_of_let_it_ride_is_worth_more_to_one_who_looks() -> None:
    game = streets.streets("let-it-ride")
    chance = np.random.default_rng(2)
    seen = np.argsort(chance.random((3, 52)), axis=1)[:, :6].astype(np.uint8)
    totals = streets.add_up(game, seen)
    assert (totals[:, BEST] >= totals[:, FIXED]).all()
    own = cards(*(card for card in range(52) if card not in seen[0]))[:3]
    value = choice_values(GAMES["let-it-ride"], own, seen=cards(*seen[0].tolist()))
    assert value["pull"] == 0


@thorough
@pytest.mark.parametrize("key", first_of(["three-card", "mississippi", "let-it-ride"]))
def test_an_exact_run_of_two_players_proves_itself(key: str) -> None:
    plan = FaceUpPlan(GAMES[key], 2)
    if key == "let-it-ride":
        # All 1,755 classes take half a minute.
        plan = FaceUpPlan(GAMES[key], 2, samples=100, seed=3)
    result = face_up_game(plan, cpu_engine)
    kept = face_up_run(GAMES[key], 2)
    assert kept is not None
    assert result.counted is not None
    if plan.exact:
        assert result.edge == Fraction(kept["exact_edge"]["numerator"], kept["exact_edge"]["denominator"])
        assert float(result.counted.value) == pytest.approx(kept["counted"], abs=1e-15)
    else:
        assert abs(float(result.edge) - kept["edge"]) < 5 * result.gain.error


@thorough
def test_a_wrong_number_is_found_out() -> None:
    def lying(plan: FaceUpPlan, batches: Sequence[int]) -> Iterator[BatchSums]:
        for found in cpu_engine(plan, batches):
            sums = list(found.sums)
            sums[FIXED] += 1
            yield BatchSums(**{**{name: getattr(found, name) for name in found.__slots__}, "sums": tuple(sums)})

    with pytest.raises(NotProven, match="want equality"):
        face_up_game(FaceUpPlan(GAMES["mississippi"], 2), lying)


@thorough
@pytest.mark.parametrize("key", first_of(SIX_GAMES))
def test_a_small_sample_agrees_with_the_published_run(key: str) -> None:
    players = 7 if key in ("three-card", "caribbean") else 6
    plan = FaceUpPlan(GAMES[key], players, samples=64, seed=11)
    result = face_up_game(plan, cpu_engine)
    kept = face_up_run(GAMES[key], players)
    assert kept is not None
    assert not kept["exact"]
    assert abs(float(result.edge) - kept["edge"]) < 4.5 * result.gain.error
    assert result.counted is not None
    assert result.counted.value < result.gain.value or result.gain.error > kept["standard_error"]


def test_every_game_has_its_runs_and_its_rule() -> None:
    for key in SIX_GAMES:
        runs = face_up_runs(GAMES[key])
        assert [run["players"] for run in runs] == [2, 3, 4, 5, 6, 7]
        edges = [run["edge"] for run in runs]
        assert edges == sorted(edges, reverse=True), "the more is seen, the less the house keeps"
        for run in runs:
            assert run["exact"] or run["standard_error"] <= 5e-5, "the error that was asked for"
            assert 0 < run["counted"] < run["gain"], "a rule on a card gets a part of it"
            assert counting_rule(key, run["players"]) is not None
        assert [run["exact"] for run in runs] == [run["players"] <= EXACT.get(key, 1) for run in runs]


def _lines(path: Path, resume: bool = False) -> CheckpointFile[BatchSums]:
    return CheckpointFile(path, resume, FaceUpPlan.format, parse_sums)


@thorough
def test_a_run_is_kept_resumed_shared_out_and_merged(tmp_path: Path) -> None:
    plan = FaceUpPlan(GAMES["three-card"], 4, samples=5 * FaceUpPlan.batch_size, seed=4)
    whole = face_up_game(plan, cpu_engine)

    def broken(plan: FaceUpPlan, batches: Sequence[int]) -> Iterator[BatchSums]:
        yield do_batch(plan, batches[0])
        raise KeyboardInterrupt

    file = tmp_path / "run.jsonl"
    with pytest.raises(KeyboardInterrupt):
        face_up_game(plan, broken, checkpoint=_lines(file))
    with pytest.raises(NoCheckpoint, match="--resume"):
        face_up_game(plan, cpu_engine, checkpoint=_lines(file))
    resumed = face_up_game(plan, cpu_engine, checkpoint=_lines(file, resume=True))
    assert (resumed.gain, resumed.counted) == (whole.gain, whole.counted)
    with pytest.raises(OtherConfiguration, match="players 4 there, 5 here"):
        face_up_game(
            FaceUpPlan(GAMES["three-card"], 5, plan.samples, 4), cpu_engine, checkpoint=_lines(file, resume=True)
        )

    parts = []
    for number in (1, 2):
        parts.append(tmp_path / f"part{number}.jsonl")
        part = face_up_game(plan, cpu_engine, checkpoint=_lines(parts[-1]), shard=Shard(number, 2))
        assert not part.complete
        assert part.to_dict()["part"]["of"] == 5
    told, records = merge_lines(parts, tmp_path / "both.jsonl", FaceUpPlan.format, parse_sums)
    assert merge_batches(records, told).gain == whole.gain


@pytest.mark.parametrize("line", ["", "{}", "[1]", '{"batch": 1}', "null"])
def test_a_damaged_line_is_refused(line: str) -> None:
    with pytest.raises(DamagedCheckpoint):
        parse_sums(line)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("uth", 3), "no game 'uth' here"),
        (("caribbean", 8, 100), "want 2 to 7"),
        (("caribbean", 1, 100), "want 2 to 7"),
        (("caribbean", 2), "want a number of samples"),
        (("mississippi", 5), "or at most 4 players"),
        (("mississippi", 5, 1), "at least 2"),
        (("mississippi", 5, 100, -1), "no seed -1"),
    ],
)
def test_a_run_that_cannot_be_is_refused(asked: tuple[str, int], words: str) -> None:
    with pytest.raises(Refused, match=words):
        FaceUpPlan(GAMES[asked[0]], *asked[1:])  # type: ignore[arg-type]


def test_a_gpu_finds_the_same_numbers() -> None:
    from croupier.lab.games.gpu import GamesGpu
    from croupier.lab.known_cards.gpu import NoGpu

    try:
        gpu = GamesGpu()
    except NoGpu as none:
        pytest.skip(str(none))
    for key in SIX_GAMES:
        plan = FaceUpPlan(GAMES[key], 4, samples=8)
        sets, _ = plan.sets(0)
        rule = counting_rule(key, 4)
        if key in DUEL_GAMES:
            mine = unions.add_up(unions.face_up_duels(key), sets, 4, rule)
            assert (gpu.on_felts(unions.face_up_duels(key), sets, 4, rule) == mine).all()
        else:
            assert (
                gpu.on_streets(streets.streets(key), sets, rule) == streets.add_up(streets.streets(key), sets, rule)
            ).all()
    assert len(COLUMNS) == 5


@pytest.mark.parametrize("key", SIX_GAMES)
def test_every_card_can_be_read_and_breaks_no_rule(key: str) -> None:
    from croupier.lab.games.faceup.rule_cards import rule_card

    for players in range(2, 8):
        card = rule_card(key, players)
        said = " ".join(cell for _, rows in card.tables for row in rows for cell in row)
        assert card.tables
        assert said
        assert card.counting
        if key == "crazy-four":
            assert "3x from pair of kings" not in said, "more than 1x is for aces (Z2)"


@thorough
def test_a_rule_is_found_again_from_a_few_felts() -> None:
    """Fewer samples find nearly the rule that is kept: it plays three quarters of the hands alike."""
    from croupier.lab.games.faceup.learning import learn_rule

    rule = np.array(learn_rule("three-card", 6, samples=512))
    kept = np.array([each[0] for each in rules()["three-card"]["6"]])
    assert rule.shape[1] == 1
    assert np.abs(rule[3:8, 0] - kept[3:8]).max() < 60


def test_the_report_says_what_the_runs_say() -> None:
    page = (Path(__file__).parents[2] / "docs" / "faceup.md").read_text(encoding="utf-8")
    for key in ("uth", *SIX_GAMES):
        told = face_up_runs(GAMES[key])
        edges = {1: told[0]["base_edge"], **{run["players"]: run["edge"] for run in told}}
        cells = " | ".join(f"{100 * edges[players]:.3f}".replace("-", "−") for players in range(1, 8))
        assert f"| {GAMES[key].name} | {cells} |" in page
    for key in SIX_GAMES:
        runs = face_up_runs(GAMES[key])
        gains = " | ".join(f"{100 * run['counted']:.3f} of {100 * run['gain']:.3f}" for run in runs)
        action = " | ".join(f"{100 * run['edge_of_action']:.3f}".replace("-", "−") for run in runs)
        assert gains in page
        assert action in page


@pytest.mark.parametrize("key", SIX_GAMES)
def test_r17_what_a_table_says_is_the_run_that_was_made(key: str) -> None:
    for players in range(2, 7):
        said, kept = solved.face_up_edge(GAMES[key], players), face_up_run(GAMES[key], players)
        assert said is not None
        assert kept is not None
        assert said == (kept["edge"], kept["standard_error"], kept["exact"])


def test_r17_the_same_of_ultimate_texas_holdem() -> None:
    for run in face_up_runs(GAMES["uth"]):
        said = solved.face_up_edge(GAMES["uth"], run["players"])
        assert said == (run["edge"], run["standard_error"], run["classes"] is not None)
