"""A card room made with commands only, as an operator would."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher
from commands import Answer, croupier

import raw_record
from croupier.floor.house import pins
from croupier.store.journal import open_store

PINS = {"sam": "1111", "sue": "2222", "dora": "3333", "ann": "4444", "bob": "5555", "eve": "6666"}


class Desk:
    """Commands on one record. Everybody's PIN is known here."""

    def __init__(self, db: str) -> None:
        self.db = db

    def __call__(self, *arguments: str, by: str | None = None) -> Answer:
        signed = () if by is None else ("--by", by, "--pin", PINS[by])
        return croupier(*arguments, *signed, "--db", self.db)

    def ok(self, *arguments: str, by: str | None = None) -> str:
        answer = self(*arguments, by=by)
        assert (answer.status, answer.err) == (0, ""), answer
        return answer.out

    def refused(self, *arguments: str, by: str | None = None) -> str:
        answer = self(*arguments, by=by)
        assert answer.status == 2, answer
        assert answer.out == ""
        return answer.err.strip()

    def furnish(self, *table: str) -> None:
        """Staff, two players with $500 each, and table T1 with $5,000 in its tray: made once, then copied."""
        file, kind = raw_record.file_of(self.db), ("desk", *table)
        begins = file is not None and not file.exists()
        if file is not None and begins and raw_record.is_made(kind):
            open_store(self.db).close()  # an empty one, as private as any
            raw_record.put_back(kind, file)
            return
        self.ok("staff", "add", "sam", "--role", "admin", "--new-pin", PINS["sam"])
        for name, role in (("sue", "supervisor"), ("dora", "dealer"), ("ann", "player"), ("bob", "player")):
            self.ok("staff", "add", name, "--role", role, "--new-pin", PINS[name], by="sam")
        self.ok("table", "open", "T1", *table, by="sue")
        self.ok("cage", "fund", "100000", by="sue")
        self.ok("cage", "fill", "T1", "5000", by="sue")
        for name in ("ann", "bob"):
            self.ok("cage", "buy-in", name, "500", by="sue")
        if file is not None and begins:
            raw_record.keep(kind, file)


def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real cost of a hash is the point of argon2, and would be the cost of these tests."""
    monkeypatch.setattr(pins, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
