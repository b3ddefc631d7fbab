"""Whole rooms that earlier states of the program have played: read, settled again, audited, and played on.

What they held is written beside each, by the program that wrote it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from card_room import ANN, BOB, CAT, DEALER, CardRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.history.rounds import past_rounds
from croupier.floor.links.control import Links
from croupier.floor.orders import parse_order
from croupier.floor.room import Room
from croupier.games import GAMES
from croupier.rules.events import SeatSettled
from croupier.rules.notation import notation, parse_notation
from croupier.rules.round import replay
from croupier.store import database
from croupier.store.entry import contents
from croupier.store.journal import Store, open_record, open_store
from depth import first_of, thorough
from old_records import ROOMS, UNNAMED, expected, on_postgresql, unpacked

SEEN_IN_EACH = {
    "BankTaken", "BetReturned", "BetsWithdrawn", "AdjustmentAsked", "AdjustmentDropped", "ClaimRefused", "EnvyPaid",
    "FoldCollected", "GameEnded", "LinkStopped", "MeterWon", "RoundVoided", "SeedOffered", "TableChanged",
    "TableClosed",
}  # fmt: skip


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=thorough)])
def database_with(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """Puts a kept record into a database, once of each kind; the answer is its address."""
    if request.param == "sqlite":
        return lambda name: unpacked(name, tmp_path)
    postgres = request.getfixturevalue("postgres")
    return lambda name: on_postgresql(name, tmp_path, postgres)


def sums(store: Store) -> dict[str, Any]:
    """What a room holds, in the form in which it is kept."""
    tables = store.streams("table/")
    nets: dict[str, Counter[str]] = {}
    for past in (past for table in tables for past in past_rounds(store.read(table))):
        assert parse_notation(notation(past.events)) == past.events
        assert replay(past.events) == past.round
        seats = nets[past.round.id] = Counter()
        for event in past.events:
            if isinstance(event, SeatSettled):
                seats[str(event.seat)] += sum(row.net for row in event.results)
    links = Links(Room(store))
    return {
        "entries": store.position(),
        "rounds": nets,
        "balances": {str(account): amount for account, amount in store.balances().items() if amount},
        "meters": {name: {row.level: row.cents for row in links.displays(name)} for name in links.desk.names()},
    }


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_of_an_earlier_state_is_read_settled_again_and_audited_as_it_was(
    name: str, database_with: Callable[[str], str]
) -> None:
    address = database_with(name)
    with open_store(address, writes=False) as store:
        assert sums(store) == expected(name)
        assert audit(store).findings == ()
    with open_store(address) as store:
        assert sums(store) == expected(name)
        assert audit(store).findings == ()


@pytest.mark.parametrize("name", ROOMS)
def test_a_kept_room_has_something_of_everything(name: str, tmp_path: Path) -> None:
    with open_record(unpacked(name, tmp_path)) as record:
        said = {event["event"] for entry in record.read_all() for event in contents(entry).events}
        games = {past.round.game.key for table in record.streams("table/") for past in past_rounds(record.read(table))}
    assert SEEN_IN_EACH - said == set()
    assert games == set(GAMES) - {"holdem-bonus", "flushes-gone-wild", "dj-wild"}, "which came later"


@pytest.mark.parametrize("name", first_of(ROOMS))
def test_a_round_that_an_earlier_state_has_left_in_play_is_ended_and_another_is_played(
    name: str, tmp_path: Path
) -> None:
    at = CardRoom(unpacked(name, tmp_path), now=1_800_000_000_000, _ids=count(10_000))

    def do(who: Any, *orders: str) -> None:
        for order in orders:
            at.room.do("L2", parse_order(order), who, command=at.id())

    for who in (ANN, BOB, CAT):
        do(who, "bet4")
    do(DEALER, "flop", "river", "dealer", "settle", "end", "open")
    do(ANN, "bet 10 trips 5 progressive 5")
    do(DEALER, "lock", "deal")
    do(ANN, "bet4")
    do(DEALER, "flop", "river", "dealer", "settle", "end")
    assert at.people.sign_in("ann", "271828").name == "ann"
    assert audit(at.store).findings == ()
    at.store.close()


def files(folder: Path) -> dict[str, str]:
    """Every file of a folder, and the hash of what is in it."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def test_a_record_from_before_entries_named_their_format_is_refused_in_words_and_not_touched(
    database_with: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = database_with(UNNAMED)
    before = files(tmp_path)
    words = "was written before entries named their format, and this program reads formats 1 to 1; nothing was changed"
    for opened in (open_record, open_store):
        with pytest.raises(Refused, match=words):
            opened(address)
    assert files(tmp_path) == before
    with monkeypatch.context() as patch:
        patch.setattr(database, "_check_format", lambda *_: None)
        open_store(address).close()
    with pytest.raises(Refused, match=words):
        open_store(address)  # one that was brought up to date before anybody looked is the same
