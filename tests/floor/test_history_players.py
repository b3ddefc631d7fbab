"""What a player has played: every round to the cent as the ledger has it, and what was to be expected of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest
from card_room import ANN, BOB, CAT, DEALER, SUPERVISOR, CardRoom

from croupier.floor.figures.tally import BetAmounts, BetKey, Tally
from croupier.floor.history.banks import bank_sessions, banked_rounds
from croupier.floor.history.period import LAST
from croupier.floor.history.player_round import PlayerRound, course, hours, play_sessions, result_parts
from croupier.floor.history.players import PlayBook, rounds_of
from croupier.floor.roles import Person, Role
from croupier.floor.soak.run import Soak
from croupier.floor.table import DealtBy
from croupier.games.uth import UTH
from croupier.lab.capabilities import face_up_edge
from croupier.lab.prices import covariance, price
from croupier.ledger.accounts import player
from croupier.rules.collection import Schedule
from croupier.store.entry import contents
from croupier.store.journal import Store, open_store
from depth import thorough


@pytest.fixture(scope="module")
def soaked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Some hundred rounds of all games, with voids, progressive wagers and California's banks."""
    with open_store(str(tmp_path_factory.mktemp("soak") / "soak.db")) as store:
        assert Soak(store, seed=7, rounds=150, tables=14).run().clean
        yield store


@pytest.fixture
def at(tmp_path: Path) -> Iterator[CardRoom]:
    room = CardRoom(str(tmp_path / "room.db"))
    yield room
    room.store.close()


def plays_of(store: Store, who: str) -> tuple[PlayerRound, ...]:
    book = PlayBook(store)
    assert book.catch_up(who) == 1
    return book.plays(who)


@thorough
def test_every_round_nets_what_the_ledger_moved(soaked: Store) -> None:
    """Bets, pays, banks, fees, what meters paid, what was corrected: a player's account knows nothing else."""
    names = [stream.removeprefix("player/") for stream in soaked.streams("player/")]
    rounds = games = 0
    banked: set[str] = set()
    unfinished = _unfinished(soaked)
    for name in names:
        moved: dict[str, int] = defaultdict(int)
        for _, move in soaked.movements(player(name), before=LAST):
            moved[move.id.partition("/")[0]] += move.amount if move.credit == player(name) else -move.amount
        plays = plays_of(soaked, name)
        for one in plays:
            assert one.net == moved[one.round], f"{name} in {one.round}"
            banked |= {one.round} if one.banked else set()
        rounds, games = rounds + len(plays), max(games, len({one.game for one in plays}))
        standing = {stream for stream, net in moved.items() if net and stream.rpartition("-")[2].isdecimal()}
        assert standing <= {one.round for one in plays} | unfinished, name
    assert rounds > 150
    assert banked, "somebody banked"


def _unfinished(store: Store) -> set[str]:
    """The last round of each table, which the soak may have left in play."""
    last: set[str] = set()
    for stream in store.streams("table/"):
        for entry in store.read(stream):
            for event in contents(entry).events:
                if event["event"] == "RoundOpened":
                    opened = event["round"]
        last.add(opened)
    return last


def test_a_book_that_reads_on_knows_what_a_new_one_reads(at: CardRoom) -> None:
    at.furnish(by=DealtBy.MACHINE)
    book = PlayBook(at.store)
    assert (book.catch_up("ann"), book.plays("ann")) == (1, ())
    at.do(ANN, "sit 1")
    for number in range(1, 4):
        round_of(at, {ANN: "bet 10"}, "bet4")
        at.room.advance("T1")
        at.do(ANN, "bet 10")
        assert book.catch_up("ann") == 1, "the round in play waits"
        assert [one.round for one in book.plays("ann")] == [f"T1-{n}" for n in range(1, 2 * number)]
        at.do(ANN, "withdraw")
        round_of(at, {ANN: "bet 10"}, "bet4")
    book.catch_up("ann")
    assert book.plays("ann") == plays_of(at.store, "ann")


def test_a_book_that_is_given_no_time_comes_to_the_same_step_by_step(at: CardRoom) -> None:
    at.furnish(by=DealtBy.MACHINE)
    at.do(ANN, "sit 1")
    for _ in range(3):
        round_of(at, {ANN: "bet 10"}, "bet4")
    book = PlayBook(at.store)
    shares = [book.catch_up("ann", 0)]
    while shares[-1] < 1:
        assert len(shares) < 100
        shares.append(book.catch_up("ann", 0))
    assert len(shares) > 2
    assert book.plays("ann") == plays_of(at.store, "ann")


def test_what_two_people_correct_later_is_in_the_result_of_its_round(at: CardRoom) -> None:
    """R58. The round had been read before; the correction is read on, however little time there is."""
    eve = Person("eve", Role.EXECUTIVE)
    at.furnish(by=DealtBy.MACHINE)
    at.do(ANN, "sit 1")
    for _ in range(2):
        round_of(at, {ANN: "bet 10"}, "bet4")
    book = PlayBook(at.store)
    book.catch_up("ann")
    first, second = book.plays("ann")
    for asked in ("correct round T1-1 seat 1 by +20 Blind short", "correct round T1-1 seat 1 by -5 too much"):
        at.do(SUPERVISOR, asked)
        at.do(eve, "make correction")
    while book.catch_up("ann", 0) < 1:
        pass
    corrected = replace(first, net=first.net + 1_500, corrected=1_500)
    assert book.plays("ann") == plays_of(at.store, "ann") == (corrected, second)
    plays = book.plays("ann")
    assert result_parts(plays, Fraction(0)).result == sum(one.net for one in plays) == at.has(ANN) - 100_000


def round_of(at: CardRoom, bets: dict[Person, str], decision: str) -> None:
    """A round that the machine deals: these bets, and everybody decides the same."""
    at.room.advance("T1")
    for who, bet in bets.items():
        at.do(who, bet)
    at.room.advance("T1", open_next=False)
    for who in bets:
        at.do(who, decision)
    at.room.advance("T1", open_next=False)
    assert at.room.table("T1").in_play is None


def test_what_was_to_be_expected_is_the_sum_of_the_exact_edges(at: CardRoom) -> None:
    at.furnish(by=DealtBy.MACHINE)
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 2")
    for ante in (10, 20, 5):
        round_of(at, {ANN: f"bet {ante} trips 5", BOB: "bet 10"}, "bet4")
    last = list(course(plays_of(at.store, "ann")))[-1]
    base, trips = price("uth/BLIND"), price("trips/UTH-02")
    assert last.rounds == 3
    assert last.expected == round(-(3_500 * base.edge + 1_500 * trips.edge))
    both = covariance("uth", ("base", "trips"), ("uth/BLIND", "trips/UTH-02"))
    squares = sum(ante**2 for ante in (1_000, 2_000, 500))
    variance = squares * base.variance + 3 * 500**2 * trips.variance + Fraction(2 * 3_500 * 500) * Fraction(both)
    assert last.deviation == round(sqrt(variance))
    assert last.won == sum(one.net for one in plays_of(at.store, "ann")) == at.has(ANN) - 100_000


def test_face_up_the_edge_is_that_of_one_who_uses_the_others_cards(at: CardRoom) -> None:
    """R17: what mistakes are held against is the best play with all that lies there."""
    at.furnish(by=DealtBy.MACHINE, face_up_approval="WSGC 2020-06")
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 2")
    round_of(at, {ANN: "bet 10", BOB: "bet 10"}, "bet4")
    looking = face_up_edge(UTH, 2)
    assert looking is not None
    assert looking.edge < price("uth/BLIND").edge
    (point,) = course(plays_of(at.store, "ann"))
    assert point.expected == -round(1_000 * Fraction(looking.edge))


def test_luck_and_skill_are_what_the_result_is_above_and_below_its_price(at: CardRoom) -> None:
    """Spelled out: two rounds of $10 with Trips, and mistakes of $3.50."""
    at.furnish(by=DealtBy.MACHINE)
    at.do(ANN, "sit 1")
    for _ in range(2):
        round_of(at, {ANN: "bet 10 trips 5"}, "bet4")
    plays = plays_of(at.store, "ann")
    net = at.has(ANN) - 100_000
    parts = result_parts(plays, Fraction(350))
    assert parts.price == -round(2_000 * price("uth/BLIND").edge + 1_000 * price("trips/UTH-02").edge)
    assert (parts.skill, parts.linked, parts.unknown) == (-350, 0, 0)
    assert parts.luck == net - parts.price + 350
    clocked = result_parts(plays, Fraction(350), by_clock=Fraction(200))
    assert clocked == parts._replace(clock=-200, luck=parts.luck + 200), "what the clock gave up is neither"
    assert result_parts((), Fraction(0), plays) == (0, 0, 0, 0, 0, net), "nobody can value them"
    assert [past.round.id for past in rounds_of(at.store, plays)] == ["T1-1", "T1-2"]
    assert [past.round.id for past in rounds_of(at.store, plays[1:])] == ["T1-2"]


@thorough
def test_the_parts_add_up_to_the_result_whatever_was_played_and_wherever_it_is_cut(soaked: Store) -> None:
    for name in (stream.removeprefix("player/") for stream in soaked.streams("player/")):
        plays = plays_of(soaked, name)
        sessions = play_sessions(plays)
        assert [one for session in sessions for one in session] == list(plays)
        for cut in (plays, *sessions):
            for mistakes in (Fraction(0), Fraction(1_001, 3)):
                parts = result_parts(cut[::2], mistakes, cut[1::2])
                assert parts.result == sum(one.net for one in cut)
                assert parts.skill <= 0
        assert {past.round.id for past in rounds_of(soaked, plays)} == {one.round for one in plays}


def test_a_bank_expects_the_others_edges_and_pays_its_fee(at: CardRoom) -> None:
    at.furnish("ca", collection=Schedule.ONE)
    for who, seat in ((ANN, 3), (BOB, 1), (CAT, 6)):
        at.do(who, f"sit {seat}")
    table = at.do(DEALER, "open")
    people = {person.name: person for person in (ANN, BOB, CAT)}
    while (asked := table.player_at(table.bank_offered_to[0])) != "ann":
        table = at.do(people[asked or ""], "pass")
    at.do(ANN, "bank 100")
    at.do(BOB, "bet 5")
    at.do(CAT, "bet 10")
    at.do(DEALER, "lock", "deal")
    at.do(BOB, "bet4")
    at.do(CAT, "bet4")
    at.do(DEALER, "flop", "river", "dealer", "settle", "end")
    (bank,) = plays_of(at.store, "ann")
    assert (bank.wagers, bank.decisions, bank.fee) == (None, (), 100), "action of $30: the bank pays $1"
    assert bank.net == at.has(ANN) - 100_000
    edge = price("uth/BLIND").edge
    (expected,) = (point.expected for point in course([bank]))
    assert expected == round(1_500 * edge) - 100
    (bob,) = plays_of(at.store, "bob")
    (expected,) = (point.expected for point in course([bob]))
    assert (bob.fee, expected) == (50, round(-500 * edge) - 50)
    assert [one.choice for one in bob.decisions] == ["bet4"]


def test_a_pause_is_no_play() -> None:
    def one(opened_s: int, ended_s: int) -> PlayerRound:
        nothing = {"game": "uth", "position": 0, "net": 0, "linked": 0, "fee": 0, "wagers": None, "banked": None}
        return PlayerRound(round="", opened_ms=1000 * opened_s, ended_ms=1000 * ended_s, decisions=(), **nothing)  # type: ignore[arg-type]

    hour = [one(0, 60), one(70, 120), one(10_000, 10_060)]
    assert hours(hour) == Fraction(180, 3600)


def test_banks_are_added_up_by_session_and_a_long_pause_begins_another() -> None:
    """R28, R32. The result is the bank's before the fee; rounds that were only played are left out."""
    minute = 60_000

    def banked(at: int, win: int, fee: int) -> PlayerRound:
        tally = Tally(bets={BetKey("uth", "base", "x"): BetAmounts(win=win)})
        return PlayerRound(
            round=f"C1-{at}",
            game="uth",
            position=at,
            opened_ms=at * minute,
            ended_ms=(at + 2) * minute,
            net=win - fee,
            linked=0,
            fee=fee,
            wagers=None,
            banked=tally,
            bank=100 * at,
            decisions=(),
        )

    plays = [banked(1, 500, 100), banked(4, -700, 200), banked(26, 50, 100), banked(60, 10, 50)]
    played = replace(plays[0], banked=None, position=50)
    sessions = bank_sessions([*plays[:3], played, plays[3]])
    assert [[one.position for one in session.rounds] for session in sessions] == [[1, 4, 26], [60]]
    first = sessions[0]
    assert (first.won, first.fees, first.net, first.most) == (-150, 400, -550, 2_600)
    assert first.hours == Fraction(27, 60), "from the opening of the first to the end of the last"
    assert banked_rounds(plays).net == sum(session.net for session in sessions)
