"""Pay tables side by side with what each costs, and what the rule sets of a game decide differently."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from croupier.lab.prices import base_name, bet_name, is_priced, price
from croupier.money import DOLLAR, Cents, dollars
from croupier.rules.collection import PLAYER_FEE, Schedule, bank_fee
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable, kinds, line_words, paytable
from croupier.rules.posted_tables import posted_pay, posted_table, posted_words
from croupier.rules.rulesets import BankedBy, RuleSet
from croupier.rules.terms import customary_limits
from croupier.rules.wagers import PROGRESSIVE
from croupier.school.makers.dealing import NAMES
from croupier.school.primer.words import primer

_MOST_ACTION: Cents = 1_000 * DOLLAR


class PayColumn(BaseModel):
    """An approved pay table: its name, where it is approved, and what it costs."""

    name: str
    rules: str
    pays: list[str]
    edge: str


class PayTables(BaseModel):
    """The approved pay tables of one bet, side by side."""

    bet: str
    felt: str
    words: str
    lines: list[str]
    columns: list[PayColumn]
    edge_of: str
    """What the edge is a share of; empty where none is worked out here."""
    note: str = ""
    """What stands below the tables."""


class FactRow(BaseModel):
    """What each rule set says of one thing, in the order of the rule sets."""

    name: str
    cells: list[str]


class FeeBand(BaseModel):
    """What a schedule takes from the bank at so much action."""

    schedule: int
    action: str
    bank: str
    players: str


def pay_tables(game: Game) -> list[PayTables]:
    """Every approved pay table of a game, those of one bet side by side, base bets first."""
    bets = dict.fromkeys((*game.base_tables, *(bet.key for bet in game.side_bets), PROGRESSIVE))
    return [tables for bet in bets if (tables := _of_bet(game, bet)).columns]


def _of_bet(game: Game, bet: str) -> PayTables:
    side = game.side_bet.get(bet)
    approved: dict[str, list[str]] = {}
    for rules in game.rule_sets:
        for name in rules.tables.get(bet, ()):
            approved.setdefault(name, []).append(rules.name)
    kind = side.kind if side else bet
    tables = [paytable(name, kind) for name in approved]
    lines = [line for line in kinds()[kind] if any(line in table.pays for table in tables)]
    return PayTables(
        bet=bet,
        felt=game.table_words(bet),
        words=primer(game).spots.get(bet, ""),
        lines=[_line(tables, line) for line in lines],
        columns=[
            PayColumn(
                name=table.name,
                rules=", ".join(approved[table.name]) if len(game.rule_sets) > 1 else "",
                pays=[_pay(table, line) for line in lines],
                edge=_edge(game, bet, table.name),
            )
            for table in tables
        ],
        edge_of=_edge_of(game, bet),
        note=next((note for table in tables if (note := posted_table(table).note)), ""),
    )


def _line(tables: list[Paytable], line: str) -> str:
    """A line as all tables post it; where they mean different cards by it, its short name."""
    words = {posted_words(table, line) for table in tables if line in table.pays}
    return words.pop() if len(words) == 1 else line_words(line)


def _pay(table: Paytable, line: str) -> str:
    if line not in table.pays:
        return "–"
    envy = f" · envy ${table.envy[line]:,}" if line in table.envy else ""
    return posted_pay(table.pays[line]) + envy


def _edge(game: Game, bet: str, name: str) -> str:
    if bet == PROGRESSIVE:
        return ""
    if bet in game.base_tables:
        usual = {base: game.rule_sets[0].tables[base][0] for base in game.base_tables}
        return percent(base_name(game, {**usual, bet: name}))
    return percent(bet_name(game.side_bet[bet].kind, name))


def percent(name: str) -> str:
    """The house edge of a price to the thousandth of a percent; a dash where none is known."""
    return f"{float(price(name).edge):.3%}".replace("%", " %") if is_priced(name) else "–"


def _edge_of(game: Game, bet: str) -> str:
    if bet == PROGRESSIVE:
        return ""
    if bet in game.base_tables:
        return f"House edge of the whole game, of one {game.by_key[game.base].felt} bet, played best"
    return "House edge of this bet"


def rule_facts(game: Game) -> list[FactRow]:
    """What the rule sets of a game decide differently, row by row."""
    columns = [_facts(rules) for rules in game.rule_sets]
    return [FactRow(name=name, cells=[facts[name] for facts in columns]) for name in columns[0]]


def _facts(rules: RuleSet) -> dict[str, str]:
    game, limits = rules.game, customary_limits(rules)
    side = [bet.spot.felt for bet in game.side_bets if rules.offers(bet.key)]
    offered = [*side, *(["Progressive"] if rules.offers(PROGRESSIVE) else [])]
    games = "no limit" if rules.most_games is None else f"{rules.most_games} for one player"
    return {
        "Approved as": rules.title,
        "Who pays": "the house" if rules.banked_by is BankedBy.HOUSE else "a player, who banks the round",
        f"{game.base_label or game.by_key[game.base].felt}".capitalize(): limits.of(game.base).words,
        "Optional bets": ", ".join(offered) or "none",
        "Games at once": games,
        "Largest wager": "no legal limit" if limits.legal is None else dollars(limits.legal),
        "Dealt from": ", ".join(NAMES[procedure] for procedure in rules.procedures),
        "Face up": "where it is approved" if rules.face_up_allowed else "never",
        "On the layout": " ".join(rules.notices) or "the odds alone",
    }


def fee_bands(game: Game) -> list[FeeBand]:
    """What a player-banked game collects, schedule by schedule, in the bands of the action."""
    if all(rules.banked_by is BankedBy.HOUSE for rules in game.rule_sets):
        return []
    return [
        FeeBand(
            schedule=schedule.value,
            action=words,
            bank=dollars(fee),
            players=f"{dollars(PLAYER_FEE)} each" if schedule is Schedule.ONE else "nothing",
        )
        for schedule in Schedule
        for words, fee in _bands(schedule)
    ]


def _bands(schedule: Schedule) -> Iterator[tuple[str, Cents]]:
    """The bands of a schedule. They are found by asking for every whole dollar of action, and for the cent above it."""
    begins: Cents = 0
    for action in range(DOLLAR, _MOST_ACTION, DOLLAR):
        fee = bank_fee(schedule, action)
        if bank_fee(schedule, action + 1) != fee:
            yield (f"above {dollars(begins)}, up to {dollars(action)}" if begins else f"up to {dollars(action)}"), fee
            begins = action
    yield f"above {dollars(begins)}", bank_fee(schedule, _MOST_ACTION)
