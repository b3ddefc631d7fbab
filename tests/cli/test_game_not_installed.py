"""A record of a game whose package was there once: what needs it is refused in words, or left out and named; the rest
is read and audited."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes

import raw_record
from croupier.games.uth import UTH
from croupier.store.projections import projection
from own_game import admitted


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A card room with a round of Common Third at T1, and one of the house's own game at U1."""
    made = Desk(f"sqlite:///{tmp_path_factory.mktemp('room')}/room.db")
    with pytest.MonkeyPatch.context() as patch:
        cheap_hashes(patch)
        with admitted():
            made.furnish("--game", "common-third")
            made.ok("table", "open", "U1", by="sue")
            made.ok("table", "do", "T1", "sit 1", by="ann")
            for words in ("bet 10 colours 5", "check", "bet1"):
                made.ok("table", "do", "T1", words, by="ann")
            for words in ("sit 1", "bet 10", "bet4", "stand"):
                made.ok("table", "do", "U1", words, by="bob")
            assert made("audit").status == 0
        yield made


MISSING = "no rule set 'common-third': its game is not installed here; install"


@pytest.mark.parametrize("words", ["table show T1", "rounds --table T1", "figures --table T1", "rounds --out x.csv"])
def test_what_needs_the_game_is_refused_in_words(desk: Desk, words: str) -> None:
    assert desk.refused(*words.split()).startswith(f"croupier: {MISSING}")


@pytest.mark.parametrize(
    ("words", "others"),
    [("table list", "U1"), ("rounds", "U1-1"), ("figures", "U1"), ("figures --by game", "Ultimate")],
)
def test_of_a_whole_record_the_other_tables_are_told_and_a_line_says_which_is_left_out(
    desk: Desk, words: str, others: str
) -> None:
    *lines, last = desk.ok(*words.split()).splitlines()
    assert last.startswith(f"T1 is left out: {MISSING}")
    assert any(others in line for line in lines)
    assert not any("T1" in line for line in lines)


def test_so_do_programs_read_it(desk: Desk) -> None:
    for words, key in (("table list", "rounds"), ("rounds", "round")):
        *rows, last = json.loads(desk.ok(*words.split(), "--json"))
        assert {row["table"] for row in rows if key in row} == {"U1"}
        assert (last["table"], last["left_out"].startswith(MISSING)) == ("T1", True)
    figures = json.loads(desk.ok("figures", "--json"))
    assert [row["name"] for row in figures["rows"]] == ["U1"]
    assert [(row["table"], row["why"].startswith(MISSING)) for row in figures["left_out"]] == [("T1", True)]


def test_who_asks_for_a_table_or_a_game_that_is_there_misses_nothing(desk: Desk) -> None:
    for words in ("rounds --game uth", "rounds --table U1", "figures --game uth", "figures --table U1"):
        assert "left out" not in desk.ok(*words.split())
    assert json.loads(desk.ok("figures", "--table", "U1", "--json"))["left_out"] == []


@pytest.mark.parametrize("size", [2, 5, 8])
def test_so_is_what_was_kept_of_it_while_the_game_was_there(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(projection, "BLOCK_SIZE", size)
    file = raw_record.file_of(desk.db)
    assert file is not None
    copy = Desk(f"sqlite:///{shutil.copy(file, tmp_path)}")
    with admitted():
        copy.ok("sums")
        whole = json.loads(copy.ok("figures", "--by", "game", "--json"))
    left = json.loads(copy.ok("figures", "--by", "game", "--json"))
    assert [row["table"] for row in left["left_out"]] == ["T1"]
    assert left["rows"] == [row for row in whole["rows"] if row["name"] == UTH.name]
    assert copy.refused("figures", "--table", "T1").startswith(f"croupier: {MISSING}")
    assert "U1-1" in copy.ok("rounds")


def test_an_order_at_its_table_is_refused_and_nothing_is_written(desk: Desk) -> None:
    before = desk.ok("export").count("\n")
    assert "no rule set 'common-third': its game is not installed here" in desk.refused(
        "table", "do", "T1", "bet 10", by="ann"
    )
    assert desk.ok("export").count("\n") == before


def test_other_tables_are_read_and_played(desk: Desk) -> None:
    desk.ok("table", "do", "U1", "sit 1", by="bob")
    assert "U1" in desk.ok("table", "show", "U1")
    assert desk("rounds", "--table", "U1").status == 0


def test_the_audit_goes_through_all_the_rest_and_says_what_it_cannot_judge(desk: Desk) -> None:
    answer = desk("audit", "--json")
    assert answer.status == 1
    (finding,) = json.loads(answer.out)["findings"]
    assert (finding["entry"], finding["where"]) == (6, "table/T1")
    assert finding["what"].startswith(
        "'open table T1' cannot be judged: no rule set 'common-third': its game is not installed here"
    )


def test_with_the_game_back_the_record_is_clean(desk: Desk) -> None:
    with admitted():
        assert desk("audit").status == 0
        assert "T1-1" in desk.ok("rounds", "--game", "common-third")
