"""The terms of a link from a pay table: which lines a meter pays, and which keypad its tables have."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.games import RULE_SETS
from croupier.jackpot.meter import Fixed, Percentage
from croupier.jackpot.terms import NAMED, Flow, Kind, LevelTerms, LinePay, LinkTerms, check_terms
from croupier.money import Cents
from croupier.rules.law import LAW, Law
from croupier.rules.paytables import FIRST_FIVE, OWN_TABLE, For, Share, paytable
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
    if fixed_off_meter and (multi or len(table.levels) != 1):
        raise Refused(f"{name} pays fixed awards from the tray; only same-game links can take them off their one meter")
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
        kind=Kind.MULTI_GAME if multi else Kind.SAME_GAME,
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


def largest_stake(law: Law = LAW) -> Cents | None:
    """The most that a progressive wager may be by the law of every rule set that has one (R11)."""
    most = {law[rules.jurisdiction].largest_wager for rules in RULE_SETS.values() if rules.offers(PROGRESSIVE)}
    return min((cents for cents in most if cents is not None), default=None)


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
