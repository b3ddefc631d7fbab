"""A table from one chair: what the page offers is what the table's terms offer."""

from __future__ import annotations

import pytest

from croupier.floor.table import Settings, Table
from croupier.games import RULE_SETS, ruleset
from croupier.lab.capabilities import face_up_words, table_edges
from croupier.rules.terms import terms
from croupier.rules.wagers import PROGRESSIVE
from croupier.web.models import You
from croupier.web.table.facts import facts
from croupier.web.table.seat_page import TableState


def page_of(rules: str, **choices: object) -> dict[str, object]:
    chosen = ruleset(rules)
    table = Table(name="T1", settings=Settings(terms=terms(chosen, **choices)))  # type: ignore[arg-type]
    page = TableState(table, deadline_ms=None, now_ms=0, stamp=0).fields(You(), last=None, log=[], rounds=[])
    assert page["table"] == facts(table)
    return facts(table).model_dump()


def keys(page: dict[str, object], placed: str | None = None) -> set[str]:
    """The spots of a page's felt."""
    return {spot["key"] for spot in page["spots"] if placed in (None, spot["placed"])}  # type: ignore[attr-defined]


@pytest.mark.parametrize("rules", [name for name, one in RULE_SETS.items() if PROGRESSIVE in one.tables])
def test_the_progressive_sensor_is_there_only_where_a_stake_is_set(rules: str) -> None:
    without, with_stake = page_of(rules), page_of(rules, progressive_stake=100)
    assert "progressive" not in keys(without)
    assert without["progressive_stake"] is None
    assert "progressive" in keys(with_stake)
    assert with_stake["progressive_stake"] == 100


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_bet_that_the_rules_offer_has_its_spot_and_its_pay_table(rules: str) -> None:
    page, made = page_of(rules), RULE_SETS[rules]
    side_bets = {bet for bet in made.tables if bet in made.game.side_bet}
    base = {spot.key for spot in made.game.before if spot.key not in made.game.side_bet} - {"progressive"}
    assert keys(page, placed="before") == side_bets | base
    posted = {table["bet"] for table in page["paytables"]}  # type: ignore[attr-defined]
    assert posted == side_bets | set(made.game.base_tables)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_layout_says_what_it_must(rules: str) -> None:
    assert page_of(rules)["notices"] == list(RULE_SETS[rules].notices)


def test_face_up_dealing_and_an_aggregate_cap_are_announced() -> None:
    notices = page_of("wa-2018", face_up_approval="WSGC 7", open_spots=6, aggregate_cap=5_000_000)["notices"]
    assert OPEN in notices  # type: ignore[operator]
    assert "All winnings of a round together: at most $50,000." in notices  # type: ignore[operator]


OPEN = "Players' cards are dealt face up."

# rule set | what a table of all six spots gives to one who looks
FACE_UP = {
    "wa-2018": "Face up: house edge 0.89 % of the Ante against one who uses all cards of 6 players.",
    "three-card": "Face up: house edge 2.63 % of the Ante against one who uses all cards of 6 players.",
    "caribbean": "Face up: house edge 0.39 % of the Ante against one who uses all cards of 6 players.",
    "four-card": "Face up: one who uses all cards of 6 players has 0.05 % of the Ante over the house.",
    "crazy-four": "Face up: house edge 2.50 % of the Ante against one who uses all cards of 6 players.",
    "mississippi": "Face up: one who uses all cards of 6 players has 2.27 % of the Ante over the house.",
    "let-it-ride": "Face up: house edge 2.55 % of one bet against one who uses all cards of 6 players.",
}


@pytest.mark.parametrize("rules", FACE_UP)
def test_r17_a_face_up_table_says_what_it_gives_away(rules: str) -> None:
    assert face_up_words(terms(ruleset(rules), face_up_approval="WSGC 7", open_spots=6)) == FACE_UP[rules], "to staff"
    page = page_of(rules, face_up_approval="WSGC 7", open_spots=6)
    assert page["notices"] == [*RULE_SETS[rules].notices, OPEN], "and not to players"
    edges = page["face_up_edges"]
    assert list(edges) == [2, 3, 4, 5, 6]  # type: ignore[call-overload]
    assert page_of(rules)["face_up_edges"] == {}
    three = page_of(rules, face_up_approval="WSGC 7")
    assert list(three["face_up_edges"]) == [2, 3], "three spots unless more are asked for"  # type: ignore[call-overload]


def test_r17_by_another_pay_table_nothing_has_been_worked_out() -> None:
    chosen = RULE_SETS["mississippi"]
    made = terms(chosen, {**{bet: names[0] for bet, names in chosen.tables.items()}, "mississippi": "MS-02"},
                 face_up_approval="WSGC 7")  # fmt: skip
    assert table_edges(made) == {}
    assert face_up_words(made) == ""
