"""The progressive of a private table: a link of its own in the record of practice, fed and paid in play chips.

It is called like its table, has no other, and is removed with it.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from croupier.errors import Refused
from croupier.floor.roles import PRACTICE_HOST
from croupier.floor.room import Room
from croupier.jackpot.terms import Flow, LinkTerms
from croupier.money import DOLLAR, dollars
from croupier.rules.rulesets import RuleSet
from croupier.rules.wagers import PROGRESSIVE
from croupier.values import replace

STAKE: Final = DOLLAR
"""What the wager is: play chips are few beside a meter."""


def progressives(rules: RuleSet) -> dict[str, str]:
    """The progressives that a private table under these rules may have: by pay table, with what the meters start at."""
    return {name: _words(name) for name in rules.tables.get(PROGRESSIVE, ())}


def _words(name: str) -> str:
    levels = progressive_terms(name).levels
    seeds = [f"{level.name} from {dollars(level.seed)}" for level in levels]
    meters = ", ".join(seeds) if len(levels) > 1 else f"one meter from {dollars(levels[0].seed)}"
    return f"{dollars(STAKE)} a round, {meters} ({name})"


@cache
def progressive_terms(paytable: str) -> LinkTerms:
    """The terms of a private table's progressive, with the rates and seeds that come with the system (R42)."""
    # What a link is worth is counted with the lab, and most private tables have none.
    from croupier.floor.links.economics import preconfigured_levels
    from croupier.floor.links.terms import link_terms

    terms = link_terms(paytable, STAKE, preconfigured_levels(paytable, STAKE), flow=Flow.CARD)
    return replace(terms, play_chips=True)


def check_progressive(rules: RuleSet, paytable: str) -> None:
    """Refuse a progressive that these rules do not have."""
    offered = rules.tables.get(PROGRESSIVE, ())
    if paytable not in offered:
        want = f"want one of {', '.join(offered)}, or none" if offered else "it has none; leave it out"
        raise Refused(f"no progressive {paytable!r} under {rules.name}; {want}")


def open_progressive(room: Room, table: str, paytable: str) -> None:
    """Give a private table its progressive: a link is opened at its seeds, and the table joins it."""
    from croupier.floor.links.control import Links

    links = Links(room)
    links.open(table, progressive_terms(paytable), PRACTICE_HOST, f"progressive/{table}")
    links.join(table, table, PRACTICE_HOST, f"join/{table}")
