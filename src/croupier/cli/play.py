"""`croupier play`: rounds at the terminal against the dealer."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.app import app


@app.command()
def play(
    rules: Annotated[str, typer.Option(help="Rule set: wa-base, wa-2014, wa-2018, wa-lnw or ca.")] = "wa-2018",
    bankroll: Annotated[str, typer.Option(help="What you sit down with, in dollars.")] = "500",
    seed: Annotated[str | None, typer.Option(help="Any text; the same text deals the same cards again.")] = None,
    trips: Annotated[str | None, typer.Option(help="Trips pay table, such as UTH-03.")] = None,
    bad_beat: Annotated[str | None, typer.Option(help="Bad Beat pay table, such as BBB-02.")] = None,
    pairs: Annotated[str | None, typer.Option(help="Pairs pay table, such as UPB-4.")] = None,
    progressive: Annotated[str | None, typer.Option(help="Progressive pay table, such as MGL-01.")] = None,
    procedure: Annotated[str | None, typer.Option(help="hand-held, packet, shoe or shuffler.")] = None,
) -> None:
    """Play at the terminal: your bets, your decisions, every payout with its reason."""
    from croupier.cli.tabletop import Tabletop
    from croupier.errors import Refused
    from croupier.money import parse_dollars
    from croupier.rules.deal import parse_procedure
    from croupier.rules.paytables import Bet
    from croupier.rules.rulesets import ruleset
    from croupier.rules.terms import terms

    chosen = ruleset(rules)
    tables = {bet: offered[0] for bet, offered in chosen.tables.items()}
    named = {Bet.TRIPS: trips, Bet.BAD_BEAT: bad_beat, Bet.PAIRS: pairs, Bet.PROGRESSIVE: progressive}
    tables |= {bet: name for bet, name in named.items() if name is not None}
    choices: dict[str, object] = {} if procedure is None else {"procedure": parse_procedure(procedure)}
    if Bet.PROGRESSIVE in tables:
        choices["progressive_stake"] = 100
    sum_down = parse_dollars(bankroll)
    if sum_down <= 0:
        raise Refused(f"a bankroll of {bankroll!r} buys no chips; want more than $0")
    Tabletop(terms(chosen, tables, **choices), sum_down, seed).run()
