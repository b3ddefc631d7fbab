"""R59: what the house keeps of a wager on a link in the long run, and who answers for one that loses. R42: what a link
is preconfigured with."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from link_room import EVE, MAIN, STAN, SUE, LinkRoom, room_at

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.links.claiming import commit, link_person
from croupier.floor.links.economics import economics, preconfigured_levels
from croupier.floor.links.history import deeds
from croupier.floor.links.terms import link_terms
from croupier.jackpot.office.setup import LosesByDesign, OpenLink, Warned
from croupier.jackpot.terms import NAMED, LinkTerms

LOSING = link_terms("UTH-P01", 100, (replace(MAIN, rate_bp=9_500),))


@pytest.fixture
def at(tmp_path: Path) -> LinkRoom:
    room = room_at(tmp_path)
    room.link_up()
    return room


def test_what_the_house_keeps_is_exact() -> None:
    """R59, by hand: of UTH-P01 at $1 the fixed pays return 50.19 %, the meter takes 28 %, the seeds 1.54 %."""
    kept = economics(link_terms("UTH-P01", 100, (MAIN,)))
    orders = 21 * 10  # which two of seven are own cards, which three of the rest the flop
    deals = 133_784_560 * orders
    royals = Fraction(4 * 10 * 1_081, deals)
    fixed = Fraction(3_000 * 4 * 10 * 1_081 + orders * (250 * 37_260 + 100 * 224_848 + 10 * 3_473_184), deals)
    assert kept.keeps == 1 - fixed - Fraction(28, 100) - royals * 10_000
    assert kept.keeps_ppm == int(kept.keeps * 1_000_000)
    assert kept.top_chance == {"uth": royals}


def test_a_link_that_loses_by_design_is_refused(at: LinkRoom) -> None:
    with pytest.raises(LosesByDesign, match=r"the house would lose 51.73 % of each wager in the long run") as refused:
        at.links.open("pB", LOSING, EVE, "open pB", override="a letter")
    assert refused.value.keeps_ppm == -517_313
    for approver, why in ((EVE, "eve cannot both"), (None, "two people")):
        with pytest.raises(Refused, match=why):
            at.links.open("pB", LOSING, EVE, "open pB", override="a letter", approver=approver)
    with pytest.raises(Refused, match="reference"):
        at.links.open("pB", LOSING, EVE, "open pB", override=" ", approver=STAN)
    assert "pB" not in at.links.desk.names()


def test_two_people_with_a_reference_may_open_it_and_the_entry_names_both(at: LinkRoom) -> None:
    at.links.open("pB", LOSING, EVE, "open pB", override="letter 12", approver=STAN)
    (opened,) = deeds(at.store, "pB")
    assert (opened.by, opened.other) == ("eve", "stan")
    assert "the house keeps -51.73 %" in opened.words
    assert "letter 12" in opened.words
    assert not audit(at.store).findings


def test_a_change_and_a_joining_are_measured_too(at: LinkRoom) -> None:
    at.links.leave("main", "T1", SUE, "leave")
    with pytest.raises(LosesByDesign):
        at.links.configure("main", LOSING, EVE, "worse", override="a letter")
    at.links.configure("main", LOSING, EVE, "worse", override="letter 12", approver=STAN)
    with pytest.raises(LosesByDesign, match="T1"):
        at.links.join("main", "T1", SUE, "join again")
    at.links.join("main", "T1", SUE, "join again", override="letter 13", approver=STAN)
    joined = deeds(at.store, "main")[0]
    assert (joined.kind, joined.by, joined.other) == ("table joined", "sue", "stan")
    assert "letter 13" in joined.words
    assert not audit(at.store).findings


def test_a_link_of_before_keeps_its_terms_and_its_audit(at: LinkRoom) -> None:
    """What was recorded without the figure is decided again without it."""
    before = OpenLink(link="old", terms=LOSING, by=link_person(EVE), override="test")
    commit(at.room, at.links.desk.part("old", before), EVE, "open old", "open link old")
    assert economics(at.links.desk.link("old").terms).keeps < 0
    assert not audit(at.store).findings


def test_an_audit_finds_a_figure_that_was_not_so(at: LinkRoom) -> None:
    forged = OpenLink(link="pB", terms=LOSING, by=link_person(EVE), override="test", keeps_ppm=100_000)
    commit(at.room, at.links.desk.part("pB", forged), EVE, "open pB", "open link pB")
    (found,) = audit(at.store).findings
    assert found.what == "says that the house keeps 10 % of a wager in the long run; it is -51.73 %"


PRECONFIGURED = """
  UTH-P01  | tray  | main 36 3 5000
  UTH-P01  | meter | main 70 7 5000
  MGL-01   | tray  | main 29 3 10000
  MGL-ML01 | tray  | mega 15 1 10000, major 14 1 1000
  MGL-ML03 | tray  | mega 15 1 10000, major 7 1 1000, minor 6 1 300
"""


@pytest.mark.parametrize("stake", [25, 100, 500])
@pytest.mark.parametrize("row", PRECONFIGURED.strip().splitlines())
def test_what_each_pay_table_is_preconfigured_with(row: str, stake: int) -> None:
    """R42: the rates are the same at every stake, and the seeds are multiples of it."""
    name, fixed, words = (cell.strip() for cell in row.split("|"))
    levels = preconfigured_levels(name, stake, fixed_off_meter=fixed == "meter")
    assert [(level.name, level.rate_bp, level.reserve_bp, level.seed) for level in levels] == [
        (level, int(rate) * 100, int(reserve) * 100, int(seed) * stake)
        for level, rate, reserve, seed in (one.split() for one in words.split(","))
    ]
    terms = link_terms(name, stake, levels, fixed_off_meter=fixed == "meter")
    assert economics(terms).keeps >= Fraction(10, 100), "at a full table"
    assert all(level.seed >= terms.largest_fixed for level in levels)


def test_a_link_is_measured_by_what_came_with_the_system_whoever_typed_the_values(at: LinkRoom) -> None:
    """R42, when it is created and when it is changed."""
    typed = link_terms("UTH-P01", 100, (replace(MAIN, rate_bp=4_000, preconfigured_bp=4_000),))
    for act in (at.links.open, at.links.configure):
        name = "other" if act == at.links.open else "main"
        with pytest.raises(Warned, match="40 % is above the preconfigured 36 %") as warned:
            act(name, typed, EVE, f"typed {name}")
        assert r"the seed of $10,000 differs from the preconfigured $5,000" in str(warned.value)
    clean = link_terms("UTH-P01", 100, preconfigured_levels("UTH-P01", 100))
    assert at.links.open("clean", clean, EVE, "clean").terms == at.links.desk.link("clean").terms


def test_todays_return_refuses_nothing(at: LinkRoom) -> None:
    """A meter high enough to give the player the edge is shown, and takes nothing from the house's long run."""

    def at_meter(terms: LinkTerms, cents: int) -> Fraction:
        return economics(terms, {"main": cents}).returns

    terms = link_terms("UTH-P01", 100, (MAIN,))
    assert at_meter(terms, 100_000_000) > 1 > at_meter(terms, 1_000_000)
    assert economics(terms, {"main": 100_000_000}).keeps == economics(terms).keeps


@pytest.mark.parametrize("name", ["MGL-01", "MGL-ML01", "MGL-ML03"])
def test_every_game_of_a_link_has_the_same_chance_of_its_top_award(name: str) -> None:
    """R59: four royals among the five-card hands of one deck, in all ten games; so the house keeps as much in each."""
    worth = economics(link_terms(name, 100, preconfigured_levels(name, 100)))
    assert set(worth.top_chance) == set(NAMED)
    assert set(worth.top_chance.values()) == {Fraction(4, 2_598_960)}
    assert len(set(worth.by_game.values())) == 1
