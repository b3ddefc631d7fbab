"""A record of a game whose package was there once: what needs it is refused in words, the rest is read and audited."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from card_room_commands import Desk, cheap_hashes

from own_game import admitted


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A card room with a round of Common Third at T1, and a table of the house's own game beside it."""
    made = Desk(f"sqlite:///{tmp_path_factory.mktemp('room')}/room.db")
    with pytest.MonkeyPatch.context() as patch:
        cheap_hashes(patch)
        with admitted():
            made.furnish("--game", "common-third")
            made.ok("table", "open", "U1", by="sue")
            made.ok("table", "do", "T1", "sit 1", by="ann")
            for words in ("bet 10 colours 5", "check", "bet1"):
                made.ok("table", "do", "T1", words, by="ann")
            assert made("audit").status == 0
        yield made


@pytest.mark.parametrize("words", ["table list", "table show T1", "rounds", "figures"])
def test_what_needs_the_game_is_refused_in_words(desk: Desk, words: str) -> None:
    said = desk.refused(*words.split())
    assert said.startswith("croupier: no rule set 'common-third': its game is not installed here; install")


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
