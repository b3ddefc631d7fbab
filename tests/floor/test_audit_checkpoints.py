"""An audit goes on from the mark that another one has left: it knows what a whole one knows, and finds what was done
since, before the mark or after it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from card_room import ADMIN, ANN, CAT, DEALER, SUPERVISOR, CardRoom, play_a_while
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from link_room import EVE, KEYED, ROYAL, STAN, room_at, stacked

from croupier.errors import Refused
from croupier.floor.audit.auditor import AuditReport, audit
from croupier.floor.audit.checkpoints import AuditCheckpoint
from croupier.floor.audit.rebuilt import BadCheckpoint
from croupier.floor.plan import load
from croupier.floor.projections import keep_projections
from croupier.floor.roles import Person, Role
from croupier.floor.soak.run import Soak, close_as_recorded
from croupier.store.entry import canonical
from croupier.store.journal import open_store
from croupier.store.projections import projection
from depth import thorough

KINDS = ("sums", "figures", "links", "rounds", "staff")
KEY = Ed25519PrivateKey.generate()


def through_text(mark: AuditCheckpoint | None) -> AuditCheckpoint:
    """A mark as the next auditor has it: written and read."""
    assert mark is not None
    made = AuditCheckpoint.from_text(mark.to_text(KEY), KEY.public_key())
    assert made == mark
    return made


def second_half(at: CardRoom) -> None:
    """The round played out, a shift closed, somebody new and another round begun."""
    at.do(CAT, "bet4")
    at.do(DEALER, "flop", "river", "dealer", "settle", "end")
    at.people.register("dan", Role.PLAYER, None, ADMIN, "dan")
    at.cage.buy_in("dan", 5_000, SUPERVISOR, "buy dan")
    close_as_recorded(at.cage, "T1", SUPERVISOR, "close again")
    at.do(DEALER, "open")


def test_after_every_order_an_audit_that_goes_on_knows_what_a_whole_one_knows(tmp_path: Path) -> None:
    at = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    mark: AuditCheckpoint | None = None
    plain_do = at.room.do

    def do_and_audit(*words: object, **more: object) -> object:
        nonlocal mark
        done = plain_do(*words, **more)  # type: ignore[arg-type]
        whole, on = audit(at.store, leave=True), audit(at.store, since=mark, leave=True)
        assert whole.findings == on.findings == ()
        assert (whole.mark, whole.rounds, whole.entries) == (on.mark, on.rounds, on.entries)
        mark = through_text(on.mark)
        return done

    at.room.do = do_and_audit  # type: ignore[assignment, method-assign]
    play_a_while(at)
    second_half(at)
    assert mark is not None
    assert mark.position == at.store.position()
    at.store.close()


@thorough
def test_names_refusals_disputes_corrections_and_a_rehearsal_are_taken_up_as_they_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them at one table, one within the other, with a mark after every order and every button."""
    at = room_at(tmp_path)
    stacked(monkeypatch, {"T1-1": ROYAL})
    at.link_up(KEYED)
    olga = Person("olga", Role.SUPERVISOR)
    at.people.register(olga.name, olga.role, None, ADMIN, olga.name)
    mark: AuditCheckpoint | None = None

    def do(who: Person, *words: str, press: bool = False) -> None:
        nonlocal mark
        for word in words:
            (at.press if press else at.do)(who, word)
            whole, on = audit(at.store, leave=True), audit(at.store, since=mark, leave=True)
            assert whole.findings == on.findings == ()
            assert (whole.mark, whole.rounds, whole.entries) == (on.mark, on.rounds, on.entries)
            assert load(at.store, "T1") == at.room.table("T1")
            mark = through_text(on.mark)

    do(ANN, "sit 1")
    do(DEALER, "seat 4 name Mr. Green", "seat 4 chips 200", "seat 6 chips 200", "open")
    do(ANN, "bet 10 progressive 1")
    do(DEALER, "seat 4 bet 10 progressive 1", "seat 6 bet 10", "lock", "deal", "seat 4 bet4", "seat 6 check")
    do(ANN, "check")
    do(DEALER, "flop", "all check")
    do(ANN, "check")
    do(DEALER, "river", "all fold")
    do(ANN, "fold")
    do(DEALER, "dealer", "settle")
    for _ in range(2):
        do(DEALER, "hand royal_flush_first_five", press=True)
        do(SUPERVISOR, "refuse look again", press=True)
    do(STAN, "sign refusal 4 royal_flush_first_five")
    do(DEALER, "end")
    do(EVE, "correct round T1-1 seat 4 by -20 paid twice")
    do(DEALER, "open", "seat 4 bet 10")
    do(olga, "make correction T1-1 seat 4 by -20")
    do(SUPERVISOR, "dispute T1-1 seat 6 open not paid", "correct round T1-1 seat 1 by +20 short", "void a foul deck")
    do(EVE, "make correction")
    do(DEALER, "seat 4 stand")
    do(SUPERVISOR, "rehearse")
    do(DEALER, "seat 6 stand")
    do(SUPERVISOR, "dispute T1-1 seat 6 close it stands", "end rehearsal")
    assert not any(account.startswith(("stack", "escrow")) for account in at.money())
    assert sum(at.money().values()) == 0
    at.store.close()


@thorough
def test_links_other_games_and_every_rule_set_are_taken_up_as_they_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The simulator goes on where it was, over all its kinds of tables; so does the audit, read again or not. What is
    kept of figures and links from before the mark must be what was audited."""
    monkeypatch.setattr(projection, "BLOCK_SIZE", 64)
    path = tmp_path / "soak.db"
    with open_store(str(path)) as store:
        assert Soak(store, seed=7, rounds=10, tables=8).run().clean
        keep_projections(store)
        mark = through_text(audit(store, leave=True).mark)
        assert {stream.partition("/")[0] for stream in mark.streams} >= {"table", "link", "game"}
        assert Soak(store, seed=7, rounds=18, tables=8).run().clean
        keep_projections(store)
        whole = audit(store, leave=True)
        for reread in (True, False):
            on = audit(store, since=mark, reread=reread, leave=True)
            assert on.findings == ()
            assert (on.mark, on.rounds, on.since) == (whole.mark, whole.rounds, mark.position)
    for table, column, which in (("figures", "tally", "name <> ''"), ("links", "version", "kind = 'book'")):
        shutil.copy(path, tmp_path / f"{table}.db")
        copy = Copy(tmp_path / f"{table}.db", mark)
        first = f"(SELECT min(block) FROM {table})"
        copy.change(f"UPDATE {table} SET {column} = {column} || '1' WHERE block = {first} AND {which}")
        assert [what.partition(":")[0] for what in copy.found(reread=False)] == [table]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, AuditCheckpoint]:
    """A record, how it was at the mark, and the mark."""
    folder = tmp_path_factory.mktemp("marks")
    at = CardRoom(f"sqlite:///{folder / 'room.db'}")
    play_a_while(at)
    mark = through_text(audit(at.store, leave=True).mark)
    at.store.close()
    shutil.copy(folder / "room.db", folder / "then.db")
    at.open()
    second_half(at)
    assert audit(at.store, since=mark).clean
    at.store.close()
    return folder / "room.db", folder / "then.db", mark


class Copy:
    """A copy of the record to tamper with."""

    def __init__(self, record: Path, mark: AuditCheckpoint) -> None:
        self.path, self.mark = record, mark

    def change(self, statement: str, *values: object) -> None:
        connection = sqlite3.connect(self.path, isolation_level=None)
        assert connection.execute(statement, values).rowcount > 0
        connection.close()

    def audited(self, *, reread: bool = True) -> AuditReport:
        with open_store(str(self.path)) as store:
            return audit(store, since=self.mark, reread=reread)

    def found(self, *, reread: bool = True) -> list[str]:
        return [str(finding) for finding in self.audited(reread=reread).findings]


@pytest.fixture
def copy(places: tuple[Path, Path, AuditCheckpoint], tmp_path: Path) -> Copy:
    shutil.copy(places[0], tmp_path / "copy.db")
    return Copy(tmp_path / "copy.db", places[2])


def test_an_entry_changed_before_the_mark_is_found_where_it_is_read_again(copy: Copy) -> None:
    copy.change("UPDATE entries SET time_ms = time_ms + 1 WHERE position = 9")
    assert copy.found()[0].startswith("entry 9, ")
    assert "was changed" in copy.found()[0]
    assert copy.found(reread=False) == []  # which is what not reading it again means


@pytest.mark.parametrize("reread", [True, False])
def test_an_end_that_was_taken_off_before_the_mark_is_found(copy: Copy, reread: bool) -> None:
    copy.change("DELETE FROM entries WHERE stream = 'player/bob'")
    assert any("player/bob: is not what was audited up to version 1" in what for what in copy.found(reread=reread))


@pytest.mark.parametrize("reread", [True, False])
def test_what_is_done_after_the_mark_is_found(copy: Copy, reread: bool) -> None:
    copy.change("UPDATE entries SET actor = 'staff/eve' WHERE position = ?", copy.mark.position + 2)
    found = copy.found(reread=reread)
    assert any("staff/eve was not there then" in what for what in found)
    assert any("was changed" in what for what in found)


def test_a_movement_changed_in_the_book_is_found_on_both_sides_of_the_mark(copy: Copy) -> None:
    copy.change("UPDATE transfers SET amount = amount + 1 WHERE position = 12 AND line = 0")
    assert "the book has" in copy.found()[0]


def test_a_balance_that_was_changed_is_found_without_reading_again(copy: Copy) -> None:
    copy.change("UPDATE balances SET amount = amount + 100 WHERE account = 'player/bob'")
    assert any("balances: player/bob" in what for what in copy.found(reread=False))


@pytest.mark.parametrize("reread", [True, False])
def test_a_record_from_an_older_backup_was_cut_back(
    places: tuple[Path, Path, AuditCheckpoint], tmp_path: Path, reread: bool
) -> None:
    record, then, _ = places
    with open_store(str(record)) as store:
        later = through_text(audit(store, leave=True).mark)
    shutil.copy(then, tmp_path / "backup.db")
    found = Copy(tmp_path / "backup.db", later).found(reread=reread)
    assert any(f"an audit had come to entry {later.position}" in what for what in found)


@pytest.mark.parametrize("reread", [True, False])
def test_a_backup_that_was_played_on_otherwise_is_not_what_was_audited(
    places: tuple[Path, Path, AuditCheckpoint], tmp_path: Path, reread: bool
) -> None:
    record, then, _ = places
    with open_store(str(record)) as store:
        later = through_text(audit(store, leave=True).mark)
    shutil.copy(then, tmp_path / "other.db")
    at = CardRoom(f"sqlite:///{tmp_path / 'other.db'}", now=1_800_000_000_000)
    for number in range(later.position):
        at.cage.buy_in("bob", 100, SUPERVISOR, f"more {number}")
    assert audit(at.store).clean
    at.store.close()
    found = Copy(tmp_path / "other.db", later).found(reread=reread)
    assert any("cage: is not what was audited" in what for what in found)


def test_the_mark_of_another_record_is_refused(copy: Copy, tmp_path: Path) -> None:
    at = CardRoom(f"sqlite:///{tmp_path / 'other.db'}", now=1_800_000_000_000)
    at.furnish()
    with pytest.raises(BadCheckpoint, match="the mark of another record"):
        audit(at.store, since=copy.mark)
    at.store.close()


@pytest.mark.parametrize("reread", [True, False])
def test_the_mark_of_a_room_where_nothing_had_happened_is_gone_on_from(tmp_path: Path, reread: bool) -> None:
    at = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    mark = through_text(audit(at.store, leave=True).mark)
    assert audit(at.store, since=mark, reread=reread).clean, "nothing has happened since, either"
    play_a_while(at)
    assert audit(at.store, since=mark, reread=reread).clean
    at.store.close()


def test_a_snapshot_from_before_the_mark_is_the_one_that_was_audited(tmp_path: Path) -> None:
    at = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    at.furnish()
    for _ in range(33):
        at.do(DEALER, "open")
        at.do(SUPERVISOR, "void test")
    copy = Copy(tmp_path / "room.db", through_text(audit(at.store, leave=True).mark))
    at.do(DEALER, "open")
    at.store.close()
    assert copy.found() == []
    copy.change("UPDATE snapshots SET state = replace(state, '\"rounds\":32', '\"rounds\":31')")
    assert "is not the one that was audited" in copy.found(reread=False)[0]


@pytest.fixture
def small_blocks() -> Iterator[None]:
    with patch.object(projection, "BLOCK_SIZE", 8):
        yield


@pytest.mark.usefixtures("small_blocks")
def test_blocks_beside_the_journal_go_on_and_stay_what_they_were(tmp_path: Path) -> None:
    at = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    play_a_while(at)
    unsummed = through_text(audit(at.store, leave=True).mark)
    keep_projections(at.store)
    mark = through_text(audit(at.store, leave=True).mark)
    assert {where: len(seen.hashes) for where, seen in mark.blocks.items()} == dict.fromkeys(KINDS, 4)
    second_half(at)
    keep_projections(at.store)
    whole = audit(at.store, leave=True)
    for since in (unsummed, mark):
        for reread in (True, False):
            on = audit(at.store, since=since, reread=reread, leave=True)
            assert (on.findings, on.mark) == ((), whole.mark)
    at.store.close()
    copy = Copy(tmp_path / "room.db", mark)
    copy.change("UPDATE sums SET came = came + 1 WHERE block = 1 AND kind = 'actor'")
    assert copy.found(reread=False) == ["sums: of entries 9 to 16 are not those that were audited"]


def test_a_mark_that_was_changed_or_is_of_another_key_is_refused(copy: Copy) -> None:
    text, key = copy.mark.to_text(KEY), KEY.public_key()
    for old, new in (('"position":', '"position":1'), ("player/bob", "player/bab"), ("croupier audit 7", "croupier a")):
        with pytest.raises(BadCheckpoint, match="it was changed, or another key"):
            AuditCheckpoint.from_text(text.replace(old, new), key)
    with pytest.raises(BadCheckpoint, match="it was changed, or another key"):
        AuditCheckpoint.from_text(text, Ed25519PrivateKey.generate().public_key())


def test_a_mark_of_another_version_is_refused_in_words(copy: Copy) -> None:
    plain = json.loads(copy.mark.to_text(KEY))
    for change in ({"says": "croupier audit 2"}, {"position": "9"}, {"unheard_of": 1}):
        with pytest.raises(BadCheckpoint, match="audit the whole record once"):
            AuditCheckpoint.from_text(signed({**plain, **change}), KEY.public_key())
    plain["streams"]["table/T1"]["state"] = '{"name":"T1","unheard_of":1}'
    copy.mark = AuditCheckpoint.from_text(signed(plain), KEY.public_key())
    with pytest.raises(BadCheckpoint, match="another version of Croupier"):
        copy.audited()


def signed(plain: dict[str, object]) -> str:
    plain = {name: value for name, value in plain.items() if name != "signature"}
    return canonical({**plain, "signature": KEY.sign(canonical(plain).encode()).hex()})


@pytest.mark.parametrize("text", ["", "{", "[]", "5", '{"signature": 5}', '{"signature": "00"}', "[" * 100_000])
def test_what_is_no_mark_is_refused_in_words(text: str) -> None:
    with pytest.raises(Refused, match=r"no mark of an audit|another key"):
        AuditCheckpoint.from_text(text, KEY.public_key())


def test_nothing_secret_is_in_a_mark(places: tuple[Path, Path, AuditCheckpoint]) -> None:
    _, then, mark = places
    connection = sqlite3.connect(then)
    secrets = [secret for (secret,) in connection.execute("SELECT secret FROM sealed")]
    connection.close()
    assert secrets
    assert not any(secret in mark.to_text(KEY) for secret in secrets)
