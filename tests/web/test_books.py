"""The books: the journal finds the words it shows, rounds are found and shown to each as they may see them, and an
account's equation comes out. All of it on a record that was really played."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from html import unescape
from itertools import pairwise
from typing import Any

import pytest
from web_place import BOSS, Place, Visit
from web_staff import ROYAL, open_link, seeded, staff

from croupier.floor.roles import Person, Role
from croupier.floor.soak.run import Soak
from croupier.floor.table import DealtBy
from croupier.ledger.accounts import Account
from croupier.money import dollars, parse_dollars, signed_dollars
from croupier.store.entry import contents
from croupier.web.staff.books import accounts, journal
from depth import thorough


@pytest.fixture(scope="module")
def auditor(place: Place) -> Visit:
    """An auditor's browser in a room where every game was played, with links, voids, banks and shifts."""
    assert Soak(place.store, seed=7, rounds=84, tables=14, _clock_ms=round(time.time() * 1000)).run().clean
    for link in place.house.links.desk.names():
        place.house.links.split_pool(link)  # what the house would do by itself after a while, in the middle of a test
    max_ = place.house.people.register("max", Role.AUDITOR, None, Person("soak-admin", Role.ADMIN), "max")
    return place.visit(max_)


def pages(visit: Visit, path: str) -> Iterator[Any]:
    """A page and all that follow it towards what is older."""
    while path:
        page = visit.json(path)
        yield page
        path = page["older"]


def dollars_of(text: str) -> int:
    return -parse_dollars(text[1:]) if text.startswith("-") else parse_dollars(text.removeprefix("+"))


def find(visit: Visit, text: str, **more: object) -> list[int]:
    """The positions of the entries on all pages of a search."""
    made = visit.http.build_request("GET", "/staff/journal", params={"text": text, **more})  # type: ignore[dict-item]
    path = made.url.raw_path.decode()
    return [entry["position"] for page in pages(visit, path) for entry in page["entries"]]


@thorough
def test_the_journal_is_newest_first_and_its_pages_have_every_entry_once(place: Place, auditor: Visit) -> None:
    found = [entry["position"] for page in pages(auditor, "/staff/journal") for entry in page["entries"]]
    assert found == list(range(place.store.position(), 0, -1))
    # And back: the last page leads to newer ones, each joined to the one before it.
    *_, page = pages(auditor, "/staff/journal")
    back = [page["entries"]]
    while page["newer"]:
        page = auditor.json(page["newer"])
        back.append(page["entries"])
    returned = [entry["position"] for entries in reversed(back) for entry in entries]
    assert returned == found


@thorough
def test_every_sentence_that_an_entry_shows_finds_that_entry(
    place: Place, auditor: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every kind of sentence once, for each kind of stream: amounts, names and rounds in it as they are shown."""
    shown = [entry for page in pages(auditor, "/staff/journal") for entry in page["entries"]]
    said: dict[tuple[str, str], tuple[str, int]] = {}
    for entry in shown:
        kind = entry["stream"].partition("/")[0]
        words = [*entry["events"], entry["asked"], entry["actor"], entry["stream"], entry["time"], *entry["rounds"]]
        words += [f"{move['amount']} {move['debit']}" for move in entry["moved"]]
        for text in words:
            said.setdefault((kind, " ".join(text.split()[:2])), (text, entry["position"]))
    assert len(said) > 150
    # It is the first to be looked at, so that no search need go on through the whole journal.
    monkeypatch.setattr(journal, "_MOST_LOOKED_AT", 20)
    for text, position in list(said.values())[:: max(1, len(said) // 60)]:
        # Looked for just above it, so that a word that is everywhere does not fill a page first.
        for words in (text, text.upper(), f'"{text}"' if '"' not in text else text):
            page = auditor.http.get(
                "/staff/journal",
                params={"text": words, "before": position + 1},
                headers={"accept": "application/json"},
            ).json()
            assert page["entries"][0]["position"] == position, words


@thorough
def test_what_the_page_shows_is_found_and_what_it_does_not_show_is_not(place: Place, auditor: Visit) -> None:
    (one,) = [
        entry.position
        for entry in place.store.read("cage")
        for event in contents(entry).events
        if event["event"] == "TrayFilled" and event["table"] == "S1"
    ]
    assert find(auditor, "fill: $50,000 to the tray of s1.") == [one]
    assert find(auditor, '"cage to the tray of S1."') == [one]
    assert find(auditor, "TrayFilled S1.", stream="cage") == [one], "what the record calls it is found, too"
    assert find(auditor, "amount") == [], "a key of the JSON is no word that anybody sees"
    at_the_cage = [e.position for e in place.store.read("cage") if e.actor == "staff/soak-supervisor"]
    assert find(auditor, "", kind="cage", actor="staff/soak-supervisor") == at_the_cage[::-1]
    assert set(find(auditor, "", stream="table/S2")) == {entry.position for entry in place.store.read("table/S2")}


@thorough
def test_a_search_that_finds_little_stops_and_goes_on_when_asked(
    place: Place, auditor: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "_MOST_LOOKED_AT", 200)
    seen = list(pages(auditor, "/staff/journal?text=CageFunded"))
    assert len(seen) > 3
    assert all(page["searched_to"] for page in seen[:-1])
    assert [entry["position"] for page in seen for entry in page["entries"]] == find(auditor, "CageFunded")
    text = auditor.get("/staff/journal?text=CageFunded").text
    assert "Go on searching" in text
    assert "Nothing found so far." in text


@pytest.mark.thorough
def test_facets_count_what_they_would_show(place: Place, auditor: Visit) -> None:
    page = auditor.json("/staff/journal")
    counts = {facet["words"]: int(facet["count"].replace(",", "")) for facet in page["kinds"]}
    assert counts.pop("everything") == place.store.position() == sum(counts.values())
    assert set(counts) >= {"tables", "players", "cage", "links", "staff", "shifts"}
    for facet in page["kinds"][1:] + page["actors"][:3]:
        shown = [entry for page in pages(auditor, facet["link"]) for entry in page["entries"]]
        assert len(shown) == int(facet["count"].replace(",", "")), facet


@pytest.mark.thorough
def test_days_narrow_the_journal_and_a_slip_comes_back_in_the_form(place: Place, auditor: Visit) -> None:
    first, last = (place.store.entry(at) for at in (1, place.store.position()))
    assert first is not None
    assert last is not None
    day = auditor.json("/staff/journal")["entries"][-1]["time"][:10]
    inside = [e["position"] for page in pages(auditor, f"/staff/journal?since={day}") for e in page["entries"]]
    assert inside == list(range(place.store.position(), 0, -1))
    assert auditor.json("/staff/journal?until=2001-01-01")["entries"] == []
    for path in ("/staff/journal", "/staff/rounds", "/staff/accounts/cage"):
        answer = auditor.get(f"{path}?since=2026-11-15&until=2026-11-14")
        said = unescape(answer.text)
        assert answer.status_code == 409, path
        assert "until 2026-11-14 is before from 2026-11-15" in said
        assert '"field":"until"' in said.replace(" ", ""), "it stands beside the field"
        assert 'value="2026-11-14"' in said, "and what was typed is still there"
        assert auditor.get(f"{path}?since=soon").status_code == 409
    for slip, field in (("table=T99", "table"), ("hand=six+aces", "hand"), ("staked=lots", "staked"), ("won=x", "won")):
        answer = auditor.get(f"/staff/rounds?{slip}")
        assert (answer.status_code, f'"field":"{field}"' in answer.text) == (409, True), slip


def test_an_entry_has_a_page_of_its_own_with_all_that_is_in_it(place: Place, auditor: Visit) -> None:
    for entry in list(place.store.read_all())[::25]:
        page = auditor.json(f"/staff/journal/{entry.position}")
        assert page["sound"]
        assert (page["entry"]["hash"], page["previous"], page["command"]) == (
            entry.hash,
            entry.previous,
            entry.command,
        )
        assert json.loads(page["raw"]) == json.loads(entry.body)
        assert [move["amount"] for move in page["entry"]["moved"]] == [
            dollars(move.amount) for move in contents(entry).transfers
        ]
    whole = auditor.get("/staff/journal/1").text
    assert "is that of the entry" in whole
    assert "<details>" in whole
    for nowhere in (0, -3, place.store.position() + 1, 2**70):
        assert auditor.get(f"/staff/journal/{nowhere}").status_code == 409
    acted = next(e for e in place.store.read("table/S1") if '"Acted"' in e.body and not contents(e).transfers)
    (round,) = auditor.json(f"/staff/journal/{acted.position}")["entry"]["rounds"]
    positions = [mark["position"] for mark in auditor.json(f"/rounds/{round}")["staff"]["entries"]]
    assert acted.position in positions, "an entry that names no round is still one of a round's"


def test_the_finder_shows_rows_that_lead_to_rounds(place: Place, auditor: Visit) -> None:
    every = [one for page in pages(auditor, "/staff/rounds") for one in page["rounds"]]
    assert len(every) == len({one["id"] for one in every}) == 84
    times = [datetime.fromisoformat(one["utc"]) for one in every]
    # In the order of the journal, where two tables that ended at once stand as they came there, not by the clock.
    assert all(older < newer + timedelta(seconds=1) for newer, older in pairwise(times))
    somebody = every[0]["seats"][0]["player"]
    for path in (
        "?table=S1",
        f"?player={somebody}",
        "?hand=full+house",
        "?void=only",
        "?result=won&staked=50",
        "?won=100",
    ):
        found = [one["id"] for page in pages(auditor, f"/staff/rounds{path}") for one in page["rounds"]]
        assert found, path
        assert set(found) < {one["id"] for one in every}
        if path == "?void=only":
            assert all(one["void_reason"] for one in every if one["id"] in found)
    for one in every[::12]:
        page = auditor.json(f"/rounds/{one['id']}")
        named = {"" if page["real_cards"] else seat["player"] for seat in one["seats"]}
        assert {row["account"] for row in page["rows"]} == named, "real chips are in nobody's account (R58)"
        if one["void_reason"] is None:
            nets = {row["number"]: row["net"] for row in page["rows"] if not row["bank"]}
            assert nets == {seat["seat"]: seat["net"] for seat in one["seats"] if not seat["banks"]}


def test_links_lead_from_entries_and_accounts_to_the_round(place: Place, auditor: Visit) -> None:
    text = auditor.get("/staff/journal?stream=table/S1").text
    assert 'href="/rounds/S1-1"' in text
    assert 'href="/rounds/S1-1"' in auditor.get("/staff/accounts/tray/S1").text
    shift = auditor.get("/staff/journal?kind=shifts").text
    assert 'href="/staff/rounds?table=S' in shift
    claims = auditor.json("/staff/journal?kind=links&text=claims+win+round")["entries"]
    named = [round for entry in claims for round in entry["rounds"]]
    assert not [round for round in named if round.startswith("G")], "another game's round has no page here"


@pytest.mark.parametrize("account", ["tray/S1", "player/S2-p1", "cage", "house", "escrow/S1/2", "drop/S1", "fees/S2"])
def test_opening_and_in_less_out_is_closing_and_every_movement_is_shown_once(
    place: Place, auditor: Visit, account: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "_PAGE", 9)
    statement = list(place.store.statement(Account(account)))
    seen = list(pages(auditor, f"/staff/accounts/{account}"))
    opening, came_in, went_out, closing = (
        dollars_of(seen[0][name]) for name in ("opening", "came_in", "went_out", "closing")
    )
    assert opening + came_in - went_out == closing == place.store.balance(Account(account))
    rows = [row for page in seen for row in page["rows"]]
    moves = [move for row in rows for move in row["moves"]]
    assert sorted(move["id"] for move in moves) == sorted(move.id for _, move in statement)
    assert sum(dollars_of(row["amount"]) for row in rows) == closing
    balance, after = 0, {}
    for at, move in statement:
        balance += move.amount if move.credit == account else -move.amount
        after[move.id] = (at, dollars(balance))
    assert {move["id"]: (move["position"], move["balance"]) for move in moves} == after
    for page in seen:
        newest = [row["position"] for row in page["rows"]]
        assert newest == sorted(newest, reverse=True)
        rounds = [row["round"] for row in page["rows"] if row["round"]]
        assert len(rounds) == len(set(rounds)), "a round has one line"
    for row in rows:
        assert row["amount"] == signed_dollars(sum(dollars_of(move["amount"]) for move in row["moves"]))
        if row["round"]:
            many = len(row["moves"])
            assert row["words"] == ("1 movement" if many == 1 else f"{many} movements")
    for one, other in pairwise(seen):
        assert one["rows"][-1]["moves"][-1]["position"] > other["rows"][0]["position"], "no entry is cut in two"


def test_a_statement_of_a_period_begins_with_what_was_there(own_place: Place) -> None:
    people = staff(own_place)
    own_place.player("ann")
    max_ = own_place.visit(people["max"])
    today = max_.json("/staff/accounts/player/ann")["rows"][0]["time"][:10]
    page = max_.json(f"/staff/accounts/player/ann?since={today}")
    assert [page[name] for name in ("opening", "came_in", "went_out", "closing")] == ["$0", "$1,000", "$0", "$1,000"]
    later = max_.json("/staff/accounts/player/ann?since=2099-01-01")
    assert [later[name] for name in ("opening", "came_in", "closing")] == ["$1,000", "$0", "$1,000"]
    assert later["rows"] == []
    before = max_.json("/staff/accounts/player/ann?until=2001-01-01")
    assert [before[name] for name in ("opening", "closing", "balance")] == ["$0", "$0", "$1,000"]


def played_round(place: Place, rules: str = "wa-2018", **choices: Any) -> dict[str, Person]:
    """T1-1, dealt by dora to ann.k and bob: a royal flush for ann where the seed says so."""
    people = staff(place) | {"ann": place.player("ann.kelly"), "bob": place.player("bob")}
    place.house.cage.fund(10_000_000, BOSS, "fund")
    place.open_table("T1", rules, dealt_by=DealtBy.PERSON, **choices)
    place.house.cage.fill("T1", 1_000_000, BOSS, "fill")
    place.order("T1", "sit 2", people["ann"])
    place.order("T1", "sit 5", people["bob"])
    return people


def test_a_folded_hand_stays_face_down_to_the_others_and_the_staff_read_it(own_place: Place) -> None:
    """R23, R61: on the felt, on the round's page and in its review."""
    people = played_round(own_place)
    own_place.order("T1", "open", people["dora"])
    for who in ("ann", "bob"):
        own_place.order("T1", "bet 10", people[who])
    for order in ("lock", "deal"):
        own_place.order("T1", order, people["dora"])
    own_place.order("T1", "bet4", people["ann"])
    for order in ("flop", "river"):
        own_place.order("T1", "check", people["bob"])
        own_place.order("T1", order, people["dora"])
    own_place.order("T1", "fold", people["bob"])
    for order in ("dealer", "settle", "end"):
        own_place.order("T1", order, people["dora"])
    for who, knows in (("ann", False), (None, False), ("dora", False), ("bob", True), ("sue", True), ("max", True)):
        visit = own_place.visit(None if who is None else people[who])
        page = visit.json("/rounds/T1-1")
        folded = next(seat for seat in page["seats"] if seat["number"] == 5)
        assert bool(folded["cards"]) == bool(folded["hand"]) == knows, who
        assert page["decisions"] == (4 if knows else 1), who
        assert all(seat["cards"] for seat in page["seats"] if seat["number"] == 2), who
        if who != "max":
            last = next(seat for seat in visit.json("/tables/T1")["last"]["seats"] if seat["number"] == 5)
            assert bool(last["cards"]) == (who == "bob"), who


def test_the_staff_see_who_and_when_and_players_see_what_they_always_did(own_place: Place) -> None:
    seeded(own_place, {"T1-1": ROYAL})
    people = played_round(own_place)
    own_place.order("T1", "open", people["dora"])
    for who in ("ann", "bob"):
        own_place.order("T1", "bet 10", people[who])
    for order in ("lock", "deal"):
        own_place.order("T1", order, people["dora"])
    for who in ("ann", "bob"):
        own_place.order("T1", "bet4", people[who])
    for order in ("flop", "river", "dealer", "settle", "end"):
        own_place.order("T1", order, people["dora"])
    own_place.order("T1", "open", people["dora"])
    own_place.order("T1", "void a card on the floor", people["sue"])

    people["cam"] = own_place.house.people.register("cam", Role.SURVEILLANCE, None, people["ada"], "register/cam")
    for reader in ("sue", "max", "eve", "ada", "cam"):
        page = own_place.visit(people[reader]).json("/rounds/T1-1")
        assert [row["name"] for row in page["rows"]] == ["ann.kelly", "bob"]
        assert page["rows"][0]["hand"] == "royal flush"
        assert page["dealer_hand"] == "pair of tens, qualifies"
        assert page["staff"]["dealer"] == "dora"
        marks = page["staff"]["entries"]
        entries = {entry.position: entry.hash for entry in own_place.store.read("table/T1")}
        assert all(entries[mark["position"]] == mark["hash"] for mark in marks)
        assert (marks[0]["asked"], marks[-1]["asked"]) == ("open", "end")
        assert (page["previous"], page["next"]) == ("", "T1-2")
        assert page["opened_utc"] <= page["dealt_utc"] <= page["ended_utc"]
    void = own_place.visit(people["sue"]).json("/rounds/T1-2")
    assert (void["staff"]["voided_by"], void["void_reason"]) == ("sue", "a card on the floor")
    assert (void["previous"], void["next"], void["dealt"]) == ("T1-1", "", "")
    for other in (None, "bob", "dora"):
        visit = own_place.visit(None if other is None else people[other])
        answer = visit.get("/rounds/T1-1")
        page = visit.json("/rounds/T1-1")
        assert page["staff"] is None
        assert [row["name"] for row in page["rows"]] == ["ann", "bob (you)" if other == "bob" else "bob"]
        for secret in ("kelly", "staff/dora", "/staff/journal", entries[marks[0]["position"]]):
            assert secret not in answer.text, (other, secret)
    watched = own_place.visit(people["cam"])
    assert [row["id"] for row in watched.json("/staff/rounds?player=ann.kelly")["rounds"]] == ["T1-1"]
    assert entries[marks[0]["position"]] in watched.get("/rounds/T1-1").text, "R61: surveillance reads it as it stands"
    assert not re.search("/staff/(journal|accounts)", watched.get("/rounds/T1-1").text), "and has no other books"
    printed = own_place.visit(people["max"]).get("/rounds/T1-1").text
    assert 'id="print"' in printed
    assert f'href="/staff/journal/{marks[0]["position"]}"' in printed


def test_a_round_in_play_is_named_and_leads_nowhere_yet(own_place: Place) -> None:
    people = played_round(own_place)
    own_place.order("T1", "open", people["dora"])
    own_place.order("T1", "bet 10", people["ann"])
    max_ = own_place.visit(people["max"])
    last = own_place.store.position()
    paths = ("/staff/journal", f"/staff/journal/{last}", "/staff/accounts/player/ann.kelly")
    for path in paths:
        text = max_.get(path).text
        assert ("T1-1" in text, 'href="/rounds/T1-1"' in text) == (True, False), path
    own_place.order("T1", "void a test", people["sue"])
    for path in paths:
        assert 'href="/rounds/T1-1"' in max_.get(path).text, path


def test_a_californian_round_shows_its_bank_and_its_fees(own_place: Place) -> None:
    people = played_round(own_place, "ca")
    own_place.order("T1", "open", people["dora"])
    own_place.order("T1", "bank 200", people["ann"])
    own_place.order("T1", "bet 10", people["bob"])
    for order in ("lock", "deal"):
        own_place.order("T1", order, people["dora"])
    own_place.order("T1", "bet4", people["bob"])
    for order in ("flop", "river", "dealer", "settle", "end"):
        own_place.order("T1", order, people["dora"])
    page = own_place.visit(people["max"]).json("/rounds/T1-1")
    bob, bank = page["rows"]
    assert (bank["name"], bank["account"], bank["bank"]) == ("ann.kelly (bank)", "ann.kelly", "$200, net coverage")
    assert dollars_of(bank["net"]) == -dollars_of(bob["net"])
    assert dollars_of(page["fees"]) == dollars_of(bank["fee"]) + dollars_of(bob["fee"]) > 0


def test_every_moment_is_told_on_the_houses_clock_and_kept_in_utc(own_place: Place) -> None:
    people = played_round(own_place)
    own_place.order("T1", "open", people["dora"])
    own_place.order("T1", "void a test", people["sue"])
    open_link(own_place, "UTH-P01", "T1")
    max_ = own_place.visit(people["max"])
    own_place.house.choices.choose("zone", "America/Los_Angeles", people["ada"], "zone")
    for path in ("/staff/journal", "/staff/journal/3", "/staff/rounds", "/staff/accounts/tray/T1", "/rounds/T1-1"):
        text = max_.get(path).text
        assert 'Z">' in text, path
        assert " PST</time>" in text or " PDT</time>" in text, path
        assert " UTC</time>" not in text, path


def test_rounds_are_exported_with_numbers_for_people_unless_names_are_asked_for(place: Place, auditor: Visit) -> None:
    shown = {
        (one["id"], seat["seat"], seat["banks"]): seat
        for page in pages(auditor, "/staff/rounds")
        for one in page["rounds"]
        for seat in one["seats"]
    }
    answer = auditor.get("/staff/rounds/export?format=jsonl&names=yes")
    assert answer.headers["content-disposition"] == 'attachment; filename="seats.jsonl"'
    rows = [json.loads(line) for line in answer.text.splitlines()]
    assert {(row["round"], row["seat"], row["banks"]): row["player"] for row in rows} == {
        key: seat["player"] for key, seat in shown.items()
    }
    for row in rows:
        seat = shown[row["round"], row["seat"], row["banks"]]
        assert dollars_of(seat["net"]) == row["net_cents"] + row["award_cents"]
        assert dollars_of(seat["staked"]) == row["staked_cents"]
    people = {row["player"] for row in rows}
    unnamed = [json.loads(line) for line in auditor.get("/staff/rounds/export?format=jsonl").text.splitlines()]
    assert all(row["player"].isdecimal() and row["player"] not in people for row in unnamed)
    assert len({row["player"] for row in unnamed}) == len(people)
    table = auditor.get("/staff/rounds/export?rows=bets").text
    assert table.startswith("round,table,game,rules,ended_ms,seat,player,spot,stake_cents,")
    parquet = auditor.get("/staff/rounds/export?format=parquet&game=caribbean")
    assert parquet.content[:4] == parquet.content[-4:] == b"PAR1"
    for wrong in ("format=xlsx", "rows=chips", "table=T999", "game=whist", "since=soon"):
        assert auditor.get(f"/staff/rounds/export?{wrong}").status_code == 409, wrong
    supervisor = place.visit(Person("soak-boss", Role.SUPERVISOR))
    assert "<summary>Export" in auditor.get("/staff/rounds").text
    assert "<summary>Export" not in supervisor.get("/staff/rounds").text
