"""For every game every page answers, or refuses in words: none fails. Shown with a game that the house does not have.

The pages are those that the application itself describes, so a new one is among them; what its address needs that no
page needed before is written into `FILLED`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from web_place import BOSS, Place, Visit

import croupier
from croupier.errors import Refused
from croupier.floor.roles import Person, Role
from croupier.games import GAMES, register, unregister
from croupier.lab.bets.designs import design, toml_text
from croupier.lab.solver import solver
from croupier.lab.solver.any_game import AnyGame
from croupier.rules.game import Game
from croupier.rules.paytables import paytable
from croupier.rules.round import Stage
from croupier.rules.variants.fields import variant_of
from croupier.rules.variants.file import variant_text
from croupier.school.course import COURSE
from croupier.studies.subjects import SUBJECTS
from croupier.web.lab.chart_models import ChartAnswer
from croupier.web.lab.files import csv_of
from croupier.web.lab.jobs import Bench
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
    "position": ("1",),
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
    "/staff/figures": {"table": (TABLE,), "by": ("table", "game")},
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
    return {"player": player, "supervisor": place.visit(BOSS), "admin": place.visit(Person("root", Role.ADMIN))}


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


def test_the_lobby_offers_the_game_and_a_guest_practises_it(place: Place) -> None:
    visit = place.visit()
    assert HIGH_CARD.name in visit.get("/").text
    assert place.table(visit.practise("high-card")).settings.terms.game is HIGH_CARD
    assert COMMON_THIRD.name in visit.get("/").text
    assert place.table(visit.practise("common-third")).settings.terms.game is COMMON_THIRD


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
    bench, nothing = Bench(), {"table": "", "approved": ""}
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
    edge = Bench().do("variant", {"game": COMMON_THIRD.key, "text": variant_text(changed)})["figures"][0]
    assert edge["approved"] == float(solver(COMMON_THIRD).solve().edge)
    assert edge["value"] == float(AnyGame(changed.game).solve().edge) < edge["approved"]


def test_a_progressive_of_a_game_whose_hands_nobody_has_counted_is_refused() -> None:
    table = toml_text(paytable("MGL-01", "progressive"))
    terms = {"stake": 100, "levels": {}, "players": 1, "tax_bp": 0, "fixed_off_meter": False, "folded": False}
    with pytest.raises(Refused, match="nobody has counted which hands of High Card Duel win a progressive"):
        Bench().do("progressive", {"table": table, "approved": table, "game": HIGH_CARD.key, **terms})


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
        told = Bench().do("game", {"game": "copy", **texts})
    finally:
        unregister(copied, ())
    ours = Bench().do("game", {"game": "three-card", **texts})
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
