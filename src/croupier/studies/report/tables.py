"""Which pay tables a mathematics report tells: those of the rule set, but for what is named, brought or left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from croupier.errors import Refused
from croupier.rules.paytables import Paytable
from croupier.rules.rulesets import RuleSet, approved_paytable

OWN_BETS_FILE: Final = "own-bets.toml"
"""What the file is called in which a report's commands find the side bets of the house's own."""


def tables_of(rules: RuleSet) -> dict[str, tuple[Paytable, ...]]:
    """Every pay table of a rule set, by bet, the customary one first."""
    return {bet: tuple(approved_paytable(rules, bet, name) for name in names) for bet, names in rules.tables.items()}


def chosen_tables(
    rules: RuleSet, names: Sequence[str] = (), own: Sequence[Paytable] = (), without: Sequence[str] = ()
) -> dict[str, tuple[Paytable, ...]]:
    """The pay tables of a rule set, but for bets of which some are named or brought, and those that are left out."""
    approved = tables_of(rules)
    chosen: dict[str, tuple[Paytable, ...]] = {}
    for name in names:
        bets = {bet: one for bet, tables in approved.items() for one in tables if one.name == name}
        if not bets:
            there = ", ".join(dict.fromkeys(table.name for tables in approved.values() for table in tables))
            raise Refused(f"{rules.name} has no pay table {name!r}; it has {there or 'none'}, or want a TOML file")
        for bet, table in bets.items():
            chosen[bet] = (*chosen.get(bet, ()), table)
    kinds = {bet: tables[0].bet for bet, tables in approved.items()}
    for table in own:
        fitting = [bet for bet, kind in kinds.items() if kind == table.bet]
        if not fitting:
            there = ", ".join(kinds.values()) or "none"
            raise Refused(f"{table.name} is a {table.bet} table; {rules.name} has tables for {there}")
        for bet in fitting:
            chosen[bet] = (*chosen.get(bet, ()), table)
    optional = [bet for bet in approved if bet not in rules.game.base_tables]
    for bet in without:
        if bet not in optional:
            raise Refused(f"cannot leave {bet!r} out of {rules.name}; want one of {', '.join(optional) or 'no bet'}")
    return {bet: chosen.get(bet, tables) for bet, tables in approved.items() if bet not in without}
