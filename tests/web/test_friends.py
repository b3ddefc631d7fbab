"""Play with friends: a private table in one click, links to a seat and to look on, names, and accounts that practise
without signing out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from web_place import BOSS, Place, Stream, Visit
from web_screen import DESK, PHONE, Screen
from websockets.exceptions import ConnectionClosed

from croupier.cards import parse_cards
from croupier.floor import table as tables
from croupier.floor.audit.auditor import audit
from croupier.floor.practice import shown_name
from croupier.floor.roles import Person, Role
from croupier.games import GAMES, ruleset
from croupier.ledger.accounts import player
from croupier.rules.deal import stack
from croupier.store.journal import open_store
from croupier.web.app import create_app
from croupier.web.friends.links import table_path
from depth import thorough


def make(visit: Visit, **fields: str) -> str:
    """Make a table for friends; its name."""
    answer = visit.post("/friends", **fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/friends/")


def links(visit: Visit, table: str) -> tuple[str, str]:
    """The ways to a seat and to look on."""
    page = visit.json(f"/friends/{table}")
    return tuple(page[kind]["address"].removeprefix(visit.place.url) for kind in ("seat", "watch"))  # type: ignore[return-value]


def sit(visit: Visit, way: str, name: str) -> None:
    answer = visit.post(way, name=name, how="sit")
    assert answer.status_code == 303, answer.text


def test_one_click_makes_a_table_with_links(place: Place) -> None:
    maker = place.visit()
    table = make(maker)
    page = maker.get(f"/friends/{table}").text
    assert page.count("<svg") == 2, "a QR code for each link"
    seat, watch = links(maker, table)
    assert seat != watch
    assert re.fullmatch(r"/t/[0-9a-z]{33}", seat)
    assert maker.json(f"/tables/{table}")["you"]["seat"] == 1
    assert place.table(table).settings.terms.clock_s == 30, "nobody waits for who has gone"


def test_the_long_form_has_the_clock_too_and_alone_there_is_none(place: Place) -> None:
    maker = place.visit()
    form = maker.json("/friends/new?rules=wa-2018")
    fields = [field for group in form["groups"] for field in group["fields"]]
    clock = next(one for field in fields if field["key"] == "clock" for one in field["inputs"])
    assert clock["value"] == "30"
    with_friends = make(maker, whole="yes", rules="wa-2018", clock=clock["value"])
    assert place.table(with_friends).settings.terms.clock_s == 30
    alone = maker.post("/practice", whole="yes", rules="wa-2018", clock=clock["value"])
    assert place.table(alone.headers["location"].rpartition("/")[2]).settings.terms.clock_s is None


def test_a_table_has_a_progressive_of_its_own_in_play_chips(place: Place) -> None:
    maker = place.visit()
    form = maker.json("/friends/new?rules=wa-2018")
    offered = dict(form["progressives"])
    assert offered["MGL-01"] == "$1 a round, one meter from $10,000 (MGL-01)"
    table = make(maker, whole="yes", rules="wa-2018", progressive="MGL-01")
    page = maker.json(f"/tables/{table}")
    assert (page["table"]["progressive_stake"], page["meters"]) == (100, {"main": 1_000_000})
    assert place.house.links.desk.names() == [], "no link of the room, no meter of its displays"
    plain = make(maker, whole="yes", rules="wa-2018", progressive="")
    assert maker.json(f"/tables/{plain}")["table"]["progressive_stake"] is None
    refused = maker.post("/friends", whole="yes", rules="wa-2018", progressive="MGL-99")
    assert refused.status_code == 409
    assert "no progressive &#39;MGL-99&#39; under wa-2018; want one of UTH-P01, MGL-01" in refused.text
    assert audit(place.house.sides.practice.store, practice=True).findings == ()


def test_a_win_of_its_progressive_is_paid_at_once_and_the_next_round_begins(
    own_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def royal(*_: object) -> object:
        held, dealer, board = ({1: parse_cards("Ah Kh")}, parse_cards("Kc 5d"), parse_cards("Qh Jh Th 2d 6c"))
        return stack(ruleset("wa-2018").procedures[0], GAMES["uth"].layout, held, dealer, board)

    monkeypatch.setattr(tables, "deck_of", royal)
    place, maker = own_place, own_place.visit()
    table = make(maker, whole="yes", rules="wa-2018", progressive="MGL-01")
    maker.must(table, "bet 10 progressive 1")
    place.until(table, lambda t: t.round is not None and t.round.stage_key == "preflop")
    maker.must(table, "bet4")
    place.until(table, lambda t: t.rounds > 1)
    chips = place.house.sides.practice.store.balance(player(place.table(table).sittings[0].player))
    assert chips > 1_000_000, "a meter of $10,000, and what the royal flush has won besides"
    assert maker.json(f"/tables/{table}")["meters"]["main"] < 1_000_100, "it begins again"


def test_a_friend_comes_in_by_the_link_under_a_name(place: Place) -> None:
    maker, friend = place.visit(), place.visit()
    table = make(maker)
    seat, _ = links(maker, table)
    assert "You are invited" in friend.get(seat).text
    assert friend.get(f"/tables/{table}").status_code == 404, "looking at the invitation is not going in"
    sit(friend, seat, "Anna")
    page = friend.json(f"/tables/{table}")
    assert (page["you"]["shown"], page["you"]["seat"], page["you"]["chips"]) == ("Anna", 2, 100_000)
    assert [one["name"] for one in maker.json(f"/tables/{table}")["seats"]][1] == "Anna"
    assert "guest-" not in friend.get("/").text.split("</header>")[0], "the name, not the number"
    stream = friend.watch(table)
    assert stream.next()["you"]["seat"] == 2
    stream.close()
    assert friend.get(seat).headers["location"] == f"/tables/{table}", "who is in goes on to the table"
    assert any(row["yours"] for row in friend.json("/api/tables")), "back to your seat"


def test_a_round_with_friends_is_played_and_the_record_is_sound(place: Place) -> None:
    maker, friend = place.visit(), place.visit()
    table = make(maker)
    sit(friend, links(maker, table)[0], "Bea")
    for one in (maker, friend):
        one.must(table, "bet 10")
    place.until(table, lambda t: t.round is not None and t.round.stage_key == "preflop")
    for one in (maker, friend):
        one.must(table, "bet4")
    place.until(table, lambda t: t.rounds > 1)
    for one in (maker, friend):
        assert one.get(f"/rounds/{table}-1").status_code == 200
    assert "Bea" in maker.get(f"/rounds/{table}-1").text
    assert audit(place.store.practice, practice=True).clean


def test_without_the_link_a_private_table_is_no_table(place: Place) -> None:
    maker = place.visit()
    table = make(maker)
    seat, watch = links(maker, table)
    other = make(place.visit())
    for way in (
        f"/t/{table.removeprefix('practice-')}s",
        seat[:-1] + ("a" if seat[-1] != "a" else "b"),
        seat.replace(table.removeprefix("practice-"), other.removeprefix("practice-")),
        watch.replace("w", "s", 1),
        "/t/",
        "/t/é",
    ):
        stranger = place.visit()
        assert stranger.get(way).status_code == 404, way
    stranger = place.visit()
    for path in (f"/tables/{table}", f"/friends/{table}", f"/rounds/{table}-1"):
        assert stranger.get(path).status_code == 404
    assert table not in stranger.get("/").text


def test_the_link_to_look_on_never_leads_to_a_seat(place: Place) -> None:
    maker, onlooker = place.visit(), place.visit()
    table = make(maker)
    _, watch = links(maker, table)
    refused = onlooker.post(watch, name="Cyd", how="sit")
    assert refused.status_code == 409
    assert "link to look on" in refused.text
    assert onlooker.post(watch, how="watch").status_code == 303
    page = onlooker.json(f"/tables/{table}")
    assert page["you"]["seat"] is None
    assert page["may_sit"] is False
    assert onlooker.order(table, "sit 4").status_code == 409
    assert onlooker.get(f"/friends/{table}").status_code == 404, "nor to the other link"
    stream = onlooker.watch(table)
    maker.must(table, "bet 10")
    place.until(table, lambda t: t.round is not None and t.round.stage_key == "preflop")
    while (seen := stream.next())["round"] is None or seen["round"]["stage"] != "preflop":
        pass
    assert all(one.get("cards") is None for one in seen["round"]["seats"]), "an onlooker sees no hidden card"
    stream.close()


@pytest.mark.parametrize("name", ["", "a", "x" * 17, "Anna!", "dealer", "boss", "guest-1", "first"])
def test_a_name_is_checked(own_place: Place, name: str) -> None:
    maker, first, second = (own_place.visit() for _ in range(3))
    own_place.player("boss")
    table = make(maker)
    seat, _ = links(maker, table)
    sit(first, seat, "First")
    refused = second.http.post(
        seat, data={"csrf": second.token, "name": name, "how": "sit"}, headers={"referer": own_place.url + seat}
    )
    assert refused.status_code == 409
    assert 'id="refusal-words"' in refused.text, "the form comes back with the reason"
    assert len(own_place.table(table).sittings) == 2


def test_every_seat_taken_is_said_and_one_may_look_on(place: Place) -> None:
    maker = place.visit()
    table = make(maker)
    seat, _ = links(maker, table)
    for number in range(2, 7):
        sit(place.visit(), seat, f"friend{number}")
    late = place.visit()
    assert "Every seat is taken" in late.get(seat).text
    assert late.post(seat, name="late", how="sit").status_code == 409
    assert late.post(seat, how="watch").status_code == 303
    assert late.get(f"/tables/{table}").status_code == 200


def test_who_was_let_in_stays_let_in_after_a_restart(own_place: Place, tmp_path: Path) -> None:
    maker, friend = own_place.visit(), own_place.visit()
    table = make(maker)
    seat, watch = links(maker, table)
    sit(friend, seat, "Dan")
    again = create_app(open_store(str(tmp_path / "room.db")))
    house = again.state.house
    guest = own_place.table(table).sittings[1].player
    entrance = house.entrances.at(guest, table)
    assert entrance is not None
    assert entrance.seat
    assert table_path(house.cookies, table, seat=True) == seat, "and the link is the same"
    assert table_path(house.cookies, table, seat=False) == watch
    house.store.close()


def test_an_account_practises_without_signing_out(place: Place) -> None:
    ann = place.visit(place.player("ann-x"))
    table = ann.practise()
    page = ann.json(f"/tables/{table}")
    assert (page["you"]["shown"], page["you"]["seat"], page["you"]["chips"]) == ("ann-x", 1, 100_000)
    money = ann.json("/")["you"]["chips"]
    ann.must(table, "bet 10")
    place.until(table, lambda t: t.round is not None and t.round.stage_key == "preflop")
    ann.must(table, "bet4")
    place.until(table, lambda t: t.rounds > 1)
    assert ann.get(f"/rounds/{table}-1").status_code == 200
    lobby = ann.json("/")
    assert (lobby["you"]["name"], lobby["you"]["chips"]) == ("ann-x", money), "still signed in, and no richer"
    assert next(row for row in lobby["tables"] if row["name"] == table)["yours"]
    stream = ann.watch(table)
    assert stream.next()["you"]["seat"] == 1
    cash = place.open_table("cash-x")
    ann.must(cash, "sit 1")
    assert place.table(cash).sittings[0].player == "ann-x"
    ann.post("/sign-out")
    with pytest.raises(ConnectionClosed):
        _follow(stream)


def _follow(stream: Stream) -> None:
    while True:
        stream.next()


def test_an_account_joins_friends_under_its_own_name_or_another(place: Place) -> None:
    maker = place.visit()
    table = make(maker)
    seat, _ = links(maker, table)
    bob = place.visit(place.player("bob-x"))
    assert 'value="bob-x"' in bob.get(seat).text
    sit(bob, seat, "Bobby")
    assert shown_name(place.table(table).sittings[1].player) == "Bobby"
    assert bob.json("/")["you"]["name"] == "bob-x"


def test_staff_practise_and_still_play_at_no_table_for_money(place: Place) -> None:
    boss = place.visit(BOSS)
    table = boss.practise()
    boss.must(table, "bet 10")
    assert boss.json(f"/tables/{table}")["you"]["seat"] == 1
    cash = place.open_table("cash-y")
    assert boss.order(cash, "sit 1").status_code == 409


def test_two_of_one_name_never_sit_at_one_table(place: Place) -> None:
    maker, first, second = (place.visit() for _ in range(3))
    table = make(maker)
    seat, _ = links(maker, table)
    sit(first, seat, "Twin")
    first.must(table, "stand")
    sit(second, seat, "twin")
    refused = first.order(table, "sit 5")
    assert refused.status_code == 409
    assert "'Twin' at this table already" in refused.json()["error"]


@pytest.mark.parametrize("rules", [rules.name for game in GAMES.values() for rules in game.rule_sets])
def test_every_rule_set_has_its_form_and_the_form_makes_its_table(place: Place, rules: str) -> None:
    visit = place.visit()
    page = visit.json(f"/friends/new?rules={rules}")
    fields = {
        one["name"]: one["value"]
        for group in page["groups"]
        for choice in group["fields"]
        for one in choice["inputs"]
        if one["form"] != "check"
    }
    company = {one["name"]: one["value"] for one in page["company"]}
    table = make(visit, whole="yes", rules=rules, coach="quiz", **fields, **{**company, "company.1": "beginner"})
    assert visit.json(f"/tables/{table}")["table"]["coach"] == "quiz"
    assert any(shown_name(one.player) == "ivy" for one in place.table(table).sittings)


def test_a_form_that_cannot_be_comes_back_with_what_was_typed(place: Place) -> None:
    visit = place.visit()
    sent = {"csrf": visit.token, "whole": "yes", "rules": "wa-2018", "limits.ante.least": "90", "limits.ante.most": "9"}
    sent |= {"company.2": "perfect"}
    way = f"{place.url}/friends/new?rules=wa-2018"
    answer = visit.http.post("/friends", data=sent, headers={"referer": way})
    assert answer.status_code == 409
    assert "leave no bet" in answer.text
    assert 'name="limits.ante.least" value="90"' in answer.text
    assert re.search(r'name="company.2">.*?<option value="perfect" selected', answer.text, re.S)


@pytest.mark.parametrize("field", ["coach", "company.1", "rules"])
def test_nonsense_in_a_form_is_refused(place: Place, field: str) -> None:
    answer = place.visit().post("/friends", whole="yes", **{"rules": "wa-2018", field: "nonsense"})
    assert answer.status_code == 409
    assert "nonsense" in answer.text


@thorough
def test_maker_friend_and_onlooker_in_three_browsers(place: Place, browser: Browser) -> None:
    """The whole way by mouse: make, share, take a name, play a round; the onlooker sees it and cannot sit."""
    maker = Screen(browser, place)
    maker.page.goto("/")
    maker.page.get_by_role("button", name="Play with friends").click()
    maker.page.wait_for_url("**/friends/*")
    maker.look("friends-inviting")
    seat, watch = (maker.page.locator(f"#{kind}-link").input_value() for kind in ("seat", "watch"))
    friend = Screen(browser, place, viewport=PHONE)
    friend.page.goto(seat)
    friend.look("friends-invited-phone")
    friend.page.get_by_label("Your name at the table").fill("Anna")
    friend.page.get_by_role("button", name="Take a seat").click()
    onlooker = Screen(browser, place)
    onlooker.page.goto(watch)
    onlooker.page.get_by_role("button", name="Look on").click()
    expect(onlooker.page.locator("#bar")).to_contain_text("You are looking on.")
    expect(onlooker.page.get_by_role("button", name=re.compile("^Sit"))).to_have_count(0)
    expect(onlooker.page.locator("#spots")).to_be_hidden()
    maker.page.get_by_role("link", name="To the table").click()
    for one in (maker, friend):
        one.stage("betting")
        one.bet("ante")
    for one in (maker, friend):
        one.stage("preflop")
        one.act("Bet 4x")
    for one in (maker, friend, onlooker):
        one.stage("over", "betting")
    expect(maker.page.locator("#arc")).to_contain_text("Anna")
    expect(onlooker.page.locator("#arc")).to_contain_text("Anna")
    onlooker.look("friends-onlooker")
    for one in (maker, friend, onlooker):
        one.close()


@thorough
def test_the_form_with_every_choice_looks_right(place: Place, browser: Browser) -> None:
    for kind, size in (("desk", DESK), ("phone", PHONE)):
        screen = Screen(browser, place, viewport=size)
        screen.page.goto("/")
        screen.page.get_by_role("button", name="More choices").click()
        screen.page.wait_for_url("**/friends/new*")
        screen.look(f"friends-new-{kind}")
        screen.page.get_by_label("Max").select_option("perfect")
        screen.page.get_by_role("button", name="Play alone").click()
        screen.stage("betting")
        screen.close()


def test_the_lobby_offers_an_onlooker_no_invitation_to_give(place: Place) -> None:
    maker, onlooker = place.visit(), place.visit()
    table = make(maker)
    onlooker.post(links(maker, table)[1], how="watch")
    assert f"/friends/{table}" in maker.get("/").text
    assert f"/tables/{table}" in onlooker.get("/").text
    assert f"/friends/{table}" not in onlooker.get("/").text


def test_a_link_that_no_telephone_opens_says_what_would_work(place: Place) -> None:
    maker = place.visit()
    table = make(maker)
    hint = maker.json(f"/friends/{table}")["seat"]["hint"]
    assert "127.0.0.1 is this machine itself: no telephone opens this link" in hint
    assert "--host 0.0.0.0" in hint
    assert f":{place.url.rpartition(':')[2]}/" in hint, "the port stays"
    assert "no telephone opens this link" in maker.get(f"/friends/{table}").text
    elsewhere = maker.http.get(f"/friends/{table}", headers={"host": "room.example", "accept": "application/json"})
    assert elsewhere.json()["seat"]["hint"] == ""


def test_the_host_sends_an_absent_friend_off_and_their_open_bets_come_back(place: Place) -> None:
    maker, friend, late = place.visit(), place.visit(), place.visit()
    table = make(maker, whole="yes", rules="wa-2018", clock="none")
    assert place.table(table).settings.terms.clock_s is None
    seat, _ = links(maker, table)
    sit(friend, seat, "Anna")
    sit(late, seat, "Bea")
    assert maker.json(f"/tables/{table}")["you"]["host"]
    assert not friend.json(f"/tables/{table}")["you"]["host"]
    friend.must(table, "bet 10")
    refused = friend.order(table, "unseat 3 gone")
    assert refused.status_code == 409
    assert "whoever made it" in refused.json()["error"]
    maker.must(table, "unseat 2 gone")
    assert [one.seat for one in place.table(table).sittings] == [1, 3]
    assert friend.json(f"/tables/{table}")["you"]["chips"] == 100_000, "bets that are not locked come back"
    assert friend.json(f"/tables/{table}")["may_sit"], "and they may come back, too"
    assert audit(place.store.practice, practice=True).clean


def test_the_host_decides_for_an_absent_friend(place: Place) -> None:
    maker, friend = place.visit(), place.visit()
    table = make(maker, whole="yes", rules="wa-2018", clock="none")
    sit(friend, links(maker, table)[0], "Anna")
    for one in (maker, friend):
        one.must(table, "bet 10")
    place.until(table, lambda t: t.round is not None and t.round.stage_key == "preflop")
    maker.must(table, "bet4")
    assert friend.order(table, "left 1").status_code == 409
    assert maker.order(table, "clock 2").status_code == 409, "nobody but the clock says that time is up"
    for street in ("preflop", "flop", "river"):
        place.until(table, lambda t, now=street: t.round is not None and t.round.stage_key == now)  # type: ignore[misc]
        maker.must(table, "left 2")
    place.until(table, lambda t: t.rounds > 1)
    last = friend.json(f"/tables/{table}")["last"]
    assert next(one for one in last["seats"] if one["number"] == 2)["line"] == ["check", "check", "fold"]
    assert audit(place.store.practice, practice=True).clean


def test_nobody_hosts_a_table_for_money(place: Place) -> None:
    ann = place.visit(place.player("ann-host"))
    cash = place.open_table("cash-host")
    ann.must(cash, "sit 1")
    assert ann.order(cash, "unseat 1 gone").status_code == 409
    assert ann.order(cash, "left 1").status_code == 409


def test_names_are_peoples_and_never_the_records(place: Place) -> None:
    maker, friend = place.visit(), place.visit()
    table = make(maker, whole="yes", rules="wa-2018", name="Ann", called="  Friday   night ")
    sit(friend, links(maker, table)[0], "Bea")
    plain = place.visit()
    nameless = make(plain)
    assert re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", plain.json("/")["you"]["shown"])
    assert make(maker, whole="yes", rules="wa-2018", name="Ann") != table
    for visit, at, name in (
        (maker, table, "Friday night"),
        (friend, table, "Friday night"),
        (plain, nameless, f"{plain.json('/')['you']['shown']}'s table"),
    ):
        for path in ("/", f"/tables/{at}") if visit is friend else ("/", f"/friends/{at}", f"/tables/{at}"):
            page = visit.get(path).text
            assert name.replace("'", "&#39;") in page, path
            seen = re.sub(r"<script.*?</script>|<[^>]*>", "", page, flags=re.S)
            assert not re.search("practice-|guest-", seen), path
    assert "Friday night" in place.visit().get(links(maker, table)[0]).text
    refused = maker.post("/friends", whole="yes", rules="wa-2018", called="<b>")
    assert refused.status_code == 409
    assert "not a name for a table" in refused.text


def test_private_tables_do_not_pile_up_in_the_lobby(place: Place) -> None:
    maker, friend = place.visit(), place.visit()
    with_friend = make(maker)
    sit(friend, links(maker, with_friend)[0], "Cleo")
    staked = maker.practise()
    maker.must(staked, "bet 10")
    alone = [maker.practise() for _ in range(3)]
    names = [row["name"] for row in maker.json("/")["tables"] if row["private"]]
    assert names == [alone[-1], staked, with_friend], "the newest alone, one with bets, one with friends"
    maker.must(alone[-1], "stand")
    assert alone[-1] not in maker.get("/").text, "who has left is asked back to none"


@thorough
def test_the_host_goes_on_without_a_friend_by_mouse(place: Place, browser: Browser) -> None:
    visit, friend = place.visit(), place.visit()
    table = make(visit, whole="yes", rules="wa-2018", name="Ann", clock="none")
    sit(friend, links(visit, table)[0], "Bea")
    host = Screen(browser, place, Person(place.table(table).sittings[0].player, Role.PLAYER))
    host.page.goto(f"/tables/{table}")
    host.stage("betting")
    host.bet("ante")
    bar = host.page.locator("#bar")
    expect(bar).to_contain_text("Waiting for Bea.")
    host.page.get_by_role("button", name="Bea has gone").click()
    expect(bar).to_contain_text("Bets that are not locked come back")
    host.look("friends-gone")
    host.page.get_by_role("button", name="Wait").click()
    expect(bar).to_contain_text("Waiting for Bea.")
    friend.must(table, "bet 10")
    host.stage("preflop")
    host.act("Bet 4x")
    expect(bar).to_contain_text("Waiting for Bea.")
    host.page.get_by_role("button", name="Bea has gone").click()
    host.page.get_by_role("button", name="Decide for Bea").click()
    host.stage("flop")
    host.page.get_by_role("button", name="Bea has gone").click()
    host.page.get_by_role("button", name="Send Bea off").click()
    host.stage("over", "betting")
    expect(host.page.locator("#arc")).not_to_contain_text("Bea")
    host.close()
