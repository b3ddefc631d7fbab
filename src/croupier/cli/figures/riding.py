"""What a seat bets and how it decides, as the commands that play rounds are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.lab.bets.stakes import SideStake
    from croupier.lab.uth.decisions import Decisions
    from croupier.rules.paytables import Paytable

TABLE = "TABLE or TABLE=STAKE in Antes; a TOML file will do"


def sides_of(trips: str | None, bad_beat: str | None, pairs: str | None) -> list[SideStake]:
    """The side bets of a seat."""
    from croupier.errors import Refused
    from croupier.games.uth import BAD_BEAT, PAIRS, TRIPS
    from croupier.lab.bets.stakes import SideStake

    if bad_beat is not None and trips is None:
        raise Refused("Bad Beat needs Ante, Blind and Trips (R7); add --trips")
    sides = []
    for bet, text in ((TRIPS, trips), (BAD_BEAT, bad_beat), (PAIRS, pairs)):
        if text is None:
            continue
        name, equals, amount = text.partition("=")
        if equals and not (amount.isascii() and amount.isdigit()):
            raise Refused(f"not a stake: {amount!r}; want whole Antes, such as {name}=2")
        sides.append(SideStake(_table(name, bet), int(amount) if equals else 1))
    return sides


def _table(name: str, bet: Any) -> Paytable:
    from croupier.cli.figures.output import paytable_of
    from croupier.rules.paytables import BadPaytable

    table = paytable_of(name, bet)
    if table.bet != bet:
        raise BadPaytable(f"{name} is a table for {table.bet}; want one for {bet}")
    return table


def decisions_of(strategy: str, blind: Paytable | None) -> Decisions:
    """How a strategy decides everywhere: the best, a readable one, or one in a file."""
    from croupier.cli.figures.output import progress_bar, strategy_of
    from croupier.errors import Refused
    from croupier.strategy.readable import NoSuchStrategy
    from croupier.studies.playing import OPTIMAL, decisions_by

    if strategy == OPTIMAL:
        with progress_bar() as progress:
            return decisions_by(strategy, blind, progress)
    try:
        chosen = strategy_of(strategy)
    except NoSuchStrategy as unknown:
        raise Refused(f"{unknown}, and {OPTIMAL}") from None
    return decisions_by(chosen, None, lambda _words, _share: None)
