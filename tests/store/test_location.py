"""The record of practice lies apart from the room's, on both databases."""

from __future__ import annotations

from store_units import unit

from croupier.store.database import has_practice, practice_url
from croupier.store.journal import open_record, open_store


def test_practice_has_a_record_of_its_own(url: str) -> None:
    with open_store(url) as store:
        assert not has_practice(url), "it is made when somebody practises"
        store.commit(unit("room", "table/T1"))
        store.practice.commit(unit("play", "table/practice-00000000"))
        assert has_practice(url)
        assert (store.position(), store.practice.position()) == (1, 1)
        assert store.streams() == ["table/T1"]
        assert store.practice.streams() == ["table/practice-00000000"]
    with open_record(practice_url(url)) as record:
        assert [entry.command for entry in record.read_all()] == ["play"]
    with open_record(url) as record:
        assert [entry.command for entry in record.read_all()] == ["room"]
    with open_store(url) as store:
        assert store.practice.head("table/practice-00000000").version == 1, "it is there after a restart"
