"""Requests that nobody means well: too long, made up, or a command's id used for another request."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from web_place import BOSS, TIMEOUT_S, Place

TOO_LONG = 1_000_001


@pytest.mark.parametrize("path", ["/sign-in", "/api/tables/T1/orders", "/between-servers/orders", "/no-such-page"])
def test_a_body_that_is_too_long_is_not_read(place: Place, path: str) -> None:
    json = {"content-type": "application/json"}
    answer = httpx.post(f"{place.url}{path}", content=b"x" * TOO_LONG, headers=json, timeout=TIMEOUT_S)
    assert answer.status_code == 413
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_body_of_no_stated_length_is_cut_off(place: Place) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(20):
            yield b"a=" + b"x" * 100_000

    answer = httpx.post(
        f"{place.url}/sign-in",
        content=pieces(),
        headers={"content-type": "application/x-www-form-urlencoded"},
        timeout=TIMEOUT_S,
    )
    assert answer.status_code == 400


@pytest.mark.parametrize("address", ["/api/lab/bench/ruin?hours=", "/api/lab/bench/ruin?bankroll=1", "/rounds/T1-"])
def test_a_number_of_thousands_of_digits_is_refused(place: Place, address: str) -> None:
    for digits in ("9" * 5_000, ",000" * 1_700):
        assert 400 <= httpx.get(f"{place.url}{address}{digits}", timeout=TIMEOUT_S).status_code < 500


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
def test_the_first_and_the_last_day_of_the_calendar_are_no_mistake(place: Place, day: str) -> None:
    boss = place.visit(BOSS)
    for page in ("/staff/figures", "/staff/figures.csv", "/staff/shift/past", "/staff/rounds", "/staff/journal"):
        for border in ("since", "from", "until"):
            assert boss.http.get(f"{page}?{border}={day}").status_code in (200, 409), (page, border)


def test_a_made_up_method_is_no_label_of_its_own(place: Place) -> None:
    for number in range(5):
        httpx.request(f"MADE{number}", f"{place.url}/", timeout=TIMEOUT_S)
    assert "MADE" not in httpx.get(f"{place.url}/metrics", timeout=TIMEOUT_S).text


def test_an_id_that_was_used_at_one_table_does_nothing_at_another_and_says_so(own_place: Place) -> None:
    own_place.open_table("T1")
    own_place.open_table("T2")
    ann = own_place.visit(own_place.player("ann"))
    assert ann.order("T1", "sit 3", command="the-same-key").status_code == 200
    answer = ann.order("T2", "sit 3", command="the-same-key")
    assert answer.status_code == 409
    assert "was used for another command" in answer.json()["error"]
    assert own_place.table("T2").sittings == ()


@pytest.mark.parametrize("name", ["croupier", "croupier-known", "anybodys"])
def test_no_cookie_is_unquoted(place: Place, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The library takes seconds over one of sixty thousand backslashes, and whoever sends it need not be known."""

    def unquoted(text: str) -> str:
        assert '"' not in text, "a quoted cookie comes to the library"
        return text

    monkeypatch.setattr("http.cookies._unquote", unquoted)
    long = {"cookie": f'{name}="' + "\\" * 60_000 + '"'}
    assert place.visit().http.get("/sign-in", headers=long).status_code == 200
    assert place.visit().http.post("/sign-in", data={"name": "x", "pin": "1"}, headers=long).status_code == 403
