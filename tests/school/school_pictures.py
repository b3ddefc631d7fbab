"""What a picture says, read back without asking whoever drew it: the dealer's own way from the felt to the answer."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from croupier.games import GAMES, ruleset
from croupier.money import parse_dollars
from croupier.rules.actions import ACTIONS
from croupier.school.question import Amounts, Question


def _second_opinion() -> ModuleType:
    """The slow settlement that was written from the rulings alone."""
    path = Path(__file__).parents[1] / "floor" / "test_second_opinion.py"
    spec = importlib.util.spec_from_file_location("second_opinion", path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


OPINION = _second_opinion()
CHOSEN = ("Bad Beat", "Progressive")
"""Bets of which the house chooses what becomes of them after a fold."""


def facts(question: Question) -> dict[str, str]:
    return dict(question.picture.facts)


def stays_after_a_fold(question: Question, felt: str) -> bool:
    """R24, R40: what the house has chosen, as the picture says it."""
    return facts(question).get(f"{felt} after a fold") != "loses"


def case_of(question: Question) -> dict[str, Any]:
    """The settlement case that a picture shows: cards, bets, decisions, posted tables, bank. Nothing else is known."""
    game, picture, said = GAMES[question.game], question.picture, facts(question)
    felts = {spot.felt: spot.key for spot in game.spots}
    did = {action.did: str(action) for action in ACTIONS.values()}
    posted = {table.title.partition(" · ")[2] for table in picture.tables}
    made: dict[str, Any] = {
        "id": "school",
        "rules": question.rules,
        "paytables": {
            bet: name for bet, names in ruleset(question.rules).tables.items() for name in names if name in posted
        },
        "house": {f"{felts[felt]}_on_fold": stays_after_a_fold(question, felt) for felt in CHOSEN if felt in felts},
        "seats": [],
    }
    if picture.board:
        made["board"] = " ".join(map(str, picture.board))
    if picture.dealer:
        made["dealer"] = " ".join(map(str, picture.dealer))
    for seat in picture.seats:
        bets = {felts[felt]: cents for felt, cents in seat.wagers}
        row: dict[str, Any] = {
            "seat": seat.number,
            ("hole" if game.key == "uth" else "cards"): " ".join(map(str, seat.cards)),
        }
        row |= {
            game.case_key or game.base if spot == game.base else spot: cents
            for spot, cents in bets.items()
            if spot in game.side_bet or spot in (game.base, "progressive")
        }
        line = " ".join(did[part] for part in seat.did.split(", ") if part)
        if line:
            row["line"] = line
        made["seats"].append(row)
    if "Player-dealer" in said:
        where, _, wager = said["Player-dealer"].removeprefix("seat ").partition(", ")
        made["bank"] = {"seat": int(where), "wager": parse_dollars(wager), "coverage": said["Coverage"]}
    return made


def cents(text: str) -> int:
    """An amount of an answer in cents."""
    return -parse_dollars(text[1:]) if text.startswith("-") else parse_dollars(text.removeprefix("+"))


def answered(question: Question) -> dict[str, int]:
    """The right amounts by slot."""
    assert isinstance(question.asks, Amounts)
    return {slot.key: cents(text) for slot, text in zip(question.asks.slots, question.answer, strict=True)}
