"""`croupier play`: rounds at the terminal against the dealer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.choice_options import declarations
from croupier.cli.files import is_file
from croupier.cli.options import GameKey, RulesName
from croupier.cli.parameters import Option
from croupier.cli.paytable_options import chosen_tables, paytable_options, read_paytable
from croupier.cli.tabletop import Tabletop
from croupier.errors import Refused
from croupier.games import chosen_rules
from croupier.money import parse_dollars
from croupier.rules.deal import parse_procedure
from croupier.rules.own.file import parse_side_bets
from croupier.rules.own.meters import own_reference
from croupier.rules.terms import terms
from croupier.rules.wagers import PROGRESSIVE


@app.command()
@paytable_options
def play(
    paytables: dict[str, str],
    game: GameKey = None,
    rules: RulesName = None,
    bankroll: Annotated[str, Option(help="What you sit down with, in dollars.")] = "500",
    seed: Annotated[str | None, Option(help="Any text; the same text deals the same cards again.")] = None,
    procedure: Annotated[str | None, Option(help="hand-held, packet, shoe or shuffler.")] = None,
    side_bet: Annotated[
        list[str] | None, Option(help="A file that declares a side bet of your own (TOML); may be repeated.")
    ] = None,
) -> None:
    """Play at the terminal: your bets, your decisions, every payout with its reason."""
    chosen = chosen_rules(game, rules)
    tables = chosen_tables(dict(chosen.tables), paytables)
    choices: dict[str, object] = {} if procedure is None else {"procedure": parse_procedure(procedure)}
    if is_file(tables.get(PROGRESSIVE, "")):
        tables[PROGRESSIVE] = own_reference(read_paytable(Path(tables[PROGRESSIVE])))
    if side_bet:
        choices["own_bets"] = parse_side_bets(declarations(side_bet), game=chosen.game)
    if PROGRESSIVE in tables:
        choices["progressive_stake"] = 100
    sum_down = parse_dollars(bankroll)
    if sum_down <= 0:
        raise Refused(f"a bankroll of {bankroll!r} buys no chips; want more than $0")
    Tabletop(terms(chosen, tables, **choices), sum_down, seed).run()
