"""What the lab's worker answers about the base game of any game: choices, edges, designs, charts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.cards import cards_text, parse_cards
from croupier.errors import Refused
from croupier.games import GAMES
from croupier.lab.bets.designs import possible_lines
from croupier.lab.known_cards.weighed_choices import WeighedChoices
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable, parse_paytable, paytable
from croupier.studies.words import of_base
from croupier.web.lab.rows import exact, figure, line_row, picture_bytes, win

if TYPE_CHECKING:
    from croupier.lab.games.chart import ChartRow, GameChart, RideRow
    from croupier.lab.games.solution import Solution

_Plain = dict[str, Any]


def choices(
    game: str, own: str, board: str, up: str, seen: str, down: int | None, tables: Mapping[str, str]
) -> Mapping[str, Fraction]:
    """What each choice is worth in base bets, best first, by the pay tables of the table."""
    from croupier.lab.solver import solver

    played = GAMES[game]
    cards = (parse_cards(text) for text in (own, board, up, seen))
    return solver(played).advise(*cards, down=down, designs=_base_tables(played, tables))


def edges(game: str, tables: Mapping[str, str]) -> dict[str, float]:
    """The house edge of the base bet and of every side bet, by spot."""
    from croupier.lab.bets.sidebets import side_bet
    from croupier.lab.solver import solver

    played = GAMES[game]
    edges_by_spot = {played.base: float(solver(played).solve(_base_tables(played, tables)).edge)}
    sides = {spot: _posted(played, spot, name) for spot, name in tables.items() if spot in played.side_bet}
    return edges_by_spot | {spot: float(side_bet(table).edge) for spot, table in sides.items()}


def _base_tables(game: Game, tables: Mapping[str, str]) -> dict[str, Paytable]:
    return {bet: _posted(game, bet, name) for bet, name in tables.items() if bet in game.base_tables}


def _posted(game: Game, bet: str, name: str) -> Paytable:
    """An approved table of a bet, by the names of the spot and of the table."""
    if all(name not in rules.tables.get(bet, ()) for rules in game.rule_sets):
        raise Refused(f"{game.name} has no {bet} table {name!r}")
    side = game.side_bet.get(bet)
    return paytable(name, bet if side is None else side.kind)


def designed(game: str, table: str, approved: str) -> _Plain:
    """The game solved with this table: figures, what each line is worth, and what a round nets."""
    from croupier.lab.games.line_values import line_bets
    from croupier.lab.solver import solver

    game_solver, mine, theirs = solver(GAMES[game]), parse_paytable(table), parse_paytable(approved)
    now, before = game_solver.solve({mine.bet: mine}), game_solver.solve({theirs.bet: theirs})
    figures = _figures(now, before)
    if mine != theirs:
        cost = now.value - game_solver.habit({theirs.bet: theirs})({mine.bet: mine})
        figures.append(figure("habit", f"playing on as before costs, of {of_base(now.game)}", cost, 0, "percent"))
    lines = line_bets(game_solver.habit({mine.bet: mine}), mine, possible_lines(theirs))
    return {
        "figures": figures,
        "exact": exact(now.edge),
        "printed": "",
        "lines": [
            line_row(line, mine, theirs, None, 1, Fraction(0))
            | {"adds": float(adds), "returns": float(adds * win(mine.pays.get(line)))}
            for line, adds in lines.items()
        ],
        "outcomes": [
            {"net": int(net) / now.unit, "deals": int(ways), "chance": int(ways) / now.deals}
            for net, ways in zip(now.net, now.ways, strict=True)
        ],
    }


def _figures(now: Solution, before: Solution) -> list[_Plain]:
    game = now.game
    rows = [
        figure("edge", f"house edge of {of_base(game)}", now.edge, before.edge, "percent"),
        figure("risk", "house edge of all money bet", now.edge_of_action, before.edge_of_action, "percent"),
        figure(
            "deviation", "standard deviation of a round", now.standard_deviation, before.standard_deviation, "antes"
        ),
        figure("average", "average bet of a round", now.average_bet, before.average_bet, "antes"),
        figure("ahead", "rounds that end ahead", now.win_chance, before.win_chance, "percent"),
    ]
    for street in game.streets:
        then, earlier = now.frequencies[street.key], before.frequencies[street.key]
        for action in street.offers:
            choice = str(action)
            if then[choice] or earlier[choice]:
                words = f"{action.did} {street.words}"
                rows.append(figure(f"{street.key}-{choice}", words, then[choice], earlier[choice], "percent"))
    return rows


def chart(game: str, table: str, approved: str) -> _Plain:
    """The chart of a game, street by street, and its strategies in words. The texts of tables are empty where a game
    has none."""
    from croupier.lab.games.chart import RideRow
    from croupier.strategy.language.published import published

    played, charted = GAMES[game], _charted(game, table)
    answer: _Plain = {
        "strategies": [{"title": one.title, "words": list(one.paragraphs)} for one in published(played.key).values()]
    }
    for number, street in enumerate(charted.streets):
        held = [_held_row(row) for row in street.rows if isinstance(row, RideRow)]
        rungs: _Plain = {"columns": list(street.columns), "rungs": [_rung(row) for row in street.rows]}
        if street.starts:
            usual = street if table == approved else _charted(game, approved).streets[number]
            answer["starts"] = [_start(row, was) for row, was in zip(street.rows, usual.rows, strict=True)]
        elif held:
            answer.setdefault("held", []).append({"words": street.street.words, "rows": held})
        elif len(played.streets) == 1:
            answer |= rungs
        else:
            answer.setdefault("streets", []).append({"words": street.street.words, **rungs})
    return answer


def _charted(game: str, table: str) -> GameChart:
    from croupier.lab.solver import solver

    return solver(GAMES[game]).chart(_designs(table))


def _designs(table: str) -> dict[str, Paytable]:
    """The base game's pay table by its text; an empty text changes nothing."""
    mine = parse_paytable(table) if table else None
    return {} if mine is None else {mine.bet: mine}


def _start(row: ChartRow, was: ChartRow) -> _Plain:
    return {
        "hand": row.low,
        "combos": row.hands,
        "best": row.best,
        "was": was.best,
        "values": {choice: float(value) for choice, value in row.values.items()},
        "exact": {choice: exact(value) for choice, value in row.values.items()},
    }


def _rung(row: ChartRow) -> _Plain:
    return {
        "low": row.low,
        "high": row.high,
        "hands": row.hands,
        "shares": [{choice: float(share) for choice, share in shares.items()} for shares in row.shares],
        "values": {choice: float(value) for choice, value in row.values.items()},
    }


def _held_row(row: RideRow) -> _Plain:
    return {
        "words": row.low,
        "example": cards_text(row.example),
        "sets": row.hands,
        "rides": row.rides,
        "least": float(row.least),
        "most": float(row.most),
    }


def draw_chart(game: str, table: str, ending: str) -> bytes:
    """The chart as a file."""
    from croupier.lab.games.chart_drawing import draw_chart

    return picture_bytes(ending, lambda path: draw_chart(_charted(game, table), path))


@dataclass(frozen=True, slots=True)
class _Choices(WeighedChoices):
    choices: Mapping[str, Fraction]
    unseen: Mapping[str, Fraction]


def hand(game: str, table: str, own: str, board: str, up: str, seen: str, down: int | None) -> _Plain:
    """The value of every choice with those cards, and what each mistake costs."""
    from croupier.lab.solver import solver

    played, designs = GAMES[game], _designs(table)
    mine, shared, dealer_up, others = (parse_cards(text) for text in (own, board, up, seen))
    game_solver = solver(played)
    unseen = game_solver.advise(mine, shared, dealer_up, down=down, designs=designs)
    looked = game_solver.advise(mine, shared, dealer_up, others, down=down, designs=designs) if others else unseen
    return {
        "game": game,
        "table": next((one.name for one in designs.values()), ""),
        "own": cards_text(mine),
        "board": cards_text(shared),
        "up": cards_text(dealer_up),
        "seen": cards_text(others),
        "down": down,
        "hand": played.hand_words(mine, shared),
        **_Choices(looked, unseen).weighed(),
    }
