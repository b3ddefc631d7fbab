"""The terms of a link from a pay table: which lines a meter pays, and which keypad its tables have."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.errors import Refused
from croupier.games import RULE_SETS
from croupier.jackpot.meter import Fixed, Percentage
from croupier.jackpot.terms import NAMED, Flow, LevelTerms, LinePay, LinkKind, LinkTerms, check_terms
from croupier.money import Cents, dollars
from croupier.rules.law import LAW, Law, LegalProfile, unlawful_game
from croupier.rules.paytables import FIRST_FIVE, OWN_TABLE, For, Paytable, Share, paytable
from croupier.rules.wagers import PROGRESSIVE


def link_terms(
    name: str,
    stake: Cents,
    levels: tuple[LevelTerms, ...],
    *,
    flow: Flow | None = None,
    fixed_off_meter: bool = False,
    executive_above: Cents | None = None,
    approval: str = "",
) -> LinkTerms:
    """A link for a progressive pay table. A table of first five cards makes it a Multi-Game Link (R35)."""
    table = paytable(name, PROGRESSIVE)
    multi = table.cards == FIRST_FIVE
    if {level.name for level in levels} != set(table.levels):
        have, want = ", ".join(level.name for level in levels) or "none", ", ".join(table.levels)
        raise Refused(f"{name} pays from {want}, but the link would have {have}; want exactly those levels")
    check_fixed_pays(table, off_meter=fixed_off_meter)
    lines = []
    for line, pay in table.pays.items():
        if isinstance(pay, Share):
            lines.append(LinePay(line, pay.level, Percentage(pay.percent)))
        elif isinstance(pay, For) and fixed_off_meter:
            lines.append(LinePay(line, table.levels[0], Fixed(pay.on(stake))))
    terms = LinkTerms(
        stake=stake,
        levels=tuple(sorted(levels, key=lambda level: table.levels.index(level.name))),
        lines=tuple(lines),
        kind=LinkKind.MULTI_GAME if multi else LinkKind.SAME_GAME,
        games=tuple(NAMED) if multi else (),
        flow=flow or (Flow.CARD if multi else Flow.KEYED),
        game=_game_of(name),
        paytable=name,
        executive_above=executive_above,
        all_pays_off_meter=fixed_off_meter,
        approval=approval.strip(),
        largest_fixed=max((pay.on(stake) for pay in table.pays.values() if isinstance(pay, For)), default=0),
    )
    check_terms(terms)
    return terms


def may_draw_fixed(table: Paytable) -> bool:
    """Whether fixed awards of a pay table can come off its meter (R37): it has one, and is not a Multi-Game Link's."""
    return table.cards != FIRST_FIVE and len(table.levels) == 1


def check_fixed_pays(table: Paytable, *, off_meter: bool) -> None:
    """Refuse fixed awards off the meter where a pay table cannot have that (R37)."""
    if off_meter and not may_draw_fixed(table):
        raise Refused(
            f"{table.name} pays fixed awards from the tray; only same-game links can take them off their one meter"
        )


def largest_stake(law: Law = LAW) -> Cents | None:
    """The most that a progressive wager may be by the law of every rule set that has one (R11)."""
    most = {profile.largest_wager for profile in link_profiles(law)}
    return min((cents for cents in most if cents is not None), default=None)


def link_profiles(law: Law) -> tuple[LegalProfile, ...]:
    """The profiles that bind a link: of every jurisdiction with a rule set that has a progressive wager."""
    places = dict.fromkeys(rules.jurisdiction for rules in RULE_SETS.values() if rules.offers(PROGRESSIVE))
    return tuple(law[place] for place in places if place in law)


def unlawful_stake(terms: LinkTerms, law: Law) -> str | None:
    """Why a link of these terms is outside the law, if it is (R11, R55)."""
    for profile in link_profiles(law):
        most = profile.largest_wager
        if most is not None and terms.stake > most:
            return (
                f"a stake of {dollars(terms.stake)} is above the legal limit of {dollars(most)} for a single wager; "
                f"give the link a stake of that or less (R11){profile.source}"
            )
    return None


def outside_law(terms: LinkTerms, games: Iterable[str], law: Law) -> str | None:
    """Why a link with tables of these games is outside the law, if it is."""
    words = (unlawful_member(terms, game, law) for game in games)
    return unlawful_stake(terms, law) or next(filter(None, words), None)


def unlawful_member(terms: LinkTerms, game: str, law: Law) -> str | None:
    """Why a table of this game may not be on a link of these terms, if so (R35, R55)."""
    if terms.kind is not LinkKind.MULTI_GAME:
        return None
    words = (unlawful_game(game, NAMED.get(game, game), profile) for profile in link_profiles(law))
    return next(filter(None, words), None)


def _game_of(name: str) -> str:
    """The game that a progressive pay table is for; of one that several games share, the first. A table of one's own is
    for those that have one by the same cards."""
    own, cards = name.startswith(OWN_TABLE), paytable(name, PROGRESSIVE).cards
    return next(
        rules.game.key
        for rules in RULE_SETS.values()
        for offered in rules.tables.get(PROGRESSIVE, ())
        if offered == name or (own and paytable(offered, PROGRESSIVE).cards == cards)
    )
