"""The figures: what play brought, to the cent as the win sheets have it, beside what it should have brought."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from card_room import ADMIN, ANN, BOB, DEALER, SUPERVISOR, CardRoom
from link_room import ROYAL, LinkRoom, stacked

from croupier.errors import Refused
from croupier.floor.cage.cage import Cage
from croupier.floor.cage.count import count_of
from croupier.floor.figures.digest import Digest
from croupier.floor.figures.period import FigurePeriod, between, preset
from croupier.floor.figures.report import By, FigureQuery, Figures, figures
from croupier.floor.figures.theory import FEWEST
from croupier.floor.soak.run import Soak, close_as_recorded
from croupier.floor.table import Settings
from croupier.games import ruleset
from croupier.lab.prices import covariance, covariance_of_seats, price
from croupier.rules.terms import terms
from croupier.store.entry import contents
from croupier.store.journal import Store, open_store
from depth import first_of, thorough

UTC = ZoneInfo("UTC")
SEATTLE = ZoneInfo("America/Los_Angeles")


def figures_of(store: Store, zone: ZoneInfo = UTC, digest: Digest | None = None, **choice: object) -> Figures:
    digest = digest or Digest(store)
    assert digest.catch_up() == 1
    return figures(digest, FigureQuery(**choice), zone)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def soaked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Some hundred rounds of all games, with voids, progressive wagers, California's banks, fills and shifts."""
    with open_store(str(tmp_path_factory.mktemp("soak") / "soak.db")) as store:
        assert Soak(store, seed=5, rounds=200, tables=14).run().clean
        yield store


@thorough
def test_the_win_by_spots_is_what_the_win_sheets_say_to_the_cent(soaked: Store) -> None:
    rows = {row.key: row for row in figures_of(soaked, by=By.SHIFT).rows}
    cage, sheets = Cage(soaked), 0
    for stream in soaked.streams("table/"):
        table = stream.removeprefix("table/")
        closed = [contents(entry).events[0] for entry in soaked.read(f"shift/{table}")]
        for number, sheet in enumerate(closed, 1):
            row = rows.get(f"{table}/{number}")
            brought = (row.tally.tray, row.tally.drop, row.tally.fees) if row else (0, 0, 0)
            assert brought == (sheet["win"], sheet["drop"], sheet["fees"]), f"{table}, shift {number}"
            sheets += 1
        running, row = cage.sheet(table), rows.get(f"{table}/{len(closed) + 1}")
        brought = (row.tally.tray, row.tally.drop, row.tally.fees) if row else (0, 0, 0)
        assert brought == (running.win, running.drop, running.fees), f"{table}, running shift"
    assert sheets > 1
    assert any(row.tally.progressive.tray for row in rows.values()), "progressive pays from a tray are told apart"


@thorough
@pytest.mark.parametrize("by", first_of(By))
def test_however_they_are_grouped_the_rows_add_up_to_the_same_whole(soaked: Store, by: By) -> None:
    made = figures_of(soaked, by=by)
    assert sum(row.tally.rounds for row in made.rows) == made.total.tally.rounds > 150
    assert sum(row.tally.win for row in made.rows) == made.total.tally.win
    assert sum(bet.amounts.handle for bet in made.bets) == made.total.tally.handle
    assert made.course[-1].theory == made.total.theory
    assert (made.course[0].rounds, made.course[-1].rounds) == (0, made.total.tally.rounds)


@thorough
def test_a_digest_that_reads_on_knows_what_a_new_one_knows(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "soak.db")) as store:
        digest = Digest(store)
        for rounds in (20, 40, 60):
            Soak(store, seed=7, rounds=rounds, tables=7).run()
            kept = figures_of(store, digest=digest, by=By.SHIFT)
            assert kept == figures_of(store, by=By.SHIFT)
        assert 0 < Digest(store).catch_up(most_s=0) < 1, "a request does not wait for a long record"


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LinkRoom]:
    """T1 with Ann in seat 1 and Bob in seat 4; every round is dealt the same cards, with which both lose."""
    stacked(monkeypatch, {}, LOSING)
    room = LinkRoom(f"sqlite:///{tmp_path / 'room.db'}")
    room.furnish()
    room.do(ANN, "sit 1")
    room.do(BOB, "sit 4")
    yield room
    room.store.close()


LOSING = ({1: "2c 7d", 4: "3c 8d", 6: "4h Jd"}, "Kc Kd", "9s 6c Qh 5d Th")


def play(at: CardRoom, *bets: str, action: str = "bet4") -> None:
    """A round in which Ann and Bob bet so and raise at once."""
    at.do(DEALER, "open")
    who = (ANN, BOB)[: len(bets)]
    for player, words in zip(who, bets, strict=True):
        at.do(player, words)
    at.do(DEALER, "lock", "deal")
    for player in who:
        at.do(player, action)
    at.do(DEALER, "flop", "river", "dealer", "settle", "end")


def test_a_round_spelled_out(at: LinkRoom) -> None:
    at.cage.buy_in_at("T1", "ann", 20_000, SUPERVISOR, "at the table")
    play(at, "bet 10 trips 5", "bet 20")
    made = figures_of(at.store)
    (row,) = made.rows
    tally = row.tally
    assert (row.name, tally.rounds, tally.seats, row.seats_taken) == ("T1", 1, 2, 2.0)
    assert tally.handle == tally.win == 6_000 + 500 + 12_000, "Ante, Blind, four times Play, and Trips: all lost"
    assert (tally.drop, row.hold, row.of_handle) == (20_000, 18_500 / 20_000, 1.0)
    assert row.rounds_an_hour == 4, "one round in one quarter of an hour"
    base, trips = price("uth/BLIND"), price("trips/UTH-02")
    assert row.theory.expected == round(3_000 * base.edge + 500 * trips.edge)
    own = covariance("uth", ("base", "trips"), ("uth/BLIND", "trips/UTH-02"))
    others = covariance_of_seats("uth", ("base", "trips"), ("uth/BLIND", "trips/UTH-02"))
    seats = covariance_of_seats("uth", ("base", "base"), ("uth/BLIND", "uth/BLIND"))
    variance = (1_000**2 + 2_000**2) * base.variance + 500**2 * trips.variance
    variance += 2 * 1_000 * 500 * own + 2 * 2_000 * 500 * others + 2 * 1_000 * 2_000 * seats
    assert row.theory.deviation == round(sqrt(variance))
    assert [(bet.name, bet.tables, bet.amounts.win) for bet in made.bets] == [
        ("Base game", ("BLIND",), 18_000),
        ("Trips", ("UTH-02",), 500),
    ]


def test_the_exact_edges_are_those_of_the_documents_and_the_lab() -> None:
    assert round(float(price("uth/BLIND").edge), 5) == 0.02185
    assert round(sqrt(price("uth/BLIND").variance), 2) == 4.94
    assert round(float(price("trips/UTH-02").edge), 4) == 0.0190


def test_a_voided_round_never_was(at: LinkRoom) -> None:
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    at.do(DEALER, "lock", "deal")
    at.do(SUPERVISOR, "void shuffler jammed")
    assert figures_of(at.store).rows == []
    play(at, "bet 10")
    assert figures_of(at.store).total.tally.rounds == 1


def test_a_result_more_than_three_deviations_off_is_flagged_and_says_which_way(at: LinkRoom) -> None:
    play(at, "bet 10")
    assert not figures_of(at.store).total.theory.flagged
    for _ in range(8):
        play(at, "bet 10")
    found = figures_of(at.store).total.theory
    assert round(found.off or 0, 1) == 3.6
    assert (found.flagged, found.words) == (False, "too few bets to say"), "nine bets: a long shot is many deviations"
    more = replace(found, bets=FEWEST)
    assert (more.flagged, more.words) == (True, "3.6 deviations above")


def test_a_win_of_the_players_is_below(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, {}, ({1: "Kc Kd", 4: "3c 8d", 6: "4h Jd"}, "2c 2d", "9s 6c Qh 5d Th"))
    for _ in range(10):
        play(at, "bet 10")
    found = figures_of(at.store).total.theory
    assert (found.win, replace(found, bets=FEWEST).words) == (-10 * 5_000, "3.2 deviations below")


def test_progressive_wagers_are_told_apart_with_their_hits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, {"T1-1": ROYAL})
    at = LinkRoom(f"sqlite:///{tmp_path / 'room.db'}")
    at.link_up()
    at.sit()
    at.bet("1")
    at.play_out()
    assert figures_of(at.store).rows == [], "a round with a win pending is not over (R46)"
    at.press(DEALER, "hand royal_flush_first_five")
    at.press(SUPERVISOR, "key jph", "j-pot", "key run")
    at.press(DEALER, "game over")
    tally = figures_of(at.store).total.tally
    assert tally.progressive.handle == 300
    assert (tally.progressive.hits, tally.progressive.awards) == (1, 1_000_069), "the seed, and 23 % of $3"
    assert tally.handle == 3 * 3_000, "the wagers went to the link's pool (R33) and are no handle of the table"
    assert tally.win == tally.tray == at.cage.sheet("T1").win
    at.store.close()


def test_california_has_fees_and_no_win(tmp_path: Path) -> None:
    at = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    at.furnish("ca")
    at.do(ANN, "sit 3")
    at.do(BOB, "sit 1")
    table = at.do(DEALER, "open")
    people = {"ann": ANN, "bob": BOB}
    while (who := table.player_at(table.bank_offered_to[0])) != "ann":
        table = at.do(people[who], "pass")
    at.do(ANN, "bank 100")
    at.do(BOB, "bet 5")
    at.do(DEALER, "lock", "deal")
    at.do(BOB, "bet4")
    at.do(DEALER, "flop", "river", "dealer", "settle", "end")
    row = figures_of(at.store).total
    assert (row.tally.handle, row.tally.banked, row.tally.win) == (3_000, 0, 0), "the house has no stake (R28)"
    assert row.tally.fees == 150 == at.cage.sheet("T1").fees
    assert (row.theory.off, row.theory.expected, row.of_handle) == (None, 0, None)
    at.store.close()


def test_practice_does_not_count(at: LinkRoom) -> None:
    settings = Settings(terms=terms(ruleset("wa-2018")))
    at.room.open_table("practice-abcdefgh", settings, ADMIN, "open practice")
    with pytest.raises(Refused, match="no figures of a table 'practice-abcdefgh'; there are T1"):
        figures_of(at.store, table="practice-abcdefgh")


def test_a_day_is_a_day_of_the_house(at: LinkRoom) -> None:
    # 2026-11-16 07:45 UTC is a quarter to midnight in Seattle.
    at.now = 1_794_815_100_000
    play(at, "bet 10")
    at.now += 900_000
    play(at, "bet 10")
    assert [row.name for row in figures_of(at.store, by=By.DAY).rows] == ["2026-11-16"]
    assert [row.name for row in figures_of(at.store, SEATTLE, by=By.DAY).rows] == ["2026-11-15", "2026-11-16"]
    today = preset("today", at.now, SEATTLE)
    yesterday = preset("yesterday", at.now, SEATTLE)
    for period in (today, yesterday, between("2026-11-15", "2026-11-15", SEATTLE)):
        assert figures_of(at.store, SEATTLE, period=period).total.tally.rounds == 1
    assert figures_of(at.store, SEATTLE, period=preset("week", at.now, SEATTLE)).total.tally.rounds == 2
    assert figures_of(at.store, SEATTLE, period=preset("month", at.now, UTC)).total.tally.rounds == 2


def test_a_day_has_twenty_three_hours_when_the_clocks_go_forward() -> None:
    period = between("2026-03-08", "2026-03-08", SEATTLE)
    assert period.since_ms is not None
    assert period.until_ms is not None
    assert period.until_ms - period.since_ms == 23 * 3_600_000


def test_this_shift_is_what_each_table_has_played_since_its_last_count(at: LinkRoom) -> None:
    play(at, "bet 10")
    close_as_recorded(at.cage, "T1", SUPERVISOR, "close")
    assert figures_of(at.store, period=FigurePeriod(running=True)).total.tally.rounds == 0
    play(at, "bet 20")
    assert figures_of(at.store, period=FigurePeriod(running=True)).total.tally.win == 12_000
    names = [row.name for row in figures_of(at.store, by=By.SHIFT).rows]
    assert names == ["T1, shift 1", "T1, shift 2, running"]


def test_what_was_read_before_a_shift_was_closed_by_an_earlier_count_moves_to_the_next(at: LinkRoom) -> None:
    digest = Digest(at.store)
    play(at, "bet 10")
    counted = at.cage.sheet("T1")
    at.cage.count("T1", count_of(counted.closing, counted.box), SUPERVISOR, "count")
    play(at, "bet 20")
    assert figures_of(at.store, digest=digest, by=By.SHIFT).rows[0].tally.rounds == 2
    sheet = at.cage.close_shift("T1", SUPERVISOR, "close")
    first, second = figures_of(at.store, digest=digest, by=By.SHIFT).rows
    assert (first.tally.win, second.tally.win) == (sheet.win, 12_000) == (6_000, 12_000)


@pytest.mark.parametrize(
    ("since", "until", "why"),
    [
        ("2026-11-15T18:05", "", "by the quarter of an hour"),
        ("2026-11-15", "2026-11-14", "before they begin"),
        ("tonight", "", "want 2026-11-15 or 2026-11-15T18:15"),
    ],
)
def test_a_period_that_cannot_be_is_refused(since: str, until: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        between(since, until, UTC)


def test_an_edge_is_a_fraction_and_no_estimate() -> None:
    assert price("uth/BLIND").edge == Fraction(50_643_648_973, 2_317_817_502_000)
