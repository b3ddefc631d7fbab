"""A table from one chair: what the page offers is what the table's terms offer."""

from __future__ import annotations

import pytest

from croupier.floor.table import Settings, Table
from croupier.rules.paytables import Bet
from croupier.rules.rulesets import RULE_SETS, ruleset
from croupier.rules.terms import terms
from croupier.web.chair import facts, table_page
from croupier.web.models import You


def page_of(rules: str, **choices: object) -> dict[str, object]:
    chosen = ruleset(rules)
    table = Table(name="T1", settings=Settings(terms=terms(chosen, **choices)))  # type: ignore[arg-type]
    page = table_page(table, You(), last=None, log=(), rounds=(), deadline_ms=None, now_ms=0, stamp=0)
    assert page.table == facts(table)
    return page.table.model_dump()


@pytest.mark.parametrize("rules", [name for name, one in RULE_SETS.items() if Bet.PROGRESSIVE in one.tables])
def test_the_progressive_sensor_is_there_only_where_a_stake_is_set(rules: str) -> None:
    without, with_stake = page_of(rules), page_of(rules, progressive_stake=100)
    assert "progressive" not in without["bets"]  # type: ignore[operator]
    assert without["progressive_stake"] is None
    assert "progressive" in with_stake["bets"]  # type: ignore[operator]
    assert with_stake["progressive_stake"] == 100


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_bet_that_the_rules_offer_has_its_spot_and_its_pay_table(rules: str) -> None:
    page = page_of(rules)
    offered = {bet.value for bet in RULE_SETS[rules].tables} - {"blind", "progressive"}
    assert set(page["bets"]) == offered  # type: ignore[call-overload]
    assert {table["bet"] for table in page["paytables"]} == offered | {"blind"}  # type: ignore[attr-defined]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_layout_says_what_it_must(rules: str) -> None:
    assert page_of(rules)["notices"] == list(RULE_SETS[rules].notices)


def test_face_up_dealing_and_an_aggregate_cap_are_announced() -> None:
    notices = page_of("wa-2018", face_up_approval="WSGC 7", aggregate_cap=5_000_000)["notices"]
    assert "Players' cards are dealt face up." in notices  # type: ignore[operator]
    assert "All winnings of a round together: at most $50,000." in notices  # type: ignore[operator]
