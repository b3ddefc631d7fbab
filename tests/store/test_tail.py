"""Reading from the end: the same entries and the same money as reading from the beginning."""

from __future__ import annotations

from collections import Counter

from croupier.ledger.accounts import Account
from croupier.store.journal import open_store
from raw_record import soak

LAST = 2**63 - 1


def test_from_the_end_everything_is_what_it_is_from_the_beginning(url: str) -> None:
    with open_store(url) as store:
        soak(store, seed=3, rounds=40, tables=4)
        every = list(store.read_all())
        assert list(store.newest(before=LAST)) == every[::-1]
        assert list(store.oldest(after=0, before=LAST)) == every
        low, high = every[20].position, every[-20].position
        between = [entry for entry in every if low < entry.position < high]
        assert list(store.newest(before=high, after=low)) == between[::-1]
        for stream in ("table/S1", "cage"):
            assert list(store.newest(before=LAST, stream=stream)) == [e for e in every if e.stream == stream][::-1]
        links = [e for e in between if e.stream.startswith(("link/", "shift/"))]
        assert list(store.oldest(after=low, before=high, kinds=("link/", "shift/"))) == links
        actor = every[-1].actor
        assert list(store.newest(before=LAST, actor=actor)) == [e for e in every if e.actor == actor][::-1]
        assert store.entries_by("actor", after=low, before=high) == Counter(e.actor for e in between)
        assert store.entries_by("stream", before=LAST) == Counter(e.stream for e in every)
        assert [store.entry(e.position) for e in every[:5]] == every[:5]
        assert store.entry(len(every) + 1) is None
        assert store.times({low, high}) == {e.position: e.time_ms for e in every if e.position in (low, high)}
        for entry in every[:: len(every) // 40]:
            # Two tables may write at one moment, and the later time come first: a border is a border all the same.
            border = store.position_at(entry.time_ms)
            assert border == 0 or every[border - 1].time_ms < entry.time_ms
            assert every[border].time_ms >= entry.time_ms


def test_an_accounts_movements_from_the_end_are_its_statement_turned_round(url: str) -> None:
    with open_store(url) as store:
        soak(store, seed=3, rounds=40, tables=4)
        for name in ("tray/S1", "cage", "player/S2-p1", "escrow/S1/3", "house"):
            account = Account(name)
            statement = list(store.statement(account))
            assert list(store.movements(account, before=LAST)) == statement[::-1], name
            came_in, went_out = store.turnover(account, after=0, before=LAST)
            assert came_in - went_out == store.balance(account)
            if statement:
                middle = statement[len(statement) // 2][0]
                later = [(at, move) for at, move in statement if at > middle]
                assert list(store.movements(account, before=LAST, after=middle)) == later[::-1]
                sums = store.turnover(account, after=middle, before=LAST)
                assert sums == (
                    sum(move.amount for _, move in later if move.credit == account),
                    sum(move.amount for _, move in later if move.debit == account),
                )
