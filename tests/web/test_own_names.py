"""Who has an account and practises: both are theirs to look at, apart, and in plain words."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from web_place import Place, Visit

from croupier.ledger.accounts import player
from croupier.money import parse_dollars


@pytest.fixture(scope="module")
def practised(place: Place) -> tuple[Visit, str]:
    """ann, who has bought chips at the cage and folded a round of Three Card Poker at a practice table."""
    visit = place.visit(place.player("ann"))
    table = visit.practise("three-card")
    round = place.table(table).in_play
    assert round is not None
    visit.must(table, "bet 10")
    place.until(table, lambda one: one.in_play is not None and bool(one.in_play.deal))
    visit.must(table, "fold")
    place.until(table, lambda one: one.in_play is not None and one.in_play.id != round.id)
    return visit, table


def ready(visit: Visit, path: str) -> Any:
    for _ in range(300):
        page = visit.json(path)
        if not page["progress"]:
            return page
        time.sleep(0.2)
    raise AssertionError(f"{path} never came: {page['progress']}")


def test_money_and_practice_are_looked_at_apart(practised: tuple[Visit, str], place: Place) -> None:
    visit, _ = practised
    money = ready(visit, "/you?game=three-card")
    assert (money["who"], money["rounds"]) == ("ann", 0)
    assert [one["words"] for one in money["names"]] == ["For money", "Practice"]
    guest = money["names"][1]["value"]
    played = ready(visit, f"/you?who={guest}")
    assert (played["who"], played["rounds"], played["game"]) == (guest, 1, "three-card")
    text = visit.get("/you").text
    assert "?who=ann.guest-" in text, "who has played nothing for money is led to what they practised"

    statement = visit.json(f"/you/statement?who={guest}")
    assert statement["account"] == f"player/{guest}"
    assert parse_dollars(statement["closing"]) == place.store.practice.balance(player(guest))
    assert visit.json("/you/statement")["account"] == "player/ann"
    for path in ("/you", "/you/statement", f"/you/statement?who={guest}"):
        assert "Sign out" in visit.get(path).text, "whoever looks is still signed in"


def test_a_practised_session_and_its_files_are_found_under_the_guests_name(
    practised: tuple[Visit, str], place: Place
) -> None:
    visit, table = practised
    guest = visit.json("/you")["names"][1]["value"]
    page = ready(visit, f"/you/review?who={guest}")
    assert (page["who"], page["session"], page["rounds"]) == (guest, f"{table}-1", 1)
    assert visit.json(f"/rounds/{table}-1")["session"] == f"/you/review?session={table}-1&who={guest}"
    (row,) = map(json.loads, visit.get(f"/you/rounds.jsonl?who={guest}").text.splitlines())
    assert (row["round"], row["player"], row["actions"]) == (f"{table}-1", guest, "fold")
    assert visit.get(f"/you/rounds.txt?who={guest}").text.startswith(f'round "{table}-1"')
    assert visit.get("/you/rounds.txt").text == "", "nothing for money"
    assert place.visit(place.player("max1")).get(f"/you/rounds.txt?who={guest}").text == "", "nobody else's"


def test_what_moved_outside_rounds_is_told_in_plain_words(practised: tuple[Visit, str]) -> None:
    visit, _ = practised
    assert visit.json("/you/statement")["rows"][-1]["words"] == "chips bought at the cage"
    guest = visit.json("/you")["names"][1]["value"]
    assert visit.json(f"/you/statement?who={guest}")["rows"][-1]["words"] == "play chips lent"


def test_anothers_practice_stays_theirs(practised: tuple[Visit, str], place: Place) -> None:
    visit, _ = practised
    guest = visit.json("/you")["names"][1]["value"]
    other = place.visit(place.player("bob"))
    assert ready(other, f"/you?who={guest}")["who"] == "bob"
    assert other.json(f"/you/statement?who={guest}")["account"] == "player/bob"
    assert [one["value"] for one in other.json("/you")["names"]] == ["bob"]
