"""For every game every page answers, and whatever is sent is done, or refused in words: none fails. Shown with games
that the house does not have.

The pages are those that the application itself describes, so a new one is among them; what its address needs that no
page needed before is written into `FILLED`. The doors to which something is sent are those that the application has:
every one is in `day`, or in `NO_GAME` with the reason.
"""

from __future__ import annotations

import csv
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest
from web_permissions import doors_of
from web_place import BOSS, Place, Visit
from web_staff import PIN

import croupier
from croupier.errors import Refused
from croupier.floor.house.devices import DeviceBook
from croupier.floor.reports import ReporterKind
from croupier.floor.roles import Person, Role
from croupier.games import GAMES, register, unregister
from croupier.lab.bets.designs import design, toml_text
from croupier.lab.solver import solver
from croupier.lab.solver.any_game import AnyGame
from croupier.rules.game import Game
from croupier.rules.outs import counts_outs
from croupier.rules.paytables import paytable
from croupier.rules.round import Stage
from croupier.rules.variants.fields import variant_of
from croupier.rules.variants.file import variant_text
from croupier.school.course import COURSE
from croupier.school.rulings import is_taught
from croupier.strategy.drills.drawing import draw_position
from croupier.studies.subjects import SUBJECTS, answer_to_dict
from croupier.web.lab.chart_models import ChartAnswer
from croupier.web.lab.files import csv_of
from croupier.web.lab.jobs import LabJobs
from croupier.web.learn.play_papers import PlayPapers
from croupier.web.sessions import Visitor
from depth import first_of
from high_card import HIGH_CARD, REDS, SUITED, registered
from own_game import COMMON_THIRD, admitted

OURS = [key for key in GAMES if key != "uth"]
"""The house's games that are not asked for by default."""
TABLE, ROUND = "duel", "duel-1"
FILLED: Mapping[str, tuple[str, ...]] = {
    "rules": ("high-card",),
    "table": ("HC-01", "high-card"),
    "tables": ("suited:HC-01",),
    "own": ("Kh",),
    "hole": ("Kh",),
    "declaration": ("nothing",),
    "subject": tuple(SUBJECTS),
    "ending": ("json", "csv"),
    "account": (f"tray/{TABLE}", "player/anna"),
    "paper": ("nothing",),
    "part": ("0",),
    "token": ("nothing",),
    "serial": ("DM2-4711",),
    "position": ("1",),
    "seat": ("1",),
    "positions": ("1-2",),
    "number": ("1",),
    "claim": ("1",),
    "id": ("nothing",),
    "game": (HIGH_CARD.key,),
}
"""What the addresses of High Card Duel's pages say, where a page takes it."""
BY_PATH: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "/rounds": {"name": (ROUND,)},
    "/api/rounds": {"name": (ROUND,)},
    "/learn/play": {"key": (HIGH_CARD.key,)},
    "/api/learn/play": {"key": (HIGH_CARD.key,)},
    "/learn/dealer": {"key": tuple(COURSE)},
    "/you/rounds": {"ending": ("txt", "jsonl")},
    "/staff/figures": {"table": (TABLE,), "by": ("table", "game")},
    "/staff/rounds/{name}/seats": {"name": (ROUND,), "seat": ("1", "6")},
    "/staff/rounds": {"table": (TABLE,), "format": ("csv", "json")},
    "/staff/shift": {"table": (TABLE,)},
    "": {"name": (TABLE,)},
}
"""The same for names that mean something else from room to room."""


@pytest.fixture(scope="module", autouse=True)
def small_games() -> Iterator[None]:
    with registered(), admitted():
        yield


@pytest.fixture(scope="module")
def place(small_games: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    made = Place(tmp_path_factory.mktemp("place"))
    # Signs are looked for in a process of their own, one table at a time, and these games are not there.
    made.house.signs_watch.start = lambda table, rounds: None  # type: ignore[method-assign]
    yield made
    made.close()


@pytest.fixture(scope="module")
def people(place: Place) -> dict[str, Visit]:
    """Who reads the pages: a player who has finished a round of High Card Duel, and people of the house."""
    place.employ_boss()
    player = place.visit(place.player("anna"))
    place.open_table(TABLE, "high-card", bets=(SUITED,), face_up_approval="HC-7")
    player.must(TABLE, "sit 1")
    place.until(TABLE, lambda one: one.in_play is not None)
    player.must(TABLE, "bet 10 suited 5")
    place.until(TABLE, lambda one: one.in_play is not None and one.in_play.stage is Stage.PLAYING)
    player.must(TABLE, "bet1")
    place.until(TABLE, lambda one: one.rounds == 2)
    root = Person("root", Role.ADMIN)
    dora = place.house.people.register("dora", Role.DEALER, PIN, root, "register/dora")
    house = {"supervisor": BOSS, "dealer": dora, "admin": root}
    return {"player": player, **{who: place.visit(one) for who, one in house.items()}}


def filled(path: str, name: str) -> tuple[str, ...] | None:
    """What stands for a name in the address of a page, if it is said."""
    for room, names in BY_PATH.items():
        if path.startswith(room) and name in names:
            return names[name]
    return FILLED.get(name)


def addresses(place: Place) -> Iterator[str]:
    """Every page that the application describes, asked about High Card Duel."""
    for path, operations in place.app.openapi()["paths"].items():
        wanted: dict[str, tuple[str, ...]] = {}
        for parameter in operations.get("get", {}).get("parameters", ()):
            values = filled(path, parameter["name"])
            assert values or not parameter.get("required"), f"say in FILLED what {parameter['name']!r} is in {path}"
            if values and parameter["in"] in ("path", "query"):
                wanted[parameter["name"]] = values
        for chosen in product(*wanted.values()) if "get" in operations else ():
            names = dict(zip(wanted, chosen, strict=True))
            inside = set(re.findall(r"{(\w+)}", path))
            query = urlencode({name: value for name, value in names.items() if name not in inside})
            yield path.format(**{name: quote(names[name]) for name in inside}) + (f"?{query}" if query else "")


def looked_at(visit: Visit, address: str) -> list[str]:
    """What is wrong with a page, read by a person and by a program."""
    wrong = []
    for accept in ("text/html", "application/json"):
        answer = visit.http.get(address, headers={"accept": accept})
        if answer.status_code >= 500 or answer.status_code == 429 or (answer.status_code >= 400 and not answer.text):
            wrong.append(f"{answer.status_code} {accept} {address}: {answer.text[:300]}")
    return wrong


@pytest.mark.parametrize("who", ["player", "supervisor", "admin"])
def test_every_page_answers_for_a_game_of_its_own_or_refuses_in_words(
    place: Place, people: dict[str, Visit], who: str
) -> None:
    visit = people[who]
    asked = [one for one in addresses(place) if ("/staff" in one) == (who != "player")]
    assert len(asked) > 20
    assert [told for address in asked for told in looked_at(visit, address)] == []


@pytest.mark.parametrize(
    "key", [COMMON_THIRD.key, *first_of(["caribbean", *(key for key in OURS if key != "caribbean")])]
)
def test_every_page_of_a_game_answers_or_refuses_in_words(place: Place, people: dict[str, Visit], key: str) -> None:
    paths = [path for path, operations in place.app.openapi()["paths"].items() if "get" in operations]
    asked = [path.replace("{game}", key) for path in paths if "{game}" in path]
    asked += [path.format(key=key) for path in paths if path.startswith("/learn/play/{key}")]
    assert len(asked) > 10
    assert [told for address in asked for told in looked_at(people["player"], address)] == []


def test_a_lesson_teaches_a_side_bet_that_nothing_is_written_about(place: Place) -> None:
    visit, words = place.visit(), []
    for deal in (1, 2, 3):
        page = visit.json(f"/learn/first/caribbean?deal={deal}")
        while page["choices"] and page["choices"][0]["to"].split("?")[1].startswith(f"deal={deal}&"):
            words += page["words"]
            page = visit.json(page["choices"][0]["to"])
        assert page["rows"], "every deal is settled"
    assert "An optional bet with a pay table of its own." in words
    assert any(row["spot"] == REDS for row in page["rows"])


def test_a_table_of_a_game_that_nobody_approved_is_private_and_marked_wherever_it_shows(
    place: Place, people: dict[str, Visit]
) -> None:
    """R56: strangers are not shown it; who sits there, and staff, are, and all are told."""
    words = "High Card Duel is not an approved game"
    listed = {who: {row["name"]: row for row in people[who].json("/")["tables"]} for who in people}
    assert words in listed["player"][TABLE]["approval"]
    assert words in listed["supervisor"][TABLE]["approval"]
    stranger = place.visit(place.player("stan"))
    assert TABLE not in {row["name"] for row in stranger.json("/")["tables"]}
    assert words in stranger.get("/").text, "where it can be chosen for practice"
    assert words in people["player"].json(f"/tables/{TABLE}")["table"]["approval"]
    assert words in people["player"].get(f"/rounds/{ROUND}").text
    assert words in people["supervisor"].get(f"/staff/tables/{TABLE}").text
    assert words in people["supervisor"].get(f"/staff/tables/{TABLE}/papers").text
    assert words in people["supervisor"].get("/staff/tables/new").text


def test_the_lobby_offers_the_game_and_a_guest_practises_it(place: Place) -> None:
    visit = place.visit()
    assert HIGH_CARD.name in visit.get("/").text
    assert place.table(visit.practise("high-card")).settings.terms.game is HIGH_CARD
    assert COMMON_THIRD.name in visit.get("/").text
    table = visit.practise("common-third")
    assert place.table(table).settings.terms.game is COMMON_THIRD
    told = visit.json("/")["tables"], visit.json(f"/tables/{table}")["table"]["approval"]
    assert "Common Third is not an approved game" in (row["approval"] for row in told[0])
    assert told[1] == "Common Third is not an approved game"


@pytest.mark.parametrize("key", [HIGH_CARD.key, COMMON_THIRD.key])
def test_the_lab_says_that_a_face_up_table_of_it_is_not_worked_out_yet(place: Place, key: str) -> None:
    visit = place.visit()
    assert [one["key"] for one in visit.json(f"/lab/{key}/faceup")["form"]] == ["players", "samples", "seed"]
    told = answer_to_dict("faceup", key, {"players": "3"}, lambda *_: None)
    assert told["headline"] == {"words": f"{GAMES[key].name} dealt face up", "value": "not worked out yet"}


LAB_PAGES = {
    HIGH_CARD.key: {"tables", "chart", "hand", "side-bet", "simulate", "ruin"},
    COMMON_THIRD.key: {"tables", "chart", "hand", "rules", "side-bet", "simulate", "ruin"},
}


@pytest.mark.parametrize("key", LAB_PAGES)
def test_the_lab_has_the_pages_of_any_game_that_it_can_count(place: Place, key: str) -> None:
    visit, game = place.visit(), GAMES[key]
    first = visit.json(f"/lab/{key}")
    offered = {one["path"].removeprefix(f"/lab/{key}").strip("/") or "tables" for one in first["places"]}
    assert offered >= LAB_PAGES[key]
    assert "progressive" not in offered
    for path in (one["path"] for one in first["places"]):
        assert visit.get(path).status_code == 200, path
    assert visit.json(f"/lab/{key}/hand")["fields"][0]["counts"] == [game.layout.own]
    assert f"{game.name} has no such page in the Lab" in visit.get(f"/lab/{key}/progressive").text


def test_a_decision_of_any_game_leads_to_the_page_that_weighs_it(people: dict[str, Visit]) -> None:
    visit = people["player"]
    text = str(croupier.deal(HIGH_CARD.key, {1: {"ante": 1000}}, seed=1).act(1, "bet1"))
    form = {"csrf": visit.token, "notation": text}
    page = visit.http.post("/replay", data=form, headers={"accept": "application/json"}).json()
    (decision,) = page["lookups"]
    assert decision["link"] == f"/lab/{HIGH_CARD.key}/hand?{urlencode({'own': decision['own'][0]})}"
    assert visit.get(decision["link"]).status_code == 200


def test_the_lab_charts_and_weighs_any_game_that_it_can_count() -> None:
    """The worker's own process does not know games that a test registers, so its bench is asked here."""
    bench, nothing = LabJobs(), {"table": "", "approved": ""}
    duel = bench.do("chart", {"game": HIGH_CARD.key, **nothing})
    assert [(one["low"], one["high"], one["shares"]) for one in duel["rungs"]] == [("ace", "king", [{"bet1": 1.0}])]
    third = bench.do("chart", {"game": COMMON_THIRD.key, **nothing})
    assert {one["hand"]: one["best"] for one in third["starts"]}["AA"] == "bet2"
    assert [one["words"] for one in third["streets"]] == ["after the common card"]
    assert {row["part"] for row in csv.DictReader(csv_of(answer(COMMON_THIRD, third)).decode().splitlines())} == {
        "start",
        "after the common card",
    }
    for key in (HIGH_CARD.key, COMMON_THIRD.key):
        assert bench.do("draw_chart", {"game": key, "table": "", "ending": "svg"}).startswith(b"<?xml")
    cards = {"own": "Kh", "board": "", "up": "", "seen": "Ks", "down": None}
    king = bench.do("hand", {"game": HIGH_CARD.key, "table": "", **cards})
    assert (king["best"], king["hand"], king["table"]) == ("bet1", "king", "")


def test_the_rules_of_any_game_are_varied_that_says_what_becomes_of_its_bets() -> None:
    """Common Third in which equal hands push: the player gains, and beside it stands the game as it is."""
    changed = variant_of(COMMON_THIRD, {"ante.tie": "push", "play.tie": "push"}, "pushes")
    edge = LabJobs().do("variant", {"game": COMMON_THIRD.key, "text": variant_text(changed)})["figures"][0]
    assert edge["approved"] == float(solver(COMMON_THIRD).solve().edge)
    assert edge["value"] == float(AnyGame(changed.game).solve().edge) < edge["approved"]


def test_a_progressive_of_a_game_whose_hands_nobody_has_counted_is_refused() -> None:
    table = toml_text(paytable("MGL-01", "progressive"))
    terms = {"stake": 100, "levels": {}, "players": 1, "tax_bp": 0, "fixed_off_meter": False, "folded": False}
    with pytest.raises(Refused, match="nobody has counted which hands of High Card Duel win a progressive"):
        LabJobs().do("progressive", {"table": table, "approved": table, "game": HIGH_CARD.key, **terms})


def answer(game: Game, chart: dict[str, Any]) -> ChartAnswer:
    return ChartAnswer(game=game.key, table="", approved="", **chart)


def test_a_pay_table_of_the_base_game_is_designed_for_any_game_that_has_one() -> None:
    """Three Card Poker as if another package had brought it: the general solver says what the house's own says."""
    usual = paytable("AB-01", "ante_bonus")
    mine = design(usual, {"straight": "5"})
    texts = {"table": toml_text(mine), "approved": toml_text(usual)}
    game = replace(GAMES["three-card"], key="copy")
    copied = tuple(replace(rules, name=f"copy {rules.name}", game=game) for rules in GAMES["three-card"].rule_sets)
    register(copied, ())
    try:
        told = LabJobs().do("game", {"game": "copy", **texts})
    finally:
        unregister(copied, ())
    ours = LabJobs().do("game", {"game": "three-card", **texts})
    assert told == ours
    assert {line["line"]: line["adds"] for line in told["lines"]}["straight"] == float(Fraction(720, 22_100))


def test_what_the_lab_and_the_school_do_not_know_they_say(place: Place, people: dict[str, Visit]) -> None:
    player = people["player"]
    for path in ("/learn/play/high-card", f"/api/rounds/{ROUND}/review"):
        assert player.get(path).status_code == 200, path
    supervisor = people["supervisor"].json("/staff/figures?by=game")
    base, suited = supervisor["bets"]
    assert (base["name"], base["tables"], base["by_theory"], base["expected"]) == (
        "Base game",
        "no pay table",
        "–",
        "–",
    )
    assert (suited["name"], suited["tables"], suited["by_theory"]) == ("Suited", "HC-01", "–")
    assert "the school does not teach High Card Duel yet" in player.get("/learn/how/high-card").text


# What is sent to the house

NO_GAME: Mapping[str, str] = {
    "POST /sign-in": "who somebody is, whatever they play",
    "POST /sign-out": "the same",
    "POST /join": "the same",
    "POST /first-admin": "the same",
    "POST /staff/people": "the same, of others",
    "POST /staff/people/{name}": "the same, of others",
    "POST /staff/house": "choices of the house, none of which is a table's",
    "POST /staff/house/law": "the legal profile, which is no table's",
    "POST /staff/approvals": "what was approved, by names that are checked; tables of any game are measured by it",
    "POST /staff/devices": "who may report to a table, whatever it plays",
    "POST /api/device": "reports of a table with real cards, by the rules' own law for every game",
    "POST /api/staff/audit": "the record as a whole, in a process of its own; `croupier audit` is in the commands' law",
    "POST /between-servers/orders": "an order that came in at another server, and has been through its door",
}
"""What is sent to a door that cannot concern a game, and why not."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What somebody sends to a door, and the words with which it is refused: none where it is carried out."""

    who: str
    path: str
    fields: Mapping[str, Any] | str
    refused: str = ""


def day(place: Place, people: Mapping[str, Visit], game: Game) -> Iterator[Sent]:
    """Everything that can be sent to the house about a game: opened, played, dealt, linked, counted, learnt, closed.

    Whoever adds a door sends something to it here; what is sent later finds what was sent before.
    """
    player = people["player"]
    rules = game.rule_sets[0].name
    machine, manned, spare = (f"{game.key}-{number}" for number in (1, 2, 3))
    not_taught = "" if is_taught(game) else f"the school does not teach {game.name} yet"
    first, *_ = game.streets[0].offers
    (bet,) = game.side_bet
    pip = f'[pip]\ngames = ["{game.key}"]\ncards = "hole"\npays = {{ "spades" = "2 to 1" }}\n'

    for name, dealt_by in ((machine, "machine"), (manned, "person"), (spare, "person")):
        opening = {"name": name, "rules": rules, "dealt_by": dealt_by, "face_up": "X-7", "own_bets": pip}
        yield Sent("supervisor", "/staff/tables/new", {**opening, "command": f"open-{name}"})
    for wrong, why in (({"rules": "no-rules"}, "no rule set"), ({"own_bets": pip.replace("spades", "x")}, "x")):
        yield Sent("supervisor", "/staff/tables/new", {**opening, **wrong, "name": "T8", "command": "x"}, why)
    changed = {f"limits.{game.base}.least": "5", f"limits.{game.base}.most": "50", "command": f"change-{game.key}"}
    yield Sent("supervisor", f"/staff/tables/{machine}", changed)
    yield Sent("supervisor", "/staff/cage", {"what": "fund", "amount": "50000", "command": f"fund-{game.key}"})
    for name in (machine, manned):
        filled = {"what": "fill", "table": name, "amount": "5000", "command": f"fill-{name}"}
        yield Sent("supervisor", "/staff/cage", filled)
    sold = {"player": "anna", "table": machine, "amount": "100", "command": f"sale-{game.key}"}
    yield Sent("dealer", "/staff/cage/table", sold)

    orders = f"/api/tables/{machine}/orders"
    yield Sent("player", orders, {"order": "sit 1"})
    place.until(machine, lambda table: table.in_play is not None)
    yield Sent("player", orders, {"order": "bet 10 nonsense 5"}, "nonsense")
    yield Sent("player", orders, {"order": f"bet 10 {bet} 5 own_pip 5"}, "a player may be in two games")
    yield Sent("player", orders, {"order": f"bet 10 {bet} 5"})
    place.until(machine, lambda table: table.in_play is not None and table.in_play.stage is Stage.PLAYING)
    yield Sent("player", orders, {"order": "bet9"}, "bet9")
    yield Sent("player", orders, {"order": str(first)})
    place.until(machine, lambda table: table.rounds == 2)

    keypad = f"/api/staff/tables/{manned}"
    yield Sent("player", f"/api/tables/{manned}/orders", {"order": "sit 1"})
    yield Sent("keypad", f"{keypad}/dealer", {"badge": "dora", "pin": PIN})
    yield Sent("dealer", f"{keypad}/seats", {"seat": 2, "name": "Mr. Green", "cash": "100"})
    yield Sent("dealer", f"{keypad}/orders", {"order": "open"})
    yield Sent("player", f"/api/tables/{manned}/orders", {"order": "bet 10 own_pip 5"})
    for key in ("lock", "deal"):
        yield Sent("dealer", f"{keypad}/orders", {"order": key})
    yield Sent("dealer", f"{keypad}/orders", {"order": "settle"}, "settle")
    yield Sent("dealer", f"{keypad}/buttons", {"button": "seat 1"}, "link")
    yield Sent("supervisor", f"{keypad}/orders", {"order": "void misdeal", "about": f"{manned}-1"})
    seat, said = (
        f"/staff/rounds/{manned}-1/seats/1",
        {"what": "open", "words": "it should stand", "command": f"d-{game.key}"},
    )
    yield Sent("dealer", seat, said)
    asked = {"what": "correct", "words": "x", "amount": "5", "command": f"c-{game.key}"}
    yield Sent("supervisor", seat, asked, "none of the last 20 rounds")

    rehearsal = f"/staff/rehearsal/{spare}"
    yield Sent("supervisor", f"{rehearsal}/begin", {"command": f"rehearse-{game.key}"})
    yield Sent("supervisor", "/staff/rehearsal/enter", {})
    yield Sent("supervisor", f"{rehearsal}/company", {"seat": "1", "command": f"company-{game.key}"})
    yield Sent("supervisor", f"{rehearsal}/cards", {"scene": "royal", "command": "x"}, "place by place")
    yield Sent("supervisor", f"{rehearsal}/cards", {"cards": "seat 1 As", "command": f"cards-{game.key}"})
    yield Sent("supervisor", f"{rehearsal}/bets", {"command": "x"}, "nobody of the company waits to bet")
    yield Sent("supervisor", "/rehearsal/leave", {})
    yield Sent("supervisor", f"{rehearsal}/end", {"command": f"rehearsed-{game.key}"})

    level = {"name": f"{game.key}-l", "paytable": "MGL-01", "override": "a test", "command": f"link-{game.key}"}
    yield Sent("supervisor", "/staff/links", level)
    link = f"/staff/links/{level['name']}"
    join = {"what": "join", "table": machine, "command": f"join-{game.key}"}
    yield Sent("supervisor", link, join, f"plays {game.key}, which may not be on a Multi-Game Link")
    yield Sent("supervisor", f"{link}/wins/1", {"what": "winner", "command": "x"}, "claim 1 of link")
    yield Sent("supervisor", f"/staff/claims/{machine}", {"what": "refuse", "pin": "x", "command": "x"}, "PIN")
    report = {"report": "join", "link": level["name"], "game": game.key, "command": f"outside-{game.key}"}
    box = f"{game.key}-box"
    eve = Person("eve", Role.EXECUTIVE)
    key = DeviceBook(place.store).register(box, ReporterKind.GAME_MACHINE, f"{game.key}-o", eve, box)
    yield Sent(f"machine {key}", f"/api/games/{game.key}-o", report, f"no game '{game.key}' joins")
    real = {"what": "open-real", "table": f"{game.key}-r", "game": game.key, "command": f"real-{game.key}"}
    yield Sent("supervisor", link, real, f"no game '{game.key}' joins")
    yield Sent("dealer", f"/api/staff/link-tables/{machine}", {"step": "lock", "seen": "1/Ready"}, "no such table")

    yield Sent("supervisor", f"/api/staff/signs/{machine}?rounds=1", {})
    filled = {f"fill-{machine}": "100", "command": f"trays-{game.key}"}
    yield Sent("supervisor", "/staff/cage/trays", filled)
    counted = {f"tray-{machine}-1": "5000", f"box-{machine}-1": "0", "what": "count"}
    yield Sent("supervisor", "/staff/shift", {**counted, "command": f"count-{game.key}"})
    yield Sent("supervisor", "/staff/shift", {f"close-{machine}": "on", "what": "close", "command": f"s-{game.key}"})

    yield Sent("player", "/practice", {"rules": rules})
    yield Sent("player", "/friends/new", {"rules": rules})
    yield Sent("player", "/friends", {"rules": rules, "name": "anna"})
    private = next(row["name"] for row in player.json("/api/tables") if row["private"] and row["rules"] == rules)
    seat = player.json(f"/friends/{private}")["seat"]["address"].rpartition("/t/")[2]
    yield Sent("guest", f"/t/{seat}", {"how": "sit", "name": "gustav"})
    notation = player.json(f"/rounds/{machine}-1")["notation"]
    yield Sent("player", "/replay", {"notation": notation})
    yield Sent("player", "/replay", {"notation": notation.replace(rules, "no-rules")}, "no rule set")

    chapter = "/learn/dealer/additional"
    asked = {"game": game.key, "seed": "law", "number": "0", "answer": "1", "place-0": "1", "verb-0": "push"}
    yield Sent("player", chapter, asked, not_taught)
    exam = player.get(f"{chapter}/exam?game={game.key}").headers.get("location", "").partition("paper=")[2]
    refused = "" if exam else "this paper is not valid any more"
    yield Sent("player", f"{chapter}/exam", {"paper": exam or "nothing"}, refused)

    felt = {"game": game.key, "seed": "law"}
    yield Sent("player", "/api/learn/dealer/felt", {**felt, "acts": []}, not_taught)
    yield Sent("player", "/api/learn/dealer/felt/watch", {**felt, "stops": []}, not_taught)

    learnt = f"/learn/play/{game.key}"
    # The lab stands beside the house in a process of its own, in which these games are not: nobody answers for it here.
    drawn = draw_position(game, Random(1))
    question = PlayPapers(place.house.key).put(drawn, Visitor("", player.who))
    yield Sent("player", f"/api{learnt}/answer", {"token": question, "choice": str(first)})
    yield Sent("player", f"/api{learnt}/answer", {"token": "nothing", "choice": str(first)}, "this question is not")
    counted = "" if counts_outs(game, drawn.street) else "there are no outs to count; decide"
    yield Sent("player", f"/api{learnt}/outs", {"token": question, "number": 3}, counted)
    paper = player.get(f"{learnt}/test").headers["location"].partition("paper=")[2]
    yield Sent("player", f"/api{learnt}/test/answer", {"paper": paper, "choice": str(first)})
    yield Sent("player", f"/api{learnt}/test", {"paper": paper}, "0 of 100 decisions are made")
    tables = [paytable(name, bet) for bet, (name, *_) in game.rule_sets[0].tables.items()]
    for table in tables:
        yield Sent("player", "/api/lab/table", toml_text(table))
    yield Sent("player", "/api/lab/stop", {"subject": "simulate"})

    allowed = {"spots": "3", "why": "a trial", "command": f"allow-{game.key}"}
    yield Sent("supervisor", f"/staff/tables/{machine}/allow", allowed, "spots")
    down = {"command": f"down-{game.key}"}
    yield Sent("supervisor", f"/staff/tables/{machine}/face-down", down)
    yield Sent("supervisor", "/staff/face-down", down)
    gone = {"seat": "1", "why": "gone", "command": f"unseat-{game.key}"}
    yield Sent("supervisor", f"/staff/tables/{machine}/unseat", gone)
    device = {"kind": "shuffler", "maker": "Shuffle Master", "model": "Deck Mate 2", "serial": "DM2-4711"}
    yield Sent("supervisor", f"/staff/tables/{machine}/equipment", {**device, "command": f"place-{machine}"})
    yield Sent("supervisor", f"/staff/tables/{machine}/close", {"command": f"close-{machine}"}, "tray")
    for what in ("close", "reopen"):
        yield Sent("supervisor", f"/staff/tables/{spare}/{what}", {"command": f"{what}-{spare}"})


def sent_to(visit: Visit, sent: Sent) -> httpx.Response:
    """What the house answers: to a form as a page sends it, to a script, or to a machine that signs what it reports."""
    accept = {"accept": "application/json"}
    if sent.who.startswith("machine "):
        keyed = {**accept, "x-machine-key": sent.who.split()[1]}
        return visit.http.post(sent.path, json=sent.fields, headers=keyed, auth=("dora", PIN))
    if isinstance(sent.fields, str):
        return visit.http.post(sent.path, content=sent.fields, headers={**accept, "content-type": "text/plain"})
    if not sent.path.startswith("/api/"):
        return visit.http.post(sent.path, data={"csrf": visit.token, **sent.fields}, headers=accept)
    body = {"command": secrets.token_hex(8), **sent.fields}
    if sent.path.endswith("/orders"):
        table = sent.path.split("/")[-2]
        body.setdefault("version", visit.json(f"/tables/{table}")["version"])
    return visit.http.post(sent.path, json=body, headers={**accept, "x-csrf": visit.token})


def is_as_said(sent: Sent, answer: httpx.Response) -> bool:
    if answer.status_code >= 500 or answer.status_code == 429:
        return False
    if not sent.refused:
        return answer.status_code < 400
    return answer.status_code >= 400 and sent.refused in answer.json()["error"]


def door_to(path: str, doors: Iterable[str]) -> str:
    """The door at an address; one that is written out before one with a name in it."""
    path = path.partition("?")[0]
    fitting = [door for door in doors if re.fullmatch(re.sub(r"{\w+}", "[^/]+", door.partition(" ")[2]), path)]
    return min(fitting, key=lambda door: door.count("{"))


@pytest.mark.parametrize("key", [HIGH_CARD.key, COMMON_THIRD.key])
def test_what_is_sent_about_a_game_is_done_or_refused_in_words(
    place: Place, people: dict[str, Visit], key: str
) -> None:
    doors = {door for door in doors_of(place.app.routes) if door.partition(" ")[0] not in ("GET", "LIVE")}
    used = set()
    for sent in day(place, people, GAMES[key]):
        # A keypad that is handed over is somebody else's from then on; a stranger and a machine have signed in nowhere.
        visit = people.get(sent.who) or place.visit(BOSS if sent.who == "keypad" else None)
        answer = sent_to(visit, sent)
        assert is_as_said(sent, answer), f"{answer.status_code} {sent}: {answer.text[:500]}"
        used.add(door_to(sent.path, doors))
    assert doors - used == set(NO_GAME), "send something to a new door in `day`, or say in NO_GAME why not"
