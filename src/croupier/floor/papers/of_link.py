"""What is submitted for one link: its terms, levels and meters, its pay table, its procedure and its components."""

from __future__ import annotations

from typing import Final

from croupier.floor.choices.making import NO_APPROVAL
from croupier.floor.house.choices import HouseChoices
from croupier.floor.papers.paper import Grid, Imprint, Paper, Placard, Section, pay_grid, sections_of
from croupier.jackpot.link import Link
from croupier.jackpot.office.components import component_states, warnings_of
from croupier.jackpot.terms import NAMED, Flow, LevelTerms, LinkKind
from croupier.money import dollars
from croupier.rules.own.meters import table_words
from croupier.rules.paytables import paytable
from croupier.rules.posted_tables import PostedTable, posted_table
from croupier.rules.wagers import PROGRESSIVE
from croupier.school.course import COURSE

USUAL: Final = HouseChoices()
_CHAPTERS = {Flow.KEYED: "keyed", Flow.CARD: "card"}
"""The chapter of the dealer's course that says how a win is claimed."""


def link_paper(
    link: Link, imprint: Imprint, record: str, approval: str = NO_APPROVAL, house: HouseChoices = USUAL
) -> Paper:
    """All that is submitted for a link, as it stands; `approval` is how it stands to its approval (R56)."""
    terms = link.terms
    approved = Section(title="Approvals", facts=(("Internal controls", approval),))
    return Paper(
        title=f"Progressive link {link.id}",
        subtitle=f"{terms.kind.value}, pay table {table_words(terms.paytable)}, {terms.flow.value} flow",
        imprint=imprint,
        reference=approval,
        record=record,
        sections=sections_of(
            Section(title="Posted pay table", grids=(pay_grid(_posted(link)),)), *link_sections(link, house), approved
        ),
    )


def link_placards(link: Link) -> tuple[Placard, ...]:
    """The card of the Progressive, with its envy where there is one (R36)."""
    notice = f"The wager is {dollars(link.terms.stake)}."
    return (Placard(bet=PROGRESSIVE, where=f"Link {link.id}", posted=_posted(link), notices=(notice,)),)


def link_sections(link: Link, house: HouseChoices) -> tuple[Section, ...]:
    """What a paper says of a link: of its own, and of each table that is on it."""
    return (_terms(link, house), _meters(link), _procedure(link), _components(link))


def _posted(link: Link) -> PostedTable:
    name = link.terms.paytable
    return posted_table(paytable(name, PROGRESSIVE), f"Progressive · {table_words(name)}")


def _terms(link: Link, house: HouseChoices) -> Section:
    terms, verified = link.terms, dollars(house.verify_tray_wins_from)
    tray = f"from the tray of the table; a supervisor verifies wins from {verified} on (R44)"
    above = terms.executive_above
    games = ", ".join(NAMED.get(game, game) for game in terms.games or (terms.game,))
    facts = [
        ("Link", f"{link.id}, {terms.kind.value}"),
        ("Wager", f"{dollars(terms.stake)}, gone from the lock on; it needs the base bet"),
        ("Games that may join" if terms.kind is LinkKind.MULTI_GAME else "Game", games),
        ("Tables", ", ".join(sorted(link.tables)) or "none"),
        ("Fixed pays", "off the meter" if terms.all_pays_off_meter else tray),
        ("Flow", terms.flow.value),
    ]
    if above is not None:
        facts.append(("Executive card", f"for a win above {dollars(above)}"))
    head = ("Level", "Contribution", "Reserve", "Seed", "Posted maximum", "Confirmed by")
    rows = tuple(_level(level) for level in terms.levels)
    return Section(
        title="Progressive link",
        facts=tuple(facts),
        grids=(Grid("Levels: contribution and reserve are parts of each wager", head, rows),),
    )


def _meters(link: Link) -> Section:
    rows = tuple((name, dollars(level.cents), dollars(level.reserve)) for name, level in link.levels.items())
    grid = Grid("As they stand on this day", ("Level", "Meter", "Reserve"), rows)
    return Section(title="Meters", grids=(grid,), of_the_day=True)


def _level(level: LevelTerms) -> tuple[str, ...]:
    most = "none" if level.maximum is None else dollars(level.maximum)
    rates = f"{level.rate_bp / 100:g} %", f"{level.reserve_bp / 100:g} %"
    return level.name, *rates, dollars(level.seed), most, f"{level.card.value} or higher"


def _procedure(link: Link) -> Section:
    chapter = COURSE[_CHAPTERS[link.terms.flow]]
    return Section(title=chapter.title, paragraphs=tuple(str(paragraph) for paragraph in chapter.paragraphs))


def _components(link: Link) -> Section:
    states = component_states(link.terms.flow, link.components)
    rows = tuple((state.name, state.version or "not in the register", state.approved) for state in states)
    return Section(
        title="Components",
        grids=(Grid("What the link runs on (R51)", ("Component", "Version", "Approved"), rows),),
        steps=tuple(warnings_of(states)),
    )
