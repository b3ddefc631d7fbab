"""Finding rounds: what the finder says is what every round, played again from the record, says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from card_room import ANN, BOB, DEALER, SUPERVISOR, CardRoom
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.floor.history.digest import RoundDigest, SeatDigest, SeatResult
from croupier.floor.history.finder import FoundRounds, RoundBook, Wanted, parse_hand
from croupier.floor.history.index import FinishedRounds
from croupier.floor.history.period import LAST, Period, check_period, parse_since, parse_until
from croupier.floor.history.rounds import PastRound, find_round, past_rounds
from croupier.floor.soak.run import Soak
from croupier.rules.events import BetReturned, EnvyPaid, FoldCollected, MeterWon, SeatSettled
from croupier.rules.round import Stage
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.journal import Store, open_store
from croupier.store.projections import projection
from croupier.store.projections.projection import forget, keep
from depth import thorough


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Fourteen tables of all games, with voids, banks, links and awards."""
    with open_store(str(tmp_path_factory.mktemp("played") / "room.db")) as store:
        assert Soak(store, seed=5, rounds=280, tables=14).run().clean
        yield store


def seats_of(past: PastRound) -> tuple[SeatDigest, ...]:
    """The seats of a round, worked out from the round itself."""
    round = past.round
    void = round.stage is Stage.VOID
    made: list[SeatDigest] = []
    of_bank = 0
    for seat in round.seats:
        net, hand, lines, folded = past.awards.get(seat.number, 0), "", set(), False
        for event in round.settled:
            if event.seat != seat.number:
                continue
            match event:
                case BetReturned(_, row) | EnvyPaid(_, row):
                    rows = (row,)
                case FoldCollected(_, rows):
                    pass
                case SeatSettled(_, strength, outcome, rows):
                    hand = round.game.ranking.category(strength).key
                    folded = outcome.value == "fold"
                case MeterWon(_, line):
                    lines.add(line)
                    rows = ()
            net += sum(row.net for row in rows)
            of_bank -= sum(row.net for row in rows if row.spot != PROGRESSIVE)
            lines |= {row.line for row in rows if row.line}
        player = past.players[seat.number]
        made.append(
            SeatDigest(seat=seat.number, player=player, staked=seat.total)
            if void
            else SeatDigest(
                seat=seat.number,
                player=player,
                staked=seat.total,
                net=net,
                hand=hand,
                lines=frozenset(lines),
                folded=folded,
            )
        )
    if round.bank is not None:
        bank = round.bank
        made.append(
            SeatDigest(
                seat=bank.seat,
                player=past.players[bank.seat],
                staked=bank.wager,
                net=0 if void else of_bank,
                banks=True,
            )
        )
    return tuple(made)


def every_round(store: Store) -> dict[str, PastRound]:
    return {past.round.id: past for stream in store.streams("table/") for past in past_rounds(store.read(stream))}


def every_page(book: RoundBook, wanted: Wanted, *, most: int, effort: int) -> list[str]:
    """What all pages of a search show, one after the other."""
    found: list[str] = []
    for _ in range(10_000):
        page: FoundRounds = book.search(wanted, most=most, effort=effort)
        found += [round.id for round in page.rounds]
        if page.go_on is None:
            return found
        wanted = Wanted(**{name: getattr(wanted, name) for name in wanted.__slots__} | {"before": page.go_on})
    raise AssertionError("the search never comes to an end")


@thorough
def test_what_is_kept_of_a_round_is_what_the_round_says(played: Store) -> None:
    found = RoundBook(played).search(Wanted(), most=1_000, effort=10**9).rounds
    with patch.object(projection, "BLOCK_SIZE", 64):
        forget(played, [FinishedRounds])
        assert keep(played, [FinishedRounds]) > 30
        assert RoundBook(played).search(Wanted(), most=1_000, effort=10**9).rounds == found
        forget(played, [FinishedRounds])
    every = every_round(played)
    assert len(found) == len(every) > 200
    assert [one.position for one in found] == sorted((one.position for one in found), reverse=True)
    for one in found:
        past = every[one.id]
        assert one.seats == seats_of(past), one.id
        assert (one.void_reason, one.game) == (past.round.void_reason, past.round.game.key)
        assert (one.opened_ms, one.ended_ms) == (past.times_ms[0], past.time_ms)
        assert (one.position, one.opened_at) == (past.entries[-1].position, past.entries[0].position)
        assert one.dealer == past.dealer
    assert any(seat.banks and seat.net for one in found for seat in one.seats)
    assert any(one.void_reason and one.seats for one in found)
    assert any(one.dealer == "soak-dealer" for one in found), "some tables are dealt by a person"


@st.composite
def wishes(draw: st.DrawFn) -> dict[str, object]:
    return {
        "table": draw(st.sampled_from(["", "S1", "S2", "S9"])),
        "game": draw(st.sampled_from(["", "", "uth", "three-card"])),
        "player": draw(st.sampled_from(["", "", "S1-p0", "S2-p1", "S3-p4"])),
        "hand": draw(st.sampled_from(["", "", "pair", "flush", "full_house", "straight", "high_card"])),
        "staked": draw(st.sampled_from([0, 0, 5_000, 20_000])),
        "won": draw(st.sampled_from([0, 0, 100, 10_000])),
        "result": draw(st.sampled_from(SeatResult)),
        "void": draw(st.sampled_from([None, None, True, False])),
    }


@pytest.fixture(scope="module", params=[(16_384, 0), (64, 0), (64, 9), (64, None)])
def blocks(request: pytest.FixtureRequest, played: Store) -> Iterator[None]:
    """Blocks that are never full, or short ones: none of them kept, some or all."""
    size, many = request.param
    with patch.object(projection, "BLOCK_SIZE", size):
        keep(played, [FinishedRounds], many)
        yield
        forget(played, [FinishedRounds])


@thorough
@pytest.mark.usefixtures("blocks")
@given(wish=wishes(), most=st.sampled_from([1, 7, 50]), effort=st.sampled_from([0, 1, 1_500, 10**9]), data=st.data())
@settings(max_examples=6)
def test_a_search_finds_what_looking_at_every_round_finds_once_and_newest_first(
    played: Store, wish: dict[str, object], most: int, effort: int, data: st.DataObject
) -> None:
    last = played.position()
    after = data.draw(st.sampled_from([0, last // 3]))
    before = data.draw(st.sampled_from([LAST, last // 2, 2 * last // 3]))
    wanted = Wanted(**wish, after=after, before=before)  # type: ignore[arg-type]

    def fits(past: PastRound) -> bool:
        if wanted.table and not past.round.id.startswith(f"{wanted.table}-"):
            return False
        if wanted.game and wanted.game != past.round.game.key:
            return False
        if wanted.void is not None and wanted.void != (past.round.stage is Stage.VOID):
            return False
        if not after < past.entries[-1].position < before:
            return False
        seats = [
            seat
            for seat in seats_of(past)
            if (not wanted.player or seat.player == wanted.player)
            and (not wanted.hand or wanted.hand in {seat.hand, *seat.lines})
            and seat.staked >= wanted.staked
            and (wanted.won == 0 or seat.net >= wanted.won)
            and {"": True, "won": seat.net > 0, "lost": seat.net < 0, "even": seat.net == 0}[wanted.result.value]
        ]
        nothing = not (wanted.player or wanted.hand or wanted.staked or wanted.won or wanted.result.value)
        return bool(seats) or nothing

    fitting = [past for past in every_round_once(played).values() if fits(past)]
    newest = [past.round.id for past in sorted(fitting, key=lambda past: -past.entries[-1].position)]
    if effort == 0:
        # Without any effort nothing new is read, and what is known already is still found.
        book = RoundBook(played)
        assert book.search(wanted, most=most, effort=0).rounds == ()
        effort = 1
    assert every_page(RoundBook(played), wanted, most=most, effort=effort) == newest


_ROUNDS: dict[int, dict[str, PastRound]] = {}


def every_round_once(store: Store) -> dict[str, PastRound]:
    """The same record is asked very often."""
    if id(store) not in _ROUNDS:
        _ROUNDS[id(store)] = every_round(store)
    return _ROUNDS[id(store)]


def test_rounds_that_are_played_after_a_search_are_found_by_the_next(tmp_path: Path) -> None:
    at = CardRoom(str(tmp_path / "room.db"))
    at.furnish()
    book = RoundBook(at.store)
    assert book.search(Wanted(), most=10) == FoundRounds((), 0, None)
    at.do(ANN, "sit 2")
    at.do(BOB, "sit 4")
    for number in range(1, 4):
        at.do(DEALER, "open")
        at.do(ANN, "bet 10")
        assert [one.id for one in book.search(Wanted(), most=10).rounds] == [
            f"T1-{n}" for n in range(number - 1, 0, -1)
        ]
        at.do(DEALER, "lock", "deal")
        at.do(ANN, "bet4")
        at.do(DEALER, "flop", "river", "dealer", "settle", "end")
    at.do(DEALER, "open")
    at.do(BOB, "bet 5")
    at.do(SUPERVISOR, "void shuffler jammed")
    found = book.search(Wanted(), most=10).rounds
    assert [one.id for one in found] == ["T1-4", "T1-3", "T1-2", "T1-1"]
    assert (found[0].void_reason, [seat.player for seat in found[0].seats]) == ("shuffler jammed", ["bob"])
    assert found[1].dealer == "dora"
    assert [one.id for one in book.search(Wanted(player="bob"), most=10).rounds] == ["T1-4"]
    assert [one.id for one in book.search(Wanted(void=False), most=10).rounds] == ["T1-3", "T1-2", "T1-1"]
    at.store.close()


def test_a_hand_is_named_as_people_say_it() -> None:
    assert [parse_hand(text) for text in ("Royal Flush", "three-of-a-kind", "  full   house ", "")] == [
        "royal_flush",
        "three_of_a_kind",
        "full_house",
        "",
    ]
    with pytest.raises(Refused, match="no hand 'five aces'; want one such as 'royal flush'"):
        parse_hand("five aces")


def test_a_day_is_one_of_the_house_and_may_have_twenty_five_hours() -> None:
    west = ZoneInfo("America/Los_Angeles")
    begins, ends = parse_since("2026-11-01", west), parse_until("2026-11-01", west)
    assert begins is not None
    assert ends is not None
    assert ends - begins == 25 * 3_600_000, "the clocks go back that night"
    assert parse_until("2026-11-15 20:30", west) == parse_since("2026-11-15T20:31", west)
    assert (parse_since("", west), parse_until(" ", west)) == (None, None)
    for slip in ("yesterday", "2026-13-01", "15.11.2026", "0001-01-01"):
        with pytest.raises(Refused, match="not a day"):
            parse_since(slip, west)
    since, until = "2026-11-15", "2026-11-14"
    turned = Period(parse_since(since, west), parse_until(until, west))
    with pytest.raises(Refused, match="until 2026-11-14 is before from 2026-11-15"):
        check_period(since, until, turned)


@thorough
def test_blocks_that_cannot_have_what_is_asked_for_are_passed_by(played: Store) -> None:
    found = RoundBook(played).search(Wanted(), most=1_000, effort=10**9).rounds
    rarest = min((seat.hand for one in found for seat in one.seats if seat.hand), key=lambda hand: _many(found, hand))
    most = max(seat.staked for one in found for seat in one.seats)
    with patch.object(projection, "BLOCK_SIZE", 64):
        forget(played, [FinishedRounds])
        assert keep(played, [FinishedRounds]) > 30
        try:
            tail = RoundBook(played).search(Wanted(player="nobody"), most=7).looked_at
            assert tail < 8, "of the block that is not full every round is looked at"
            for wanted in (Wanted(hand=rarest), Wanted(staked=most), Wanted(player="S3-p4", table="S3", void=True)):
                fitting = [one for one in found if wanted.fits(one)]
                search = RoundBook(played).search(wanted, most=1_000)
                assert list(search.rounds) == fitting
                assert search.looked_at <= tail + 10 * max(1, len(fitting)), wanted
        finally:
            forget(played, [FinishedRounds])


def _many(found: Sequence[RoundDigest], hand: str) -> int:
    return sum(seat.hand == hand for one in found for seat in one.seats)


@thorough
def test_every_round_is_found_by_its_name_void_ones_and_empty_ones_too(played: Store) -> None:
    every = every_round_once(played)
    void = [name for name, past in every.items() if past.round.stage is Stage.VOID]
    for name in {*void[:4], *list(every)[::14]}:
        past = every[name]
        found = find_round(played, name)
        assert (found.round, found.entries, found.seed) == (past.round, past.entries, past.seed)
        staked = {seat.number for seat in past.round.seats}
        assert {seat: found.players[seat] for seat in staked} == {seat: past.players[seat] for seat in staked}
    for nobody in ("S1-0", "S1-99999", "S1-", "X9-1"):
        with pytest.raises(Refused):
            find_round(played, nobody)
