"""The lab over HTTP: every design priced as the lab prices it, files that read back, refusals that say where."""

from __future__ import annotations

import asyncio
import csv
import io
import os
import signal
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from web_place import Place

from croupier.cards import parse_cards
from croupier.games import GAMES, uth
from croupier.games.uth import BLIND, TRIPS
from croupier.lab.bets.designs import design, toml_text
from croupier.lab.bets.progressive import MeterTerms, progressive
from croupier.lab.bets.sidebets import side_bet, side_bet_kinds
from croupier.lab.capabilities import priced_bets
from croupier.lab.known_cards.advice import advise_seen
from croupier.lab.uth.distribution import distribution
from croupier.lab.uth.solve import solve_game
from croupier.rules.paytables import names, parse_paytable, paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.web.lab.lanes import SlowLane
from croupier.web.lab.worker import LabBusy, LabFailed, LabWorker
from croupier.web.table import coach
from depth import first_of, thorough

pytestmark = pytest.mark.lab

TIMEOUT_S = 120
BLIND = paytable("BLIND", BLIND)
SIDES = [paytable(name, bet) for bet in side_bet_kinds() for name in names(bet)]


class Analyst:
    """Somebody who asks the lab, and waits while it learns."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=TIMEOUT_S)

    def get(self, path: str, **query: Any) -> httpx.Response:
        until = time.monotonic() + TIMEOUT_S
        while (answer := self.http.get(f"/api/lab/{path}", params=query)).status_code == 202:
            assert answer.json()["progress"]
            assert time.monotonic() < until, "the lab learns the game"
            time.sleep(0.1)
        return answer

    def ask(self, path: str, **query: Any) -> Any:
        answer = self.get(path, **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def figures(self, path: str = "design", **query: Any) -> dict[str, float]:
        return {figure["key"]: figure["value"] for figure in self.ask(path, **query)["figures"]}


@pytest.fixture
def lab_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a lab says while it starts and learns is told of one that does."""
    monkeypatch.setattr(coach, "LabWorker", LabWorker)


@pytest.fixture(scope="module")
def analyst(place: Place) -> Iterator[Analyst]:
    found = Analyst(place.url)
    yield found
    found.http.close()


def test_anybody_may_open_the_lab_and_finds_every_approved_table(place: Place) -> None:
    visit = place.visit()
    for path in ("/lab", "/lab/progressive", "/lab/hands", "/lab/strategy"):
        assert visit.get(path).status_code == 200
    assert 'href="/lab"' in visit.get("/").text
    pages = {game: visit.json("/lab" if game == "uth" else f"/lab/{game}") for game in GAMES}
    tables = {game: {table["name"]: table for table in page["tables"]} for game, page in pages.items()}
    assert set().union(*tables.values()) == {name for bet in priced_bets() for name in names(bet)}
    assert {line["line"]: line["pay"] for line in tables["uth"]["BLIND"]["lines"]}["flush"] == "3 to 2"
    assert tables["mississippi"]["PP-01"]["felt"] == "Three Card Bonus"
    assert set(tables["let-it-ride"]) == {"LIR-01", "PP-01", "MGL-01", "MGL-ML01", "MGL-ML03"}


def test_side_bets_are_priced_while_the_game_is_still_being_learnt(lab_of_its_own: None, own_place: Place) -> None:
    analyst = Analyst(own_place.url)
    assert analyst.http.get("/api/lab/design", params={"table": "UTH-02"}).status_code == 200
    assert not analyst.http.get("/api/lab").json()["ready"], "it cannot have learnt it so soon"
    learning = analyst.http.get("/api/lab/design")
    assert learning.status_code == 202
    assert learning.json()["progress"]
    assert analyst.http.get("/api/coach", params={"own": "AsAh"}).json()["progress"]


@pytest.mark.parametrize("table", SIDES, ids=lambda table: table.name)
def test_a_side_bet_as_approved_has_the_labs_figures(analyst: Analyst, table: Any) -> None:
    told = analyst.ask("design", table=table.name)
    figures = {figure["key"]: figure for figure in told["figures"]}
    priced = side_bet(table)
    assert figures["edge"]["value"] == figures["edge"]["approved"] == float(priced.edge)
    assert figures["hits"]["value"] == float(priced.hit_frequency)
    assert figures["deviation"]["value"] == priced.standard_deviation
    assert told["changed"] == []
    assert told["exact"] == f"{priced.edge.numerator}/{priced.edge.denominator}"


def test_a_changed_side_bet_is_marked_and_priced(analyst: Analyst) -> None:
    told = analyst.ask("design", table="UTH-02", pay=["flush:7", "two_pair:1 to 2"])
    mine = design(paytable("UTH-02", TRIPS), {"flush": "7 to 1", "two_pair": "1 to 2"})
    assert told["changed"] == ["flush", "two_pair"]
    assert told["figures"][0]["value"] == float(side_bet(mine).edge)
    lines = {line["line"]: line for line in told["lines"]}
    assert lines["flush"] | {"pay": "7 to 1", "approved": "6 to 1", "changed": True} == lines["flush"]
    assert lines["pair"]["ways"] == 58_627_800, "how often a line would come is told before it is given a pay"


@thorough
def test_a_folded_bad_beat_that_loses_costs_more(analyst: Analyst) -> None:
    stays, loses = (analyst.figures(table="BBB-01", folded=folded)["edge"] for folded in (False, True))
    assert stays < loses


@thorough
def test_the_approved_blind_gives_the_known_game(analyst: Analyst) -> None:
    told = analyst.ask("design")
    figures = {figure["key"]: figure["value"] for figure in told["figures"]}
    assert figures["edge"] == pytest.approx(0.0218497, abs=1e-7)
    assert figures["risk"] == pytest.approx(0.00526, abs=1e-5)
    assert figures["deviation"] == pytest.approx(4.94, abs=0.01)
    assert sum(start["combos"] for start in told["starts"] if start["best"] == "bet4") == 500
    assert told["changes"]["habit_cost"] == 0


@thorough
@pytest.mark.parametrize("pays", [{"flush": "2 to 1"}, {"pair": "1 to 1"}], ids=["same play", "other play"])
def test_a_designed_blind_is_the_game_solved_and_counted_again(analyst: Analyst, pays: dict[str, str]) -> None:
    told = analyst.ask("design", pay=[f"{line}:{text}" for line, text in pays.items()])
    mine = solve_game(design(BLIND, pays))
    figures = {figure["key"]: figure["value"] for figure in told["figures"]}
    assert figures["edge"] == float(mine.edge)
    assert figures["deviation"] == distribution(mine.blind, mine.decisions).standard_deviation
    assert figures["fold"] == float(mine.frequencies["fold"])
    returned = sum(line["returns"] for line in told["lines"])
    lost = figures["alone"] + returned
    assert 0 < lost < 1, "the Blind by itself loses what it does not win"
    assert bool(told["changes"]["flops"]) == (pays == {"pair": "1 to 1"})
    starts = {start["hand"]: start for start in told["starts"]}
    assert starts["AKs"]["bet4"] == pytest.approx(mine.start("AKs").bet4 / (mine.unit * 20_975_724_000))


def test_a_progressive_is_priced_at_its_meters_with_envy_and_tax(analyst: Analyst) -> None:
    query = {"table": "MGL-01", "stake": "5", "meter": "main:80,000", "players": 4, "tax": "24", "pay": "flush:45"}
    told = analyst.ask("design", **query)
    mine = design(paytable("MGL-01", PROGRESSIVE), {"flush": "45"})
    level = MeterTerms(meter=8_000_000, seed=1_000_000, contribution_bp=2000, reserve_bp=200)
    bet = progressive(mine, stake=500, levels={"main": level}, players=4, tax=Fraction(24, 100))
    figures = {figure["key"]: figure["value"] for figure in told["figures"]}
    assert figures["edge"] == float(bet.edge)
    assert figures["taxed"] == float(1 - bet.returns(taxed=True))
    assert figures["envy"] == float(bet.envy_return())
    (main,) = told["levels"]
    assert main["break_even"] == float(bet.break_even("main") or 0)
    assert main["break_even_after_tax"] == float(bet.break_even("main", taxed=True) or 0)
    at_even = main["returns"][0] + (main["returns"][1] - main["returns"][0]) * main["break_even"] / main["reach"]
    assert at_even == pytest.approx(1)
    assert told["envy_by_players"][3] == figures["envy"]
    assert analyst.ask("design", table="MGL-01", reserve="main:0")["warnings"]


@thorough
def test_the_coach_and_the_look_up_know_the_same_values(analyst: Analyst) -> None:
    analyst.ask("design")
    for hole, board in (("As Kh", ""), ("As Kh", "9d 7c 2h"), ("2c 7d", "Ah Kh Qh Jh 3s")):
        found = analyst.ask("strategy", hole=hole, board=board)
        coach = analyst.http.get("/api/coach", params={"own": hole, "board": board}).json()
        assert [(one["choice"], one["value"]) for one in found["choices"]] == [
            (one["action"], one["value"]) for one in coach["choices"]
        ]
        assert found["choices"][0]["cost"] == 0
        assert all(one["cost"] >= 0 for one in found["choices"])
    edges = analyst.http.get("/api/coach/edges", params={"tables": "trips:UTH-02"}).json()["edges"]
    assert edges == {"ante": pytest.approx(0.0218497, abs=1e-7), "trips": pytest.approx(0.0190405, abs=1e-7)}
    cards = {"own": "As Kh", "board": "9d 7c 2h", "seen": "Kd Kc Ad Ac"}
    seen = analyst.http.get("/api/coach", params=cards).json()["choices"]
    advice = advise_seen(*(parse_cards(cards[name]) for name in ("seen", "own", "board")))
    assert [(one["action"], one["value"]) for one in seen] == [(k, float(v)) for k, v in advice.choices.items()]
    other = analyst.ask("strategy", hole="As Kh", pay="pair:1")
    assert other["choices"][0]["value"] > found["choices"][0]["value"]


# own | board | the rule | whether it chooses as well as can be | the dealer's outs
SAYINGS = """
  Kc5d |            | K5 offsuit or better: bet 4x | yes |
  9c5d | 7h7s7c     | two pair or better: bet 2x | no |
  Ac3d | KhKsQcQd7h | fewer than 21 dealer outs (unseen cards that, alone with the board, beat you); there are 4: bet 1x | yes | 4
"""  # noqa: E501


@pytest.mark.parametrize("row", first_of(SAYINGS.strip().splitlines()), ids=["start", "flop", "river"])
def test_the_coach_says_the_rule_of_holdem_and_the_dealers_outs(analyst: Analyst, row: str) -> None:
    analyst.ask("design")
    own, board, words, agrees, outs = (part.strip() for part in row.split("|"))
    told = analyst.http.get("/api/coach", params={"own": own, "board": board}).json()
    assert told["rule"]["words"] == words
    assert told["rule"]["agrees"] == (agrees == "yes")
    assert told.get("outs") == (int(outs) if outs else None)


REFUSALS: list[tuple[str, dict[str, Any], int, str]] = [
    ("design", {"table": "UTH-99"}, 422, "no approved pay table 'UTH-99'; there are BLIND"),
    ("design", {"pay": "flush:much"}, 422, "want '40 to 1'"),
    ("design", {"pay": "flush"}, 422, "want a line and what it gets"),
    ("design", {"table": "UTH-P01", "pay": "flush:3 to 2"}, 422, "does not fit this bet"),
    ("design", {"table": "UTH-P01", "meter": "main:lots"}, 422, "want dollars"),
    ("design", {"table": "UTH-P01", "meter": "third:5"}, 422, "there is no 'third' meter"),
    ("design", {"table": "UTH-P01", "contribution": "main:120"}, 422, "want 0 to 100"),
    ("design", {"table": "UTH-P01", "contribution": "main:90", "reserve": "main:90"}, 409, "at most 100 %"),
    ("design", {"table": "UTH-P01", "tax": "100"}, 422, "leaves nothing"),
    ("design", {"table": "UTH-P01", "stake": "0"}, 422, "cannot be bet"),
    ("design", {"table": "UTH-P01", "players": "7"}, 422, "less than or equal to 6"),
    ("design", {"pay": ["royal_flush:1000000 to 1", "flush:1 to 997", "straight:1 to 991"]}, 409, "too much"),
    ("hands", {"table": "UTH-02"}, 422, "decisions depend on the Blind"),
    ("strategy", {"hole": "1x"}, 422, "not a card"),
    ("strategy", {"hole": "AsAs"}, 409, "card twice"),
    ("strategy", {"hole": "As"}, 409, "want 2"),
    ("strategy", {"hole": "AsKs", "board": "2c"}, 409, "want 3"),
    ("design.exe", {}, 422, "json"),
]


@pytest.mark.parametrize(("path", "query", "status", "why"), REFUSALS)
def test_a_bad_question_is_refused_with_what_to_do(
    analyst: Analyst, path: str, query: dict[str, Any], status: int, why: str
) -> None:
    answer = analyst.get(path, **query)
    assert answer.status_code == status
    assert why in answer.json()["error"]


def test_a_refusal_says_at_which_line(analyst: Analyst) -> None:
    assert analyst.get("design", table="UTH-02", pay="flush:x").json()["line"] == "flush"
    assert analyst.get("design", table="UTH-P01", seed="main:x").json()["line"] == "main seed"


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(
    table=st.sampled_from(["UTH-02", "BBB-01", "UPB-2", "UTH-P01", "MGL-ML03", "nothing"]),
    key=st.sampled_from(["pay", "envy", "meter", "stake", "tax", "name"]),
    line=st.sampled_from(["flush:", "royal_flush:", "main:", "mega:", ""]),
    text=st.one_of(st.text(max_size=20), st.from_regex(r"[0-9]{1,12}( (to|for) [0-9]{1,4}|\.[0-9]{1,3}| % of main)?")),
)
def test_nothing_that_can_be_typed_makes_the_lab_stumble(
    analyst: Analyst, table: str, key: str, line: str, text: str
) -> None:
    answer = analyst.get("design", table=table, **{key: line + text})
    assert answer.status_code in (200, 409, 422), answer.text


FILES: list[tuple[str, dict[str, Any]]] = [
    ("design", {"table": "UTH-02", "pay": "flush:7"}),
    ("design", {"table": "MGL-ML01", "players": 3, "tax": "24"}),
    ("hands", {"pay": "flush:2 to 1"}),
    ("strategy", {"hole": "As Kh", "board": "9d 7c 2h"}),
]


@pytest.mark.parametrize(("path", "query"), first_of(FILES), ids=["side bet", "progressive", "hands", "strategy"])
def test_every_answer_can_be_taken_home(analyst: Analyst, path: str, query: dict[str, Any]) -> None:
    told = analyst.ask(path, **query)
    kept = analyst.get(f"{path}.json", **query)
    assert kept.json() == told
    assert "attachment" in kept.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(analyst.get(f"{path}.csv", **query).text)))
    assert len(rows) >= len(told.get("starts") or told.get("lines") or told.get("choices"))
    assert None not in rows[0]
    assert analyst.get(f"{path}.png", **query).content.startswith(b"\x89PNG")
    drawn = analyst.get(f"{path}.svg", **query)
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert b"<svg" in drawn.content


def test_a_designed_table_downloads_as_a_file_that_every_command_reads(analyst: Analyst) -> None:
    answer = analyst.get(
        "design.toml", table="MGL-01", pay=["flush:45", "straight:"], envy="full_house:5", name="Ours 2"
    )
    read = parse_paytable(answer.text)
    assert read == design(
        paytable("MGL-01", PROGRESSIVE), {"flush": "45", "straight": ""}, {"full_house": "5"}, "Ours 2"
    )
    assert 'filename="Ours-2.toml"' in answer.headers["content-disposition"]


@pytest.mark.parametrize("name", ["BLIND", "UPB-4", "MGL-ML03"])
def test_a_file_of_ones_own_becomes_the_address_of_its_design(analyst: Analyst, name: str) -> None:
    base = next(paytable(name, bet) for bet in priced_bets() if name in names(bet))
    line = next(iter(base.pays))
    mine = design(base, {line: ""}, {"full_house": "7"} if base.bet == PROGRESSIVE else None, "Ours")
    answer = analyst.http.post("/api/lab/table", content=toml_text(mine), headers={"content-type": "text/plain"})
    assert answer.status_code == 200, answer.text
    again = analyst.http.get(f"/api/lab/design.toml?{answer.json()['query']}").text
    assert parse_paytable(again).pays == mine.pays
    assert parse_paytable(again).envy == mine.envy
    assert answer.json()["bet"] == base.bet


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("not toml", "is not TOML"),
        ('name = "x"\nbet = "luck"', "for no bet 'luck'"),
        ("x" * 20_000, "at most 16384"),
    ],
)
def test_a_file_that_is_no_table_is_refused(analyst: Analyst, text: str, why: str) -> None:
    answer = analyst.http.post("/api/lab/table", content=text, headers={"content-type": "text/plain"})
    assert answer.status_code == 422
    assert why in answer.json()["error"]


def answers_within(limit_s: float, ask: Callable[[int], object]) -> bool:
    """Whether one of several questions is answered in time; a machine that is busy otherwise gets its share more."""
    limit_s *= max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    for i in range(6):
        began = time.perf_counter()
        ask(i)
        if time.perf_counter() - began < limit_s:
            return True
    return False


@pytest.mark.parametrize(
    ("table", "line"),
    [("UTH-02", "flush"), ("BBB-01", "flush"), ("UPB-1", "aces"), ("UTH-P01", "flush"), ("MGL-ML03", "flush")],
)
def test_a_side_bet_is_priced_in_a_fifth_of_a_second(analyst: Analyst, table: str, line: str) -> None:
    assert answers_within(0.2, lambda i: analyst.ask("design", table=table, pay=f"{line}:{40 + i}"))


@thorough
@pytest.mark.parametrize("line", first_of(["straight_flush", "pair"]), ids=["same play", "other play"])
def test_a_blind_is_priced_in_two_seconds(analyst: Analyst, line: str) -> None:
    analyst.ask("design")
    assert answers_within(2, lambda i: analyst.ask("design", pay=f"{line}:{60 + i} to 50"))


def test_the_house_answers_while_the_lab_works(place: Place, analyst: Analyst) -> None:
    analyst.ask("design")

    async def ask(i: int) -> None:
        text = f'name = "slow"\nbet = "blind"\n[pays]\npair = "{7 + i} to 3"\n'
        what = {"game": "uth", "table": text, "approved": toml_text(BLIND)}
        working = asyncio.create_task(place.house.coach.lab.ask("game", slow=True, **what))
        await asyncio.to_thread(analyst.http.get, "/healthz")
        assert not working.done(), "it was asked while the lab worked"
        working.cancel()

    assert answers_within(0.1, lambda i: place.run(ask(i)))


@thorough
def test_of_one_visitors_slow_questions_only_the_newest_waits() -> None:
    lane = SlowLane()
    assert lane.put(1, "blind", "ann", {}) is None
    assert lane.put(2, "blind", "bob", {}) is None
    assert lane.put(3, "blind", "ann", {}) == 1
    assert lane.put(4, "blind", "", {}) is None
    assert lane.put(5, "blind", "", {}) is None
    assert [lane.take()[0] for _ in range(4)] == [2, 3, 4, 5]


@thorough
def test_a_full_lab_says_so_and_a_lab_that_dies_starts_again() -> None:
    async def ask() -> None:
        full = LabWorker(most_waiting=0)
        with pytest.raises(LabBusy):
            await full.ask("side")
        full.close()

        lab = LabWorker()
        table = Path(uth.__file__).with_name("paytables") / "UTH-02.toml"
        texts = {"table": table.read_text(), "approved": table.read_text()}
        edge = (await lab.ask("side", **texts))["exact"]
        waiting = asyncio.create_task(lab.ask("blind", slow=True, table=texts["table"]))
        await asyncio.sleep(0.05)
        assert lab._process is not None
        assert lab._process.pid is not None
        os.kill(lab._process.pid, signal.SIGKILL)
        with pytest.raises(LabFailed, match="ask again"):
            await waiting
        lab._process.join(10)
        assert (await lab.ask("side", **texts))["exact"] == edge
        with pytest.raises(LabFailed, match="KeyError"):
            await lab.ask("nonsense")
        lab.close()

    asyncio.run(ask())
