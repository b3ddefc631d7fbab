"""`import croupier`: a dozen names, typed and documented, loaded when they are used."""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.extras import ExtraMissing

ROOT = Path(__file__).parents[2]
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "tasks.md").read_text(encoding="utf-8"), re.DOTALL)
PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
PROMISED = [
    "GAMES", "RULE_SETS", "Card", "PlayedRound", "Refused", "best_decision", "cards_text", "deal", "parse_cards",
    "read_notation", "read_rounds", "settle", "simulate", "solve", "write_notation",
]  # fmt: skip
"""The front door, written by hand: taking a name away breaks a promise."""


def python(code: str, *flags: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *flags, "-c", code], capture_output=True, encoding="utf-8")


def test_the_front_door_has_exactly_the_names_that_are_promised() -> None:
    assert [name for name in croupier.__all__ if not name.startswith("_")] == PROMISED
    assert [name for name in dir(croupier) if not name.startswith("_")] == sorted(PROMISED)


@pytest.mark.parametrize("name", PROMISED)
def test_every_name_is_there_documented_and_on_the_page(name: str) -> None:
    found = getattr(croupier, name)
    assert name.isupper() or inspect.getdoc(found)
    assert f"`{name}" in PAGE


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'shuffle_up'"):
        croupier.shuffle_up  # type: ignore[attr-defined]  # noqa: B018


def test_importing_loads_nothing_that_is_not_of_the_standard_library() -> None:
    code = "import sys; before = set(sys.modules); import croupier; print(sorted(set(sys.modules) - before))"
    loaded = [name for name in eval(python(code).stdout) if name.partition(".")[0] not in sys.stdlib_module_names]
    assert loaded == ["croupier", "croupier.lazy"]


def test_a_round_is_dealt_settled_and_told_by_the_standard_library_alone() -> None:
    """`-S` leaves every installed package out, so that this is the core by itself."""
    source = str(ROOT / "src")
    case = {"rules": "wa-base", "board": "6d As 8h Td Qd", "dealer": "3s Kh"}
    case |= {"seats": [{"seat": 3, "hole": "9c Js", "ante": 1000, "line": "bet4"}]}
    settle = f"print(croupier.settle({case!r})['seats'][0]['total'])"
    code = f"import sys; sys.path.insert(0, {source!r})\n{EXAMPLES[0]}\n{settle}"
    ran = python(code, "-S")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == "5000"


@pytest.mark.parametrize("name", ["solve", "best_decision", "simulate"])
def test_a_missing_extra_is_named_in_one_line(name: str) -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); import croupier\ntry: croupier.{name}\n"
    ran = python(code + "except ImportError as error: print(error)", "-S")
    says = f"croupier.{name} needs the lab extra: pip install 'croupier[lab]' (numpy is not installed)\n"
    assert ran.stdout.replace("(numba", "(numpy") == says, ran.stderr
    assert issubclass(ExtraMissing, croupier.Refused)


def test_the_best_decision_of_a_round_asks_for_its_extra_too() -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); import croupier\n"
    ran = python(code + "try: croupier.deal('uth').best(1)\nexcept ImportError as error: print(error)", "-S")
    assert "the best decision needs the lab extra: pip install 'croupier[lab]'" in ran.stdout, ran.stderr


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_readme_run(example: str) -> None:
    assert example.count("\n") <= 10, "in ten lines"
    exec(example, {})


def test_the_example_of_the_page_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(example, {})


def test_the_examples_of_the_readme_are_files_that_the_type_checker_reads() -> None:
    """`make lint` runs `mypy --strict` over `examples/`."""
    kept = [(ROOT / "examples" / f"{name}.py").read_text(encoding="utf-8") for name in ("first_round", "first_odds")]
    assert [text.partition('"""\n\n')[2] for text in kept] == EXAMPLES
    assert '"examples"' in re.findall(r"^files = .*$", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)[0]


@pytest.mark.slow
def test_a_name_that_does_not_exist_is_found_by_the_type_checker(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("import croupier\ncroupier.dela('uth')\n", encoding="utf-8")
    asked = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "wrong.py"]
    where = {**os.environ, "MYPYPATH": str(ROOT / "src")}
    ran = subprocess.run(asked, cwd=tmp_path, capture_output=True, encoding="utf-8", env=where)
    assert ran.stdout.startswith('wrong.py:2: error: Module has no attribute "dela"')


@pytest.mark.parametrize("game", croupier.GAMES)
def test_a_round_of_any_game_goes_to_its_end_and_is_read_back(game: str) -> None:
    for choose in (0, -1):
        round = croupier.deal(game, seed=7)
        assert round.due == (1,)
        assert len(round.cards(1)) == croupier.GAMES[game].layout.own
        while round.due:
            round = round.act(1, round.legal_actions(1)[choose])
        assert round.is_over
        assert round.net(1) == sum(result.net for result in round.results(1))
        assert croupier.read_notation(croupier.write_notation(round)) == round


def test_one_round_spelled_out() -> None:
    """The round of R22 that docs/cases.md settles: nothing with the dealer, a straight for the player."""
    deck = "6d As 8h Td Qd"
    settled = croupier.settle(
        {
            "rules": "wa-base",
            "board": deck,
            "dealer": "3s Kh",
            "seats": [{"seat": 3, "hole": "9c Js", "ante": 1000, "line": "bet4"}],
        }
    )
    assert settled["seats"][0]["net"] | {} == {
        "ante": 0, "blind": 1000, "play": 4000, "trips": 0, "bad_beat": 0, "pairs": 0, "progressive": 0, "envy": 0,
    }  # fmt: skip


def test_acting_gives_a_new_round_and_leaves_the_old_one() -> None:
    before = croupier.deal("uth", {3: {"ante": 1000}}, seed="x")
    after = before.act(3, "check")
    assert (before.street, before.board, after.street) == ("preflop", (), "flop")
    assert len(after.board) == 3
    assert before.dealer == after.dealer == ()


def test_the_same_seed_deals_the_same_cards_and_none_deals_others() -> None:
    assert croupier.deal("uth", seed=1) == croupier.deal("uth", seed=1)
    assert croupier.deal("uth").round.deck != croupier.deal("uth").round.deck


def test_a_bank_and_a_deck_of_ones_own() -> None:
    deck = croupier.deal("uth", seed=2).round.deck
    round = croupier.deal(rules="ca", bets={2: {"ante": 1000}}, bank=(1, 100_000), deck=croupier.cards_text(deck))
    assert round.act(2, "bet4").is_over
    assert round.round.deck == deck


def test_refusals_say_what_would_be_right() -> None:
    with pytest.raises(croupier.Refused, match="no game 'chess'; there are uth"):
        croupier.deal("chess")
    with pytest.raises(croupier.Refused, match="not from both"):
        croupier.deal("uth", seed=1, deck="As")
    with pytest.raises(croupier.Refused, match=r"legal actions: bet4, bet3, check"):
        croupier.deal("uth").act(1, "fold")
    with pytest.raises(croupier.Refused, match="seat 4 is not in this round; staked seats: 1"):
        croupier.deal("uth").cards(4)
    with pytest.raises(croupier.Refused, match="no seats"):
        croupier.settle({"rules": "wa-base"})


def test_what_is_settled_is_what_the_command_answers() -> None:
    case = json.loads((ROOT / "tests" / "cases" / "settlement.jsonl").read_text(encoding="utf-8").splitlines()[0])
    from croupier.floor.cases import answer

    given = case.get("case", case)
    assert croupier.settle(given) == answer(given)


@pytest.mark.parametrize("amount", [50.0, 1000.5, "10", None, True])
def test_a_bet_that_is_no_whole_cents_is_refused_in_words(amount: Any) -> None:
    with pytest.raises(croupier.Refused, match="want whole cents, such as 1000 for"):
        croupier.deal("uth", {1: {"ante": amount}})
    with pytest.raises(croupier.Refused, match="on the bank is no amount"):
        croupier.deal("uth", {2: {"ante": 1000}}, rules="ca", bank=(1, amount))
