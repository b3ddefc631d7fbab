"""R60: what is submitted for a table or a link, and the placards for its felt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier.floor.choices.every import choices
from croupier.floor.choices.making import NO_APPROVAL, chosen, customary
from croupier.floor.links.terms import link_terms
from croupier.floor.papers.html import file_html, paper_html, placards_html
from croupier.floor.papers.of_link import link_paper, link_placards
from croupier.floor.papers.of_table import NOT_KEPT, table_paper, table_placards
from croupier.floor.papers.paper import Imprint, Paper, Section
from croupier.floor.table import Settings, Table
from croupier.games import RULE_SETS, ruleset
from croupier.jackpot.events import LinkOpened, WagersSplit
from croupier.jackpot.link import Link, evolve
from croupier.jackpot.terms import LevelTerms
from croupier.rules.posted_tables import NOT_RETURNED
from croupier.rules.terms import terms
from croupier.rules.wagers import PROGRESSIVE
from high_card import HIGH_CARD, registered

IMPRINT = Imprint(house="Evergreen & Sons", date="2026-11-17", program="croupier")
APPROVED = "approved by WSGC 9"
RECORD = "table/A1, version 1"


def paper_of(settings: Settings, link: Link | None = None, approval: str = NO_APPROVAL) -> Paper:
    return table_paper(Table(name="A1", settings=settings), link, IMPRINT, RECORD, approval)


def section(paper: Paper, title: str) -> Section:
    (one,) = (one for one in paper.sections if one.title == title)
    return one


def grid(of: Section) -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for grid in of.grids for row in grid.rows}


def link_of(paytable: str, *levels: str) -> Link:
    made = link_terms(paytable, 100, tuple(LevelTerms(name=level, rate_bp=1_000, seed=500_000) for level in levels))
    return evolve(None, LinkOpened("L1", made, "sue"))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_paper_has_what_a_licensee_submits(rules: str) -> None:
    settings = customary(ruleset(rules))
    paper, at = paper_of(settings), settings.terms
    titles = [one.title for one in paper.sections]
    assert titles == [
        "Rules of play", "Bets, and who may bet them", "Posted pay tables",
        *(["Notices of the layout"] if at.rules.notices else []),
        "Dealing procedure", "Settings", "Approvals and equipment", "Exact house edges",
    ]  # fmt: skip
    posted = [one.caption.rpartition(" · ")[2] for one in section(paper, "Posted pay tables").grids]
    assert posted == [at.tables[bet] for bet in (*at.game.base_tables, *at.game.side_bet) if bet in at.tables]
    if at.rules.notices:
        assert section(paper, "Notices of the layout").steps == at.rules.notices, "R27a"
    chosen_here = [row[0] for one in section(paper, "Settings").grids for row in one.rows]
    assert chosen_here == [choice.label for choice in choices(at.rules)], "R49"
    priced = [row for one in section(paper, "Exact house edges").grids for row in one.rows]
    assert all("%" in edge for _, _, edge, _ in priced), "the price of every approved bet is kept"
    assert paper.reference == NO_APPROVAL


def test_the_edges_of_a_paper_are_the_exact_ones() -> None:
    edges = grid(section(paper_of(customary(ruleset("wa-2018"))), "Exact house edges"))
    assert edges["Ante and Blind, played best"] == ("BLIND", "2.185 % of one Ante bet", "")
    assert edges["Trips"][1].endswith(" %")
    assert edges["Pairs"] == ("UPB-1", edges["Pairs"][1], "8.90 %"), "beside the printed one"


def test_a_face_up_table_says_so_with_its_reference() -> None:
    settings = chosen(customary(ruleset("wa-2018")), {"face_up": "WSGC 7", "approval": "WSGC 9"})
    paper = paper_of(settings, approval=APPROVED)
    assert dict(section(paper, "Approvals and equipment").facts)["Face-up dealing"] == "WSGC 7"
    assert paper.reference == APPROVED
    assert "Players' cards are dealt face up." in section(paper, "Dealing procedure").paragraphs
    assert any("face up, 3 players" in bet for bet in grid(section(paper, "Exact house edges")))


def test_the_hash_changes_with_what_is_submitted_and_with_nothing_else() -> None:
    settings = customary(ruleset("wa-2018"))
    paper = paper_of(settings)
    later = replace(paper, imprint=replace(IMPRINT, date="2027-01-01"), record="table/A1, version 99")
    assert later.content_hash == paper.content_hash
    assert paper_of(chosen(settings, {"clock": "20"})).content_hash != paper.content_hash


def test_a_link_is_submitted_with_its_terms_components_and_envy() -> None:
    link = link_of("MGL-ML01", "mega", "major")
    paper = link_paper(link, IMPRINT, "link/L1, version 1")
    posted = section(paper, "Posted pay table").grids[0]
    assert posted.head == ("", "Pays", "Envy for $1")
    assert posted.rows[0] == ("royal flush", "100 % of Mega", "$1,000")
    assert posted.note == NOT_RETURNED
    assert grid(section(paper, "Progressive link"))["mega"][:3] == ("10 %", "0 %", "$5,000")
    assert grid(section(paper, "Components"))["Nexus Game Manager"][0] == "not in the register"
    fed = evolve(link, WagersSplit(1_000, {}))
    assert link_paper(fed, IMPRINT, "").content_hash == paper.content_hash, "meters move every day"
    (card,) = link_placards(link)
    assert "Envy for $1" in placards_html([card])


def test_a_table_on_a_link_posts_its_progressive() -> None:
    link = link_of("MGL-01", "main")
    at = terms(ruleset("mississippi"), {**customary(ruleset("mississippi")).terms.tables, PROGRESSIVE: "MGL-01"},
               progressive_stake=100)  # fmt: skip
    settings = Settings(terms=at)
    paper = paper_of(settings, link)
    assert {"Progressive link", "Meters", "Components"} <= {one.title for one in paper.sections}
    assert {"Progressive", "Envy"} <= grid(section(paper, "Bets, and who may bet them")).keys()
    alone = grid(section(paper_of(customary(ruleset("mississippi"))), "Bets, and who may bet them"))
    assert not {"Progressive", "Envy"} & alone.keys(), "off a link there is neither"
    cards = table_placards(Table(name="A1", settings=settings))
    assert [card.bet for card in cards] == ["mississippi", "three_card_bonus", PROGRESSIVE]
    assert cards[0].notices[-1] == "A pair of sixes to tens pushes."
    assert cards[-1].posted.has_envy


def test_a_strangers_game_is_submitted_too() -> None:
    with registered():
        settings = customary(HIGH_CARD.rule_sets[0])
        paper = paper_of(settings)
        assert section(paper, "Rules of play").paragraphs == (HIGH_CARD.about,)
        assert {row[1] for row in grid(section(paper, "Exact house edges")).values()} == {NOT_KEPT}
        assert placards_html(table_placards(Table(name="A1", settings=settings))).count('class="placard"') == 1


def test_one_file_needs_nothing_from_anywhere_and_runs_nothing() -> None:
    hostile = replace(paper_of(customary(ruleset("ca"))), title="<script>alert(1)</script>")
    whole = file_html(hostile.title, paper_html(hostile), "p { color: #111; }")
    assert "<script" not in whole
    assert "src=" not in whole
    assert "href=" not in whole
    assert "Evergreen &amp; Sons" in whole
    assert "player-dealer" in whole
