"""`croupier link` from opening a link to the printed win page, as an operator does it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from card_room_commands import PINS, Desk, cheap_hashes
from commands import croupier

from croupier.cards import parse_cards
from croupier.floor import table as tables
from croupier.floor.links.control import Links
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.games import ruleset
from croupier.rules.deal import stack
from croupier.store.journal import open_store

ROYAL = ({1: "2c 7d", 4: "Ah Kh"}, "Kc 5d", "Qh Jh Th 2d 6c")
QUADS = ({1: "2c 7d", 4: "Ah Ad"}, "Kc 5d", "As Ac Th 2d 6c")
PINS.setdefault("eve", "6666")


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room with its staff, made once and copied for each test."""
    file = tmp_path_factory.mktemp("furnished") / "room.db"
    with pytest.MonkeyPatch.context() as patch:
        cheap_hashes(patch)
        desk = Desk(f"sqlite:///{file}")
        desk.furnish("--dealt-by", "person")
        desk.ok("staff", "add", "eve", "--role", "executive", "--new-pin", PINS["eve"], by="sam")
    return file


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, furnished: Path) -> Desk:
    cheap_hashes(monkeypatch)
    stack_deck(monkeypatch, ROYAL)
    copy = tmp_path / "room.db"
    with sqlite3.connect(furnished) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    return Desk(f"sqlite:///{copy}")


def create(desk: Desk, *more: str) -> str:
    """A link whose seed is not the preconfigured one, which is overridden."""
    return desk.ok("link", "create", "main", "--level", "main:23:5:10000", "--override", "test", *more, by="eve")


def stack_deck(monkeypatch: pytest.MonkeyPatch, hands: Any) -> None:
    """Let every round be dealt these cards."""

    def deck_of(_round: str, _seed: bytes, _players: object, _cards: object) -> Any:
        holes, dealer, board = hands
        made = {seat: parse_cards(text) for seat, text in holes.items()}
        rules = ruleset("wa-2018")
        return stack(rules.procedures[0], rules.game.layout, made, parse_cards(dealer), parse_cards(board))

    monkeypatch.setattr(tables, "deck_of", deck_of)


def play_a_royal(desk: Desk) -> None:
    desk.ok("table", "do", "T1", "sit 1", by="ann")
    desk.ok("table", "do", "T1", "sit 4", by="bob")
    desk.ok("table", "do", "T1", "open", by="dora")
    for who in ("ann", "bob"):
        desk.ok("table", "do", "T1", "bet 10 progressive 1", by=who)
    desk.ok("table", "do", "T1", "lock", by="dora")
    desk.ok("table", "do", "T1", "deal", by="dora")
    for action, step in (("check", "flop"), ("check", "river"), ("bet1", "dealer")):
        for who in ("ann", "bob"):
            desk.ok("table", "do", "T1", action, by=who)
        desk.ok("table", "do", "T1", step, by="dora")
    desk.ok("table", "do", "T1", "settle", by="dora")


def test_a_link_from_its_opening_to_the_win_page(desk: Desk, tmp_path: Path) -> None:
    assert "link main: UTH-P01, $1 wager, keyed flow" in create(desk)
    assert "tables T1" in desk.ok("link", "join", "main", "T1", by="sue")
    play_a_royal(desk)
    assert "has won with royal flush first five" in desk.refused("table", "do", "T1", "end", by="dora")
    assert "waits for a supervisor" in desk.ok("link", "claim", "T1", "royal_flush_first_five", by="dora")
    shown = json.loads(desk.ok("link", "show", "main", "--json"))
    assert shown["claims"][0]["amount"] == 1_000_046
    assert "dora is a dealer" in desk.refused("link", "approve", "T1", by="dora")
    desk.ok("link", "refuse", "T1", "look again", by="sue")
    refused = "refused, not paid: royal flush first five, T1, seat 4, T1-1, by sue: look again"
    for told in ("hits", "report"):
        assert refused in desk.ok("link", told, "main")
    desk.ok("link", "press", "T1", "hand royal_flush_first_five", by="dora")
    assert "T1: ready" in desk.ok("link", "approve", "T1", by="sue")
    desk.ok("table", "do", "T1", "end", by="dora")

    (hit,) = json.loads(desk.ok("link", "hits", "main", "--json"))
    assert (hit["amount"], hit["player"], hit["claim"]) == (1_000_046, "bob", 2)
    assert "royal flush first five, T1 seat 4 bob" in desk.ok("link", "hits", "main")
    assert refused not in desk.ok("link", "hits", "main"), "it was claimed again, and paid"
    page = tmp_path / "win.html"
    assert "win 2 of main is in" in desk.ok("link", "page", "main", "2", "--out", str(page))
    assert "$10,000.46" in page.read_text("utf-8")
    assert json.loads(desk.ok("link", "page", "main", "2", "--json"))["record_hash"] in page.read_text("utf-8")

    report = json.loads(desk.ok("link", "report", "main", "--json"))
    assert report["wagers"] == 200
    assert report["levels"][0]["awards"] == 1_000_046
    assert "wagers $2" in desk.ok("link", "report", "main", "--since", "2020-01-01", "--until", "2999-01-01T00:00")
    assert json.loads(desk.ok("link", "report", "main", "--until", "2020-01-01", "--json"))["wagers"] == 0
    assert "link and books agree" in desk.ok("link", "check", "main")
    assert json.loads(desk.ok("audit", "--json"))["clean"] is True


def test_r44_a_win_of_the_tray_is_pressed_and_verified_by_command(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_deck(monkeypatch, QUADS)
    assert "$100" in desk.ok("house", "set", "verify_tray_wins_from", "100", by="sam")
    create(desk)
    desk.ok("link", "join", "main", "T1", by="sue")
    play_a_royal(desk)
    assert "press its hand button first" in desk.refused("table", "do", "T1", "end", by="dora")
    pressed = desk.ok("link", "claim", "T1", "four_of_a_kind", by="dora")
    assert pressed == "T1: seat 4 has four of a kind, $100 from the tray; pressed by dora, to be verified\n"
    assert "may not run a link" in desk.refused("link", "approve", "T1", by="dora")
    assert "pressed by dora, verified by sue" in desk.ok("link", "approve", "T1", by="sue")
    desk.ok("table", "do", "T1", "end", by="dora")
    assert "four of a kind, T1 seat 4 bob, round T1-1, pressed by dora, verified by sue" in desk.ok(
        "link", "hits", "main", "--level", "tray"
    )
    (hit,) = json.loads(desk.ok("link", "hits", "main", "--json"))
    assert (hit["level"], hit["amount"], hit["verified_by"]) == ("tray", 10_000, "sue")
    assert json.loads(desk.ok("audit", "--json"))["clean"] is True


def test_adjusting_takes_two_people(desk: Desk) -> None:
    create(desk)
    adjust = ("link", "adjust", "main")
    asked = desk.ok(*adjust, "--level", "main", "--change=-12.50", "--document", "report 7", by="sue")
    assert "adjustment 1 waits: main -$12.50, malfunction (report 7), asked by sue" in asked
    assert "cannot approve it" in desk.refused(*adjust, "--approve", "1", by="sue")
    assert "$9,987.50" in desk.ok(*adjust, "--approve", "1", by="eve")
    desk.ok(*adjust, "--level", "main", "--change", "5", "--reason", "malfunction", "--document", "slip 1", by="sue")
    assert "waits" not in desk.ok(*adjust, "--drop", "2", "--document", "typed wrong", by="sue")
    assert "no reason 'whim'" in desk.refused(
        *adjust, "--level", "main", "--change", "5", "--reason", "whim", "--document", "x", by="sue"
    )
    assert "nothing to adjust" in desk.refused(*adjust, by="sue")


def test_configuring_stopping_and_resuming(desk: Desk) -> None:
    warned = desk.refused("link", "create", "main", "--level", "main:23:0:10000", by="eve")
    assert "no reserve" in warned
    assert "override with a reason" in warned
    dear = desk.refused("link", "create", "main", "--level", "main:23:5:10000", "--stake", "1000", by="eve")
    assert "a stake of $1,000 is above the legal limit of $400 for a single wager" in dear
    create(desk)
    desk.ok("link", "join", "main", "T1", by="sue")
    configured = desk.ok(
        "link",
        "configure",
        "main",
        "--level",
        "main:20:5:20000:50000",
        "--stake",
        "5",
        "--override",
        "holiday",
        by="eve",
    )
    assert "$5 wager" in configured
    desk.ok("link", "stop", "main", "display dark", by="sue")
    assert "STOPPED: display dark" in desk.ok("link", "list")
    two = ("--approver", "eve", "--approver-pin", PINS["eve"])
    assert "cannot both" in desk.refused(
        "link", "resume", "main", "--approver", "sue", "--approver-pin", PINS["sue"], by="sue"
    )
    assert "STOPPED" not in desk.ok("link", "resume", "main", *two, by="sue")
    assert "tables none" in desk.ok("link", "leave", "main", "T1", by="sue")


def test_a_multi_game_link_and_its_levels(desk: Desk) -> None:
    shown = json.loads(
        desk.ok(
            "link", "create", "big", "--paytable", "MGL-ML03", "--level", "minor:4:1:300",
            "--level", "mega:12:2:10000", "--level", "major:6:1:1000", "--executive-above", "10000", "--json", by="eve",
        )
    )  # fmt: skip
    assert [level["level"] for level in shown["levels"]] == ["mega", "major", "minor"]
    assert shown["terms"]["kind"] == "multi-game"
    assert shown["terms"]["flow"] == "card"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("show", "nowhere"), "no link 'nowhere'"),
        (("report", "main", "--since", "yesterday"), "not a moment"),
        (("page", "main", "7"), "is not logged"),
        (("hits", "nowhere"), "no link 'nowhere'"),
    ],
)
def test_what_cannot_be_shown(desk: Desk, arguments: tuple[str, ...], says: str) -> None:
    create(desk)
    assert says in desk.refused("link", *arguments)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("create", "x", "--level", "main"), "not a level"),
        (("create", "x", "--level", "mega:23:5:10000"), "pays from main"),
        (("create", "x", "--level", "main:23:5:10000", "--flow", "wave"), "no flow 'wave'"),
        (("create", "x", "--level", "main:23:5:10000", "--paytable", "UTH-99"), "no progressive pay table"),
        (("press", "T1", "dance"), "no button 'dance'"),
        (("approve", "T1"), "on no progressive link"),
        (("join", "x", "T1"), "no link 'x'"),
    ],
)
def test_what_cannot_be_done(desk: Desk, arguments: tuple[str, ...], says: str) -> None:
    assert says in desk.refused("link", *arguments, by="eve")


def test_a_win_of_another_game_is_claimed_refused_paid_and_taken_off_by_command(desk: Desk) -> None:
    desk.ok("link", "create", "big", "--paytable", "MGL-01", "--level", "main:23:5:10000", by="eve")
    dora, sue = Person("dora", Role.DEALER), Person("sue", Role.SUPERVISOR)
    with closing(open_store(desk.db)) as store:
        outside = OutsideDesk(Links(Room(store)))
        outside.join("big", "C1", "dj-wild", sue, "join")
        outside.lock("C1", {3: 100}, dora, "lock")
        outside.show("C1", {3: "As Ks Qs Js Ts"}, dora, "show")
    assert "waits for a supervisor" in desk.ok("link", "claim", "C1", "royal_flush", "--seat", "3", by="dora")
    assert "C1: ready" in desk.ok("link", "refuse", "C1", "look again", by="sue")
    desk.ok("link", "press", "C1", "seat 3", by="dora")
    desk.ok("link", "press", "C1", "hand royal_flush", by="dora")
    assert "C1: ready" in desk.ok("link", "approve", "C1", by="sue")
    (hit,) = json.loads(desk.ok("link", "hits", "big", "--json"))
    assert (hit["amount"], hit["table"], hit["cards"]) == (1_000_023, "C1", "As Ks Qs Js Ts")
    desk.ok("link", "press", "C1", "game over", by="dora")
    assert "tables none" in desk.ok("link", "leave", "big", "C1", by="sue")


def test_a_table_with_real_cards_is_opened_played_and_taken_off_by_command(desk: Desk) -> None:
    """R58, link only."""
    desk.ok("link", "create", "big", "--paytable", "MGL-01", by="eve")
    assert "no game 'pai-gow' joins" in desk.refused("link", "open-table", "big", "R1", "pai-gow", by="sue")
    assert "R1" in desk.ok("link", "open-table", "big", "R1", "caribbean", by="sue")
    assert desk.ok("link", "lock", "R1", "1", "3", by="dora") == "R1-1: accepted $1 of 2 seats\n"
    desk.ok("link", "claim", "R1", "four_of_a_kind", "--seat", "1", by="dora")
    desk.ok("link", "claim", "R1", "royal_flush", "--seat", "3", by="dora")
    assert "no cards were entered" in desk.refused("link", "approve", "R1", by="sue")
    desk.ok("link", "approve", "R1", "--cards", "AhKhQhJhTh", by="eve")
    desk.ok("link", "press", "R1", "game over", by="dora")
    meters, trays = sorted(json.loads(desk.ok("link", "hits", "big", "--json")), key=lambda hit: hit["level"] == "tray")
    assert (meters["cards"], meters["cards_by"]) == ("Ah Kh Qh Jh Th", "eve")
    assert (trays["line"], trays["seat"], trays["amount"]) == ("four_of_a_kind", 1, 30_000)
    desk.ok("link", "leave", "big", "R1", by="sue")


def test_the_office_of_a_link_by_command(desk: Desk) -> None:
    """R43, R45, R46, R50, R51: a win backed out, money moved, papers, components, approval, the end."""
    assert "no approval on record" in create(desk)
    assert "no approval on record" in desk.ok("link", "list")
    desk.ok("link", "join", "main", "T1", by="sue")
    play_a_royal(desk)
    desk.ok("link", "claim", "T1", "royal_flush_first_five", by="dora")
    desk.ok("link", "approve", "T1", by="sue")
    desk.ok("table", "do", "T1", "end", by="dora")

    desk.ok("link", "winner", "main", "1", "--winner", "Bob Roe", "--identity", "WA licence", by="sue")
    assert "a tax form goes with its number" in desk.refused(
        "link", "winner", "main", "1", "--winner", "Bob Roe", "--identity", "x", "--tax-form", "W-2G", by="sue"
    )
    assert "Bob Roe" not in desk.ok("link", "page", "main", "1")

    asked = desk.ok("link", "back-out", "main", "1", "--document", "report 12", by="sue")
    assert "adjustment 1 waits: main +$0.36, back out of claim 1 (report 12), asked by sue" in asked
    assert "$10,000.46" in desk.ok("link", "adjust", "main", "--approve", "1", by="eve")
    assert "backed out by adjustment 1" in desk.ok("link", "hits", "main")
    assert "Backed out on" in desk.ok("link", "page", "main", "1")
    assert "1 hits (1 backed out)" in desk.ok("link", "report", "main")
    assert "back-out" in desk.ok("link", "history", "main")

    assert "approved is CHAM2+ 1.66P$, or ViPS 1.2.0 or higher" in desk.ok("link", "components", "main")
    shown = desk.ok("link", "component", "main", "vips", "1.1", by="sue")
    assert "ViPS 1.1 is below the approved version, 1.2.0 or higher" in shown
    assert (
        "ViPS"
        not in json.loads(desk.ok("link", "component", "main", "ViPS", "1.2.0", "--json", by="sue"))[
            "component_warnings"
        ]
    )

    desk.ok(
        "link", "create", "big", "--paytable", "MGL-ML01", "--level", "mega:15:3:20000", "--level", "major:7:2:5000",
        "--executive", "mega", "--approval", "WSGC 2018-4", "--override", "test", by="eve",
    )  # fmt: skip
    assert "no level 'minor'" in desk.refused(
        "link", "create", "x", "--level", "main:23:5:10000", "--executive", "minor", by="eve"
    )
    big = desk.ok("link", "show", "big")
    assert '"WSGC 2018-4": not a record' in big
    assert big.count("Executive card") == 1
    assert "not a level of a link" in desk.refused(
        "link", "transfer", "main", "main", "100", "big", "--document", "slip", by="sue"
    )
    moved = desk.ok("link", "transfer", "main", "main", "10000.46", "big/mega", "--document", "slip", by="sue")
    assert "adjustment 2 waits: main -$10,000.46, transfer to big/mega (slip), asked by sue" in moved
    desk.ok("link", "adjust", "main", "--approve", "2", by="eve")
    assert "$30,000.46" in desk.ok("link", "show", "big")
    assert "take its tables off first (T1)" in desk.refused("link", "close", "main", "over", by="sue")
    desk.ok("link", "leave", "main", "T1", by="sue")
    assert "the reserve of main holds $0.10" in desk.refused("link", "close", "main", "over", by="sue")
    desk.ok("link", "transfer", "main", "main", "0.10", "big/mega", "--reserve", "--document", "slip", by="sue")
    desk.ok("link", "adjust", "main", "--approve", "3", by="eve")
    assert "CLOSED: over" in desk.ok("link", "close", "main", "over", by="sue")
    assert "main " not in desk.ok("link", "list")
    assert "CLOSED: over" in desk.ok("link", "list", "--closed")
    assert json.loads(desk.ok("audit", "--json"))["clean"] is True


def test_preconfigured_figures_by_command(desk: Desk) -> None:
    """R42: a link starts from what comes with the system, and is measured by it whoever typed the values."""
    typed = desk.refused("link", "create", "main", "--level", "main:23/20:5:10000/12000", by="eve")
    assert "which comes with the system (R42)" in typed
    shown = json.loads(desk.ok("link", "create", "main", "--json", by="eve"))
    (level,) = shown["terms"]["levels"]
    assert (level["rate_bp"], level["reserve_bp"], level["seed"]) == (3_600, 300, 500_000)
    warned = desk.refused("link", "configure", "main", "--level", "main:40:5:9000", by="eve")
    assert "40 % is above the preconfigured 36 %" in warned
    assert "the seed of $9,000 differs from the preconfigured $5,000" in warned
    desk.ok("link", "configure", "main", "--level", "main:40:5:9000", "--override", "letter", by="eve")
    kept = desk.ok("link", "configure", "main", "--approval", "WSGC 1", "--override", "letter", by="eve")
    assert "seed $9,000, 40 % in, 5 % to the reserve" in kept, "without --level they stay"


def test_a_link_that_loses_by_design_takes_two_people_by_command(desk: Desk) -> None:
    """R59: `progressive` says of these terms that the house keeps -51.73 %."""
    losing = ("link", "create", "pB", "--level", "main:95:5:10000")
    for more in ((), ("--override", "letter 12")):
        assert "the house would lose 51.73 % of each wager in the long run" in desk.refused(*losing, *more, by="eve")
    two = ("--override", "letter 12", "--approver", "sue", "--approver-pin", PINS["sue"])
    shown = desk.ok(*losing, *two, by="eve")
    assert "the house keeps -51.73% of a wager in the long run, at a full table" in shown
    assert "the top award comes once in 649,740 wagers" in shown
    assert "the house would lose" in desk.refused("link", "join", "pB", "T1", by="eve")
    desk.ok("link", "join", "pB", "T1", *two, by="eve")
    assert "(eve, sue)" in desk.ok("link", "history", "pB")
    assert json.loads(desk.ok("audit", "--json"))["clean"] is True


def test_help_lists_the_commands() -> None:
    said = croupier("link", "--help").out
    for command in ("create", "configure", "show", "claim", "approve", "adjust", "report", "hits", "page", "close"):
        assert command in said
