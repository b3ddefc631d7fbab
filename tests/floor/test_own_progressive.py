"""A progressive pay table of one's own: one word that holds it, a link that runs on it, wins, record and audit."""

from __future__ import annotations

from pathlib import Path

import pytest
from link_room import MAIN, ROYAL, LinkRoom, stacked

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.links.terms import link_terms
from croupier.games import ruleset
from croupier.rules.own.meters import own_reference, own_table, table_words
from croupier.rules.paytables import names, parse_paytable, paytable
from croupier.rules.rulesets import approved_paytable
from croupier.rules.wagers import PROGRESSIVE

DECLARED = parse_paytable((Path(__file__).parents[2] / "examples" / "progressive.toml").read_text())
WORD = own_reference(DECLARED)


def test_the_word_as_it_is_written() -> None:
    assert WORD == (
        "own:Royal_Chase;all_seven;royal_flush_first_five=100%main;royal_flush=10%main;community_royal_flush=1000;"
        "straight_flush=300;four_of_a_kind=75;full_house=9"
    )
    assert table_words(WORD) == "Royal Chase, not an approved pay table"


@pytest.mark.parametrize("name", names(PROGRESSIVE))
def test_a_table_that_says_the_same_as_an_approved_one_pays_the_same(name: str) -> None:
    approved = paytable(name, PROGRESSIVE)
    mine = own_table(own_reference(approved))
    assert (mine.name, mine.pays, mine.envy, mine.cards) == (name, approved.pays, approved.envy, approved.cards)


REFUSED = {
    "own:X": "want the word of a declared one",
    "own:X;all_seven;royal_flush=100": "pays nothing off a meter",
    "own:X;all_seven;royal_flush=100%main;envy.royal_flush=5": "R36",
    "own:X;first_five;royal_flush_first_five=100%main": "no line tells royals apart",
    "own:X;all_seven;four_aces=100%main": "no progressive line is called",
    "own:X;all_seven;royal_flush=200%main": "not a pay",
}


@pytest.mark.parametrize("word", REFUSED)
def test_what_no_link_can_have_is_refused(word: str) -> None:
    with pytest.raises(Refused, match=REFUSED[word]):
        own_table(word)


def test_a_rule_set_takes_the_kinds_of_tables_that_it_has() -> None:
    first_five = own_reference(paytable("MGL-01", PROGRESSIVE))
    assert approved_paytable(ruleset("wa-2014"), PROGRESSIVE, WORD).pays == DECLARED.pays
    assert approved_paytable(ruleset("three-card"), PROGRESSIVE, first_five).name == "MGL-01"
    with pytest.raises(Refused, match="wa-2014 has no progressive by the first five cards"):
        approved_paytable(ruleset("wa-2014"), PROGRESSIVE, first_five)
    with pytest.raises(Refused, match="three-card has no progressive by the all seven cards"):
        approved_paytable(ruleset("three-card"), PROGRESSIVE, WORD)
    with pytest.raises(Refused, match="it has no progressive bet"):
        approved_paytable(ruleset("wa-base"), PROGRESSIVE, WORD)


def test_a_link_runs_on_it_and_its_record_holds_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = LinkRoom(f"sqlite:///{tmp_path}/room.db")
    links = at.link_up(link_terms(WORD, 100, (MAIN,)))
    stacked(monkeypatch, {"T1-1": ROYAL})
    at.sit()
    at.bet("1")
    at.play_out()
    at.restart()
    table = at.room.table("T1")
    assert table.settings.terms.table(PROGRESSIVE).name == "Royal Chase"
    assert [event.line for event in table.round.settled if type(event).__name__ == "MeterWon"] == [  # type: ignore[union-attr]
        "royal_flush_first_five"
    ]
    assert links.desk.link("main").terms.paytable == WORD
    assert audit(at.store).findings == ()
