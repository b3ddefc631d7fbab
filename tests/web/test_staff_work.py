"""What the house does by itself, and what it tells the staff: claims at automatic tables, tended links, a readable
journal, and links across several servers."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import httpx
from test_servers import Browser as AtServer
from test_servers import start, until
from web_place import Place
from web_staff import PIN, QUADS, ROYAL, open_link, seeded, staff

from croupier.floor.cage.cage import Cage
from croupier.floor.cage.count import count_of
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.soak.run import close_as_recorded
from croupier.floor.table import DealtBy, Settings
from croupier.games import ruleset
from croupier.jackpot.events import AdjustmentReason
from croupier.ledger.accounts import meter, player, pool, tray
from croupier.money import signed_dollars
from croupier.rules.terms import terms
from croupier.store.entry import contents
from croupier.store.journal import open_store
from croupier.web.background_tasks import tend
from croupier.web.links.history import LinkHistory
from croupier.web.staff.books.entry_words import entry_words
from depth import thorough


def automatic_royal(place: Place, paytable: str = "UTH-P01", **terms_of_link: Any) -> dict[str, Person]:
    """A royal at T1, which a machine deals; nobody has pressed anything."""
    seeded(place, {"T1-1": ROYAL})
    people = staff(place)
    place.employ_boss(people["ada"])
    people |= {name: place.player(name) for name in ("ann", "bob")}
    place.open_table("T1")
    open_link(place, paytable, "T1", **terms_of_link)
    place.order("T1", "sit 2", people["ann"])
    place.order("T1", "sit 5", people["bob"])
    for words, stage in (("bet 10 progressive 1", "betting"), ("bet4", "preflop")):
        place.until("T1", lambda table, stage=stage: table.round is not None and table.round.stage_key == stage)
        for name in ("ann", "bob"):
            place.order("T1", words, people[name])
    place.until("T1", lambda table: bool(table.unpaid))
    return people


def claims(place: Place) -> list[int]:
    return list(place.house.links.desk.link("main").claims)


def test_a_win_at_an_automatic_table_is_claimed_by_itself_and_paid_by_a_supervisor(own_place: Place) -> None:
    people = automatic_royal(own_place)
    own_place.until("T1", lambda _: claims(own_place) == [1])
    sue = own_place.visit(people["sue"])
    pit = sue.json("/staff/pit")
    assert pit["rows"][0]["needs"] == "a win waits to be verified"
    assert pit["claims"][0]["pressed_by"] == "automatic-dealer"
    assert pit["claims"][0]["hand"] == "royal flush"
    assert own_place.visit(people["bob"]).json("/tables/T1")["progressive_says"].endswith("the win is being verified.")
    answer = sue.post("/staff/claims/T1", what="verify", badge="sue", pin=PIN, command="verify-1")
    assert answer.status_code == 303, answer.text
    own_place.until("T1", lambda table: table.rounds == 2)
    assert own_place.store.balance(player("ann")) > 100_000 + 500_000
    again = sue.post("/staff/claims/T1", what="verify", badge="sue", pin=PIN, command="verify-1")
    assert again.status_code in (303, 409), "the same click again pays nothing again"
    assert own_place.store.balance(meter("main", "main")) == 500_004


def test_after_a_refusal_an_automatic_table_waits_for_people_and_can_be_voided(own_place: Place) -> None:
    people = automatic_royal(own_place)
    own_place.until("T1", lambda _: claims(own_place) == [1])
    sue = own_place.visit(people["sue"])
    unstated = sue.post("/staff/claims/T1", what="refuse", pin=PIN, why=" ", command="refuse-0")
    assert "a claim is refused for a stated reason" in unstated.text
    assert sue.post("/staff/claims/T1", what="refuse", pin=PIN, why="shuffler", command="refuse-1").status_code == 303
    assert claims(own_place) == []
    own_place.order("T1", "void shuffler malfunction", people["sue"])
    assert own_place.store.balance(player("ann")) == 100_000, "every wager went back"
    assert own_place.store.balance(meter("main", "main")) == 500_000, "and the contributions"


def test_r44_a_win_of_the_tray_is_pressed_on_the_keypad_and_verified_in_the_pit(own_place: Place) -> None:
    people = staff(own_place)
    seeded(own_place, {"T1-1": QUADS})
    own_place.employ_boss(people["ada"])
    people |= {name: own_place.player(name) for name in ("ann", "bob")}
    own_place.open_table("T1", dealt_by=DealtBy.PERSON)
    own_place.house.cage.fund(1_000_000, people["sue"], "fund")
    own_place.house.cage.fill("T1", 1_000_000, people["sue"], "fill")
    open_link(own_place, "UTH-P01", "T1")
    eve = own_place.visit(people["eve"])
    assert eve.post("/staff/house", choice="verify_tray_wins_from", value="100", command="h-1").status_code == 303
    for who, words in (
        ("ann", "sit 2"), ("bob", "sit 5"), ("dora", "open"), ("ann", "bet 10 progressive 1"), ("bob", "bet 10"),
        ("dora", "lock"), ("dora", "deal"), ("ann", "bet4"), ("bob", "bet4"),
        ("dora", "flop"), ("dora", "river"), ("dora", "dealer"), ("dora", "settle"),
    ):  # fmt: skip
        own_place.order("T1", words, people[who])
    dora, sue = own_place.visit(people["dora"]), own_place.visit(people["sue"])
    keypad = dora.json("/staff/keypad/T1")
    assert keypad["step"] == "Seat 2 has four of a kind, $100 from the tray: press its hand below."
    assert keypad["on_duty"]["call_why"] == "seat 2 has four of a kind, $100 from the tray"
    assert [win["press"] for win in keypad["tray_wins"]] == ["hand 2 four_of_a_kind"]
    assert sue.json("/staff/pit")["claims"] == []
    own_place.order("T1", "hand 2 four_of_a_kind", people["dora"])
    assert dora.json("/staff/keypad/T1")["tray_wins"][0]["verify"] == "verify 2 four_of_a_kind"
    pit = sue.json("/staff/pit")
    assert pit["rows"][0]["needs"] == "a win waits to be verified"
    (claim,) = pit["claims"]
    assert (claim["seat"], claim["amount"], claim["pressed_by"]) == (2, "$100", "dora")
    assert claim["cards"] == ["8h", "8s", "6s", "8d", "8c", "3d", "Th"]
    answer = sue.post("/staff/claims/T1", what="verify", tray=claim["tray"], badge="sue", pin=PIN, command="verify-1")
    assert answer.status_code == 303, answer.text
    own_place.order("T1", "end", people["dora"])
    (hit,) = sue.json("/staff/links/main")["tray_hits"]
    assert (hit["player"], hit["amount"], hit["pressed_by"], hit["verified_by"]) == ("ann", "$100", "dora", "sue")
    # What lies between the win of the sheet and that of the figures is named on both.
    win = close_as_recorded(own_place.house.cage, "T1", people["sue"], "close").win
    number = own_place.house.store.receipt("close").entries[0].position  # type: ignore[union-attr]
    sheet = dict(sue.json(f"/staff/shift/sheets/{number}")["sheets"][0]["rows"])
    page = sue.json("/staff/figures?period=all&by=shift")
    told = [one["text"] for one in page["rows"][0]["numbers"]]
    figures = dict(zip([heading[0] for heading in page["headings"]], told, strict=True))
    assert sheet["Fixed progressive pays from the tray"] == figures["Tray pays"] == "$100"
    assert figures["Sheet"] == signed_dollars(win) == page["total"]["numbers"][5]["text"]
    assert sheet["Win on the wagers, as in the figures"] == figures["Win"] == signed_dollars(win + 10_000)


def test_a_claim_that_needs_an_executive_is_finished_by_one_where_the_supervisor_left_it(own_place: Place) -> None:
    people = automatic_royal(own_place, paytable="MGL-01", executive_above=100_000)
    own_place.until("T1", lambda _: claims(own_place) == [1])
    sue, eve = own_place.visit(people["sue"]), own_place.visit(people["eve"])
    answer = sue.post("/staff/claims/T1", what="verify", pin=PIN, command="by-sue")
    assert answer.status_code == 409
    assert "xecutive" in answer.text
    assert "is confirmed: swipe an Executive card" in eve.json("/staff/pit")["claims"][0]["state"]
    assert eve.post("/staff/claims/T1", what="verify", pin=PIN, command="by-eve").status_code == 303
    assert claims(own_place) == []
    again = eve.post("/staff/claims/T1", what="verify", pin=PIN, command="by-eve")
    assert again.status_code == 303, "the same form, whose answer was lost"
    another = eve.post("/staff/claims/T1", what="verify", pin=PIN, command="by-eve-again")
    assert another.status_code == 409
    assert "nothing is claimed there" in another.text


def test_a_links_rates_are_changed_and_what_the_form_leaves_out_stays(own_place: Place) -> None:
    people = staff(own_place)
    own_place.open_table("T1")
    open_link(own_place, "UTH-P01", "T1", executive_above=2_000_000)
    sue = own_place.visit(people["sue"])
    changed = sue.post("/staff/links/main", what="configure", rate_main="25.5 %", override="a test", command="change")
    assert changed.status_code == 303, changed.text
    terms = own_place.house.links.desk.link("main").terms
    assert terms.level("main").rate_bp == 2550
    assert (terms.level("main").seed, terms.level("main").reserve_bp, terms.stake) == (500_000, 200, 100)
    assert terms.executive_above == 2_000_000
    warned = sue.post("/staff/links/main", what="configure", seed_main="0", command="warned")
    assert warned.status_code == 409
    assert "override with a reason" in warned.text


def test_a_server_folds_the_pools_and_stops_a_link_whose_books_are_wrong(own_place: Place) -> None:
    people = automatic_royal(own_place)
    own_place.until("T1", lambda _: claims(own_place) == [1])
    own_place.run(tend(own_place.house, {}))
    assert own_place.store.balance(pool("main")) == 0, "what lay in the pool is in the levels"
    position = own_place.store.position()
    own_place.run(tend(own_place.house, {}))
    assert own_place.store.position() == position, "with nothing to do nothing is written"
    books = own_place.house.links.desk.books
    own_place.house.links.desk.books = lambda name: books(name).__class__({"main": 1}, {"main": 1}, 0)  # type: ignore
    own_place.run(tend(own_place.house, {"main": None}))
    says = own_place.visit(people["ann"]).json("/tables/T1")["progressive_says"]
    assert says == "The progressive is out of service: no progressive wagers until it is back."


def test_a_self_check_that_is_overtaken_by_a_fold_stops_nothing(own_place: Place) -> None:
    """Books and link are read one after the other; a split in between is no difference."""
    people = staff(own_place) | {"ann": own_place.player("ann")}
    own_place.open_table("T1")
    open_link(own_place, "UTH-P01", "T1")
    own_place.order("T1", "sit 2", people["ann"])
    links, desk = own_place.house.links, own_place.house.links.desk
    own_place.order("T1", "bet 10 progressive 1", people["ann"])
    own_place.until("T1", lambda table: table.round is not None and table.round.stage_key == "preflop")
    books = desk.books

    def overtaken(name: str):
        read = books(name)
        desk.books = books  # type: ignore[method-assign]
        links.split_pool(name)
        return read

    desk.books = overtaken  # type: ignore[method-assign]
    assert links.check("main") is None
    assert own_place.store.balance(meter("main", "main")) == 500_020


def test_every_entry_of_the_journal_is_told_in_words(own_place: Place) -> None:
    people = automatic_royal(own_place)
    own_place.until("T1", lambda _: claims(own_place) == [1])
    house, sue = own_place.house, people["sue"]
    house.cage.fund(10_000_000, sue, "fund")
    house.cage.fill("T1", 5_000_000, sue, "fill")
    house.cage.credit("T1", 10_000, sue, "credit")
    house.people.issue_badge("sam", people["ada"], "badge")
    own_place.visit(people["sue"]).post("/staff/claims/T1", what="verify", pin=PIN, command="verify")
    own_place.until("T1", lambda table: table.rounds == 2)
    house.cage.count("T1", count_of(own_place.store.balance(tray("T1")) - 500, 0), sue, "count")
    house.cage.close_shift("T1", sue, "close", "a chip under the tray", people["eve"])
    house.people.change_role("sam", Role.EXECUTIVE, people["ada"], "role")
    house.people.deactivate("sam", people["ada"], "end")
    house.people.activate("sam", people["ada"], "back")
    house.people.sign_in("sue", PIN, enters=True)
    seen, raw = set(), []
    for entry in own_place.store.read_all():
        for event in contents(entry).events:
            words = entry_words(entry.stream, event, own_place.house.room.game_at)
            seen.add(words)
            if words.startswith(event["event"]) or "{" in words:
                raw.append((entry.stream, words))
    assert not raw
    for told in (
        "Fill: $50,000 from the cage to the tray of T1.",
        "sam has a new badge.",
        "sam is executive now, no longer supervisor.",
        "sam is deactivated and comes in no more.",
        "sue signs in.",
        "sue logs claim 1: $5,000.40 of $5,000.40, which leaves $5,000.04.",
        "A meter paid seat 2 $5,000.40 for a royal flush first five.",
        "Seat 2 bets 4x.",
        "The table is on link main: UTH-P01, stake $1.",
    ):
        assert told in seen
    page = own_place.visit(people["max"]).json("/staff/journal?stream=cage&text=TrayFilled")
    assert [entry["events"] for entry in page["entries"]] == [["Fill: $50,000 from the cage to the tray of T1."]]
    moved = page["entries"][0]["moved"][0]
    assert moved == {"amount": "$50,000", "debit": "cage", "credit": "tray/T1"}
    rows = own_place.visit(people["max"]).json(f"/staff/accounts/{moved['credit']}")["rows"]
    assert any(row["position"] == page["entries"][0]["position"] for row in rows), "the account leads back to the entry"


@thorough
def test_a_table_that_another_server_runs_is_put_on_a_link_from_here(postgres: Callable[[], str]) -> None:
    address = postgres()
    with open_store(address) as store:
        people, room = People(store), Room(store)
        ada = people.register("ada", Role.ADMIN, PIN, FIRST_START, "first")
        sue = people.register("sue", Role.SUPERVISOR, PIN, ada, "sue")
        people.register("ann", Role.PLAYER, PIN, ada, "ann")
        Cage(store).buy_in("ann", 100_000, sue, "chips")
        room.open_table("T1", Settings(terms=terms(ruleset("wa-2018"), clock_s=60)), sue, "open")
    one, two = start(address), start(address)
    try:
        ann, boss = AtServer(one, "ann"), AtServer(two, "sue")
        ann.page()
        until(lambda: boss.client.get("/tables/T1").json()["table"]["progressive_stake"] is None)
        token = boss.client.get("/staff/links").json()["csrf"]

        def post(path: str, **fields: str) -> httpx.Response:
            return boss.client.post(path, data={"csrf": token, "command": secrets.token_hex(8), **fields})

        opened = post("/staff/links", name="main", paytable="UTH-P01", override="a test")
        assert opened.status_code == 200, opened.text
        joined = post("/staff/links/main", what="join", table="T1")
        assert joined.status_code == 200, joined.text
        # Whichever of the two runs the table by now: the other hears of it, too.
        until(lambda: ann.page()["table"]["progressive_stake"] == 100)
        assert ann.page()["meters"] == {"main": 500_000}
        assert ann.order("sit 2").status_code == 200
        until(lambda: ann.page()["round"])
        assert ann.order("bet 10 progressive 1").status_code == 200
        until(lambda: ann.page()["meters"] == {"main": 500_036})
        until(lambda: boss.client.get("/display/main").json()["levels"][0]["cents"] == 500_036)
    finally:
        for server in (one, two):
            server.process.terminate()
            server.process.wait(10)


@thorough
def test_the_course_of_a_meter_is_kept_short_however_long_the_day(own_place: Place) -> None:
    people = staff(own_place)
    open_link(own_place, "UTH-P01")
    house = own_place.house
    for i in range(300):
        house.links.ask("main", "main", 100 + i, AdjustmentReason.TRANSFER, "slip", people["sue"], f"ask/{i}")
        house.links.drop("main", i + 1, "a test", people["sue"], f"drop/{i}")
        if i % 100 == 0:
            house.link_history.history("main")
    points = house.link_history.history("main")
    assert len(points) <= 242
    assert [point.position for point in points] == sorted({point.position for point in points})
    assert points[-1].position == own_place.store.position(), "the newest is always there"
    assert points == LinkHistory(own_place.store).history("main"), "read bit by bit or at once, it is the same"


def test_a_lit_key_works_no_more_bets_waits_for_a_bank(own_place: Place) -> None:
    """R31: if nobody banks, no round is dealt; the key says so instead of being refused."""
    people = staff(own_place) | {name: own_place.player(name) for name in ("ann", "bob")}
    own_place.open_table("T1", rules="ca", dealt_by=DealtBy.PERSON)
    for name, seat in (("ann", 2), ("bob", 5)):
        own_place.order("T1", f"sit {seat}", people[name])
    own_place.order("T1", "open", people["dora"])
    own_place.order("T1", "bet 10", people["bob"])

    def lock() -> tuple[bool, str | None]:
        page = own_place.visit(people["dora"]).json("/staff/keypad/T1")
        (key,) = [key for key in page["keys"] if key["label"] == "NO MORE BETS"]
        return key["lit"], key["why"]

    assert lock() == (False, "nobody banks this round yet: the bank is offered to seat 2")
    own_place.order("T1", "pass", people["ann"])
    own_place.order("T1", "withdraw", people["bob"])
    own_place.order("T1", "pass", people["bob"])
    own_place.order("T1", "bet 10", people["bob"])
    assert lock() == (
        False,
        "nobody banks this round yet: everybody has let the bank go by, and one of them may take it",
    )
    own_place.order("T1", "bank 100", people["ann"])
    assert lock() == (True, None)
    own_place.order("T1", "lock", people["dora"])


def test_a_statement_is_of_an_account_that_there_is(own_place: Place) -> None:
    """A table's, a link's or a player's is there before its first movement; a slip of the pen is not."""
    people = staff(own_place) | {"ann": own_place.player("ann")}
    own_place.open_table("T1")
    open_link(own_place, "UTH-P01", "T1")
    max_ = own_place.visit(people["max"])
    for there in ("player/ann", "tray/T1", "fees/T1", "escrow/T1/3", "meter/main/main", "owed/main", "cage"):
        assert max_.get(f"/staff/accounts/{there}").status_code == 200, there
    for slip in ("player/nobody", "tray/T9", "meter/other/main", "meter/main/mega"):
        answer = max_.get(f"/staff/accounts/{slip}")
        assert (answer.status_code, f"no account {slip}" in answer.text.replace("&#39;", "")) == (409, True), (
            answer.text
        )


def test_a_period_does_not_end_before_it_begins(own_place: Place) -> None:
    people = staff(own_place)
    own_place.open_table("T1")
    open_link(own_place, "UTH-P01", "T1")
    max_ = own_place.visit(people["max"])
    answer = max_.get("/staff/links/main/report?since=2026-11-15&until=2026-11-14")
    assert (answer.status_code, "the period ends before it begins" in answer.text) == (409, True)
    assert max_.get("/staff/links/main/report?since=2026-11-14&until=2026-11-15").status_code == 200
