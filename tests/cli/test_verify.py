"""`croupier verify`: the papers of a round against the promise before its bets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import croupier

from croupier.cards import cards_text
from croupier.fair.commitment import commitment, deck_of, unbound_commitment
from croupier.rules.deal import deal, parse_dealing

SEED = bytes(range(32))
DEALING = "uth hand-held 2 2 5"


def cards(dealing: str, seats: list[int]) -> dict[str, str]:
    """Where the cards of the demonstration's deck lie, dealt so."""
    dealt = deal(*parse_dealing(dealing), seats, deck_of("demo/1", SEED, {2: "lucky"}))
    lay = {**{f"seat {seat}": own for seat, own in dealt.own.items()}, "dealer": dealt.dealer, "board": dealt.board}
    return {place: cards_text(cards) for place, cards in lay.items()}


def papers() -> dict[str, Any]:
    return {
        "round": "demo/1",
        "commitment": commitment("demo/1", SEED, DEALING),
        "dealing": DEALING,
        "house_seed": SEED.hex(),
        "player_seeds": {"2": "lucky"},
        "deck": cards_text(deck_of("demo/1", SEED, {2: "lucky"})),
        "cards": cards(DEALING, [2, 5]),
    }


def verified(folder: Path, plain: object, *options: str) -> tuple[int, str]:
    file = folder / "reveal.json"
    file.write_text(json.dumps(plain))
    answer = croupier("verify", str(file), *options)
    return answer.status, answer.out + answer.err


def test_a_round_that_was_dealt_as_promised_is_shown_with_its_cards(tmp_path: Path) -> None:
    status, said = verified(tmp_path, papers())
    assert status == 0
    assert "is the promised one, and gives the deck that was dealt" in said
    assert f"How it is dealt was promised with it: {DEALING}." in said
    assert f"seat 5: {papers()['cards']['seat 5']}" in said


def test_of_an_older_round_it_is_said_that_the_dealing_was_not_promised(tmp_path: Path) -> None:
    old = papers() | {"commitment": unbound_commitment("demo/1", SEED)}
    del old["dealing"], old["cards"]
    status, said = verified(tmp_path, old)
    assert status == 0
    assert "how the deck is dealt was not promised before the bets" in said
    status, said = verified(tmp_path, old, "--json")
    assert json.loads(said)["dealing_bound"] is False


CHANGED = [
    (
        "another procedure",
        {"dealing": "uth packet 2 2 5", "cards": cards("uth packet 2 2 5", [2, 5])},
        "how its deck is",
    ),
    ("another layout", {"dealing": "uth hand-held 2 3 5"}, "how its deck is dealt"),
    ("another game", {"dealing": "four-card hand-held 2 2 5"}, "how its deck is dealt"),
    ("a dealing that is left out", {"dealing": ""}, "how its deck is dealt"),
    ("cards of another procedure", {"cards": cards("uth packet 2 2 5", [2, 5])}, "the deal was changed"),
    ("cards of one seat more", {"cards": {**cards(DEALING, [1, 2, 5]), "seat 1": ""}}, "the deal was changed"),
    ("cards of one seat less", {"cards": {**cards(DEALING, [2, 5]), "seat 5": "2c 3c"}}, "but 2c 3c was shown there"),
]


@pytest.mark.parametrize(("words", "change", "why"), CHANGED, ids=[row[0] for row in CHANGED])
def test_another_deal_than_the_promised_one_is_called_broken(
    words: str, change: dict[str, Any], why: str, tmp_path: Path
) -> None:
    status, said = verified(tmp_path, papers() | change)
    assert status == 1
    assert "NOT the promised shuffle" in said
    assert why in said


NO_REVEAL = [
    ("no text", {"cards": "As"}, "not a reveal"),
    ("a place that is none", {"cards": {"seat 9": "As Ks"}}, "no place 'seat 9' on a felt"),
]


@pytest.mark.parametrize(("words", "change", "why"), NO_REVEAL, ids=[row[0] for row in NO_REVEAL])
def test_what_is_no_reveal_is_refused_with_what_would_be(
    words: str, change: dict[str, Any], why: str, tmp_path: Path
) -> None:
    status, said = verified(tmp_path, papers() | change)
    assert status == 2
    assert why in said


@pytest.mark.parametrize("dealing", ["uth hand-held 2 2", "uth hand-held two 2 5", "uth hand-held -2 2 5"])
def test_an_unbound_dealing_that_says_nothing_is_refused(dealing: str, tmp_path: Path) -> None:
    old = papers() | {"commitment": unbound_commitment("demo/1", SEED), "dealing": dealing}
    status, said = verified(tmp_path, old)
    assert status == 2
    assert "does not say how cards are dealt" in said


def test_more_cards_than_a_deck_has_are_called_broken(tmp_path: Path) -> None:
    old = papers() | {"commitment": unbound_commitment("demo/1", SEED), "dealing": "uth shoe 999999999 2 5"}
    status, said = verified(tmp_path, old)
    assert status == 1
    assert "needs more than a deck" in said
