"""Several writers on one database: whatever one of them remembers, what counts is what stands in the record."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event
from store_units import BRING, unit

from croupier.errors import Refused
from croupier.ledger.accounts import CAGE, CASH, Account, player
from croupier.ledger.balances import Overdrawn
from croupier.money import Cents
from croupier.store.entry import EMPTY, GENESIS, Entry, contents, is_sound
from croupier.store.journal import Store, open_store
from croupier.store.trimming import Cut, trim
from croupier.store.unit import StaleVersion, Unit, Write


@pytest.fixture
def both(url: str) -> Iterator[tuple[Store, Store]]:
    """Two writers, each of which has written at its own table and knows that the other is there."""
    with open_store(url) as one, open_store(url) as two:
        for n in range(2):
            one.commit(unit(f"one {n}", "table/1", expected=n))
            two.commit(unit(f"two {n}", "table/2", expected=n))
        one.refresh()
        yield one, two


def minding(command: str, stream: str, seen: int) -> Unit:
    """A unit that writes at the cage, and only wants another stream to stand where it was seen."""
    mine = unit(command, "cage")
    return replace(mine, writes=(*mine.writes, Write(stream, seen, ())))


def check_whole(store: Store) -> None:
    """That the journal has no gaps, every stream is one chain, and the book is what the entries moved."""
    heads, held = {}, Counter[Account]()
    for position, entry in enumerate(store.read_all(), start=1):
        head = heads.get(entry.stream, EMPTY)
        assert (entry.position, entry.version, entry.previous) == (position, head.version + 1, head.hash)
        assert is_sound(entry)
        heads[entry.stream] = replace(head, version=entry.version, hash=entry.hash)
        for move in contents(entry).transfers:
            held[move.debit] -= move.amount
            held[move.credit] += move.amount
    assert store.heads() == heads
    assert {account: cents for account, cents in store.balances().items() if cents} == {
        account: cents for account, cents in held.items() if cents
    }
    assert all(cents >= 0 for account, cents in held.items() if account.startswith("player/"))


def test_each_goes_on_at_its_own_table_whatever_the_other_writes(both: tuple[Store, Store]) -> None:
    one, two = both
    for n in range(2, 6):
        assert one.commit(unit(f"one {n}", "table/1", expected=n)).version("table/1") == n + 1
        two.commit(unit(f"two {n}", "table/2", expected=n))
    check_whole(one)


def test_a_table_that_the_other_has_moved_on_is_seen_to_have_moved_on(both: tuple[Store, Store]) -> None:
    one, two = both
    two.commit(unit("over", "table/1", expected=2))
    with pytest.raises(StaleVersion, match="you saw version 2, it is at 3"):
        one.commit(unit("late", "table/1", expected=2))
    assert one.commit(unit("again", "table/1", expected=3)).version("table/1") == 4
    check_whole(one)


def test_whoever_shares_the_flush_with_a_mistake_is_answered_all_the_same(both: tuple[Store, Store]) -> None:
    one, two = both
    two.commit(unit("over", "table/1", expected=2, move=BRING))
    asked = [
        unit("late", "table/1", expected=2, move=BRING),
        unit("mine", "table/3", expected=0, move=BRING),
        unit("two 1", "table/2", expected=1),
    ]
    answers = [one.submit(each) for each in asked]
    assert isinstance(answers[0].exception(), StaleVersion)
    assert answers[1].result().version("table/3") == 1
    assert answers[2].result().repeated
    assert one.balance(player("ann")) == 20_000
    check_whole(two)


def test_a_unit_is_refused_for_what_stands_and_not_for_what_is_remembered(both: tuple[Store, Store]) -> None:
    """It would be overdrawn at the version that its server remembers; but that is not the last one."""
    one, two = both
    two.commit(unit("over", "table/1", expected=2))
    with pytest.raises(StaleVersion):
        one.commit(unit("poor", "table/1", expected=2, move=(player("ann"), CAGE, 1)))
    with pytest.raises(Overdrawn):
        one.commit(unit("poor", "table/1", expected=3, move=(player("ann"), CAGE, 1)))


def test_a_stream_that_is_only_minded_is_looked_at(both: tuple[Store, Store]) -> None:
    """Nothing is written there, so no version that stands already could refuse it."""
    one, two = both
    two.commit(unit("over", "table/1", expected=2))
    with pytest.raises(StaleVersion):
        one.commit(minding("minds", "table/1", 2))
    assert one.commit(minding("minds", "table/1", 3)).version("cage") == 1


def test_a_repeated_command_makes_no_head_sure(both: tuple[Store, Store]) -> None:
    one, two = both
    two.commit(unit("over", "table/1", expected=2))
    one.refresh()
    one.refresh()  # now it finds nobody else's writing before its own
    assert one.commit(unit("over", "table/1", expected=2)).repeated
    with pytest.raises(StaleVersion):
        one.commit(minding("minds", "table/1", 2))


def test_what_another_has_moved_is_not_spent_twice(both: tuple[Store, Store]) -> None:
    one, two = both
    one.commit(unit("a", "table/1", expected=2, move=BRING))
    two.commit(unit("b", "table/2", expected=2, move=(player("ann"), CAGE, 9_000)))
    with pytest.raises(Overdrawn):
        one.commit(unit("c", "table/1", expected=3, move=(player("ann"), CAGE, 1_001)))
    two.commit(unit("d", "table/2", expected=3, move=(CASH, player("ann"), 1)))
    one.commit(unit("e", "table/1", expected=3, move=(player("ann"), CAGE, 1_001)))
    assert two.balance(player("ann")) == 0
    check_whole(one)


def test_a_stream_that_another_has_let_go_begins_anew(url: str) -> None:
    with open_store(url) as one, open_store(url) as two:
        for n in range(3):
            one.commit(unit(f"one {n}", "table/gone", expected=n))
            two.commit(unit(f"two {n}", "table/2", expected=n))
        assert trim(two, [Cut("table/gone", 3, 3)], (), "tidy", "trim", 0) == 3
        with pytest.raises(StaleVersion, match="you saw version 3, it is at 0"):
            one.commit(unit("on", "table/gone", expected=3))
        receipt = one.commit(unit("anew", "table/gone", expected=0))
        assert (receipt.entries[0].version, receipt.entries[0].previous) == (1, GENESIS)
        assert one.commit(unit("own", "table/2", expected=3)).version("table/2") == 4


def test_whoever_watches_hears_of_what_they_follow_in_its_order(both: tuple[Store, Store]) -> None:
    one, two = both
    at_two: list[Entry] = []
    at_all: list[Entry] = []
    one.watch(at_two.extend, lambda stream: stream == "table/2")
    one.watch(at_all.extend)
    two.commit(unit("a", "table/2", expected=2))
    two.commit(unit("b", "table/9"))
    one.commit(unit("c", "table/1", expected=2))
    two.commit(unit("d", "table/2", expected=3))
    one.commit(unit("e", "table/2", expected=4))
    assert [entry.command for entry in at_two] == ["a", "d", "e"]
    assert [entry.command for entry in at_all] == ["a", "b", "c", "d", "e"]


def test_bodies_that_nobody_follows_are_not_read(both: tuple[Store, Store]) -> None:
    one, two = both
    read: list[str] = []
    event.listen(one._engine, "before_cursor_execute", lambda *asked: read.append(asked[2]))
    one.watch(lambda _: None, lambda stream: stream == "table/2")
    two.commit(unit("a", "table/9", move=BRING))
    one.commit(unit("b", "table/1", expected=2, move=BRING))
    assert not any("body" in statement for statement in read)
    two.commit(unit("c", "table/2", expected=2))
    one.refresh()
    assert any("body" in statement for statement in read)


def test_whoever_watches_money_hears_what_an_account_holds_or_that_another_moved_it(both: tuple[Store, Store]) -> None:
    one, two = both
    heard: list[Mapping[Account, Cents | None]] = []
    one.watch_money(heard.append)
    one.commit(unit("a", "table/1", expected=2, move=BRING))
    two.commit(unit("b", "table/2", expected=2, move=(player("ann"), CAGE, 1)))
    one.commit(unit("c", "table/1", expected=3, move=(CASH, player("bob"), 1)))
    one.refresh()
    assert heard == [
        {CASH: -10_000, player("ann"): 10_000},
        {player("ann"): None, CAGE: None, CASH: -10_001, player("bob"): 1},
    ]


@pytest.mark.parametrize("seed", range(4))
def test_any_order_of_two_writers_comes_to_what_one_would(url: str, seed: int) -> None:
    """Each step is taken by either, in a flush with others or alone; every answer is as the record stands then."""
    chance = random.Random(seed)
    versions, held, done = Counter[str](), Counter[str](), dict[str, Unit]()
    with open_store(url) as one, open_store(url) as two:
        for n in range(50):
            stream, name = chance.choice(["table/1", "table/2", "cage"]), chance.choice("ab")
            seen = chance.choice([None, versions[stream], versions[stream], versions[stream] - 1])
            cents = chance.randint(1, 300)
            comes = chance.random() < 0.5
            move = (CASH, player(name), cents) if comes else (player(name), CASH, cents)
            asked = unit(f"c{n}", stream, seen if seen != -1 else None, move=move)
            if done and chance.random() < 0.15:
                asked = done[chance.choice(sorted(done))]
            store = chance.choice([one, two])
            answer = store.submit(asked)
            match answer.exception():
                case StaleVersion() as stale:
                    assert asked.writes[0].expected == versions[stream] - 1
                    assert stale.actual == versions[stream]
                case Overdrawn():
                    assert held[name] < cents
                    assert not comes
                case None:
                    receipt = answer.result()
                    assert receipt.repeated == (asked.command in done)
                    if not receipt.repeated:
                        assert seen in (None, -1, versions[stream])
                        versions[stream] += 1
                        held[name] += cents if comes else -cents
                        assert receipt.version(stream) == versions[stream]
                    done[asked.command] = asked
                case other:
                    raise other
        check_whole(chance.choice([one, two]))


CLERK = """
import sys
sys.path.insert(0, sys.argv[1])
from test_several_writers import clerk
clerk(sys.argv[2], sys.argv[3])
"""


def clerk(url: str, name: str) -> None:
    """Write at a table of one's own and at the cage, with money that the others move too; say what was refused."""
    refused = Counter[str]()
    with open_store(url) as store:
        answers = []
        for n in range(60):
            own = unit(f"{name} {n}", f"table/{name}", n, move=(CASH, player("ann"), 7))
            shared = unit(f"{name} out {n}", "cage", move=(player("ann"), CAGE, 10))
            answers += [store.submit(own), store.submit(shared)]
            if n % 4 == 3:
                for answer in answers:
                    why = answer.exception()
                    assert why is None or isinstance(why, Refused)
                    refused[type(why).__name__] += 1
                answers.clear()
    print(json.dumps(refused))


def test_processes_that_write_at_once_lose_nothing_and_overdraw_nobody(url: str) -> None:
    names, tests = ("one", "two"), str(Path(__file__).parent)
    with open_store(url) as store:
        clerks = [
            subprocess.Popen([sys.executable, "-c", CLERK, tests, url, name], stdout=subprocess.PIPE, text=True)
            for name in names
        ]
        said = [json.loads(each.communicate(timeout=120)[0]) for each in clerks]
        assert all(set(each) <= {"NoneType", "Overdrawn"} for each in said)
        written = sum(each["NoneType"] for each in said)
        assert store.position() == written
        assert [store.head(f"table/{name}").version for name in names] == [60, 60]
        check_whole(store)
