"""What the lab's worker answers about any game but Ultimate Texas Hold'em, which has its own way in `jobs`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from croupier.cards import cards_text, parse_cards
from croupier.errors import Refused
from croupier.games import GAMES
from croupier.lab.bets.designs import possible_lines
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable, parse_paytable, paytable
from croupier.web.lab.rows import base_share, base_unit, drawn, exact, figure, line_row, win

if TYPE_CHECKING:
    from croupier.lab.games.charts.rides import Held
    from croupier.lab.games.solution import Solution
    from croupier.lab.games.solve import Playable, Way

_Plain = dict[str, Any]


def choices(
    game: str, own: str, board: str, up: str, seen: str, down: int | None, tables: Mapping[str, str]
) -> Mapping[str, Fraction]:
    """What each choice is worth in base bets, best first, by the pay tables of the table."""
    from croupier.lab.solver import solver

    played = GAMES[game]
    cards = (parse_cards(text) for text in (own, board, up, seen))
    return solver(played).advise(*cards, down=down, designs=_base_tables(played, tables))


def edges(game: str, tables: Mapping[str, str], of_base: float | None = None) -> dict[str, float]:
    """The house edge of the base bet, unless it is known, and of every side bet, by spot."""
    from croupier.lab.bets.sidebets import side_bet
    from croupier.lab.solver import solver

    played = GAMES[game]
    if of_base is None:
        of_base = float(solver(played).solve(_base_tables(played, tables)).edge)
    found = {played.base: of_base}
    sides = {spot: _posted(played, spot, name) for spot, name in tables.items() if spot in played.side_bet}
    return found | {spot: float(side_bet(table).edge) for spot, table in sides.items()}


def _base_tables(game: Game, tables: Mapping[str, str]) -> dict[str, Paytable]:
    return {bet: _posted(game, bet, name) for bet, name in tables.items() if bet in game.base_tables}


def _posted(game: Game, bet: str, name: str) -> Paytable:
    """An approved table of a bet, by the names of the spot and of the table."""
    if all(name not in rules.tables.get(bet, ()) for rules in game.rule_sets):
        raise Refused(f"{game.name} has no {bet} table {name!r}")
    side = game.side_bet.get(bet)
    return paytable(name, bet if side is None else side.kind)


@lru_cache(maxsize=8)
def _best(game: str, table: Paytable) -> tuple[Playable, Way, Solution]:
    """A game under one pay table, the best way to play it, and what comes of it."""
    from croupier.lab.games.solve import play, playable

    made = playable(GAMES[game], {table.bet: table})
    way: Way = made.best()
    return made, way, play(made, way)


def designed(game: str, table: str, approved: str) -> _Plain:
    """The game solved with this table: figures, what each line is worth, and what a round nets."""
    from croupier.lab.games.solve import play

    mine, theirs = parse_paytable(table), parse_paytable(approved)
    made, way, now = _best(game, mine)
    _, habit, before = _best(game, theirs)
    figures = _figures(now, before)
    if mine != theirs:
        cost = now.value - play(made, habit).value
        figures.append(figure("habit", f"playing on as before costs, of {base_share(now.game)}", cost, 0, "percent"))
    return {
        "figures": figures,
        "exact": exact(now.edge),
        "printed": "",
        "lines": _lines(made, way, mine, theirs),
        "outcomes": [
            {"net": int(net) / now.unit, "deals": int(ways), "chance": int(ways) / now.deals}
            for net, ways in zip(now.net, now.ways, strict=True)
        ],
    }


def _figures(now: Solution, before: Solution) -> list[_Plain]:
    game = now.game
    rows = [
        figure("edge", f"house edge of {base_share(game)}", now.edge, before.edge, "percent"),
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


def _lines(made: Playable, way: Way, mine: Paytable, theirs: Paytable) -> list[_Plain]:
    """What each line pays, what one more to 1 would add, and what it returns, in base bets a round."""
    from croupier.lab.games.charts.lines import line_bets

    lines = possible_lines(theirs)
    found = line_bets(made, way, lines)
    return [
        line_row(line, mine, theirs, None, 1, Fraction(0))
        | {"adds": float(found[line]), "returns": float(found[line] * win(mine.pays.get(line)))}
        for line in lines
    ]


def chart(game: str, table: str, approved: str) -> _Plain:
    """The chart of the game: starting hands, a ladder of hands, or what rides; and strategies in words."""
    from croupier.lab.games.charts.ladder import ladder
    from croupier.lab.games.charts.rides import held
    from croupier.lab.games.charts.starts import starts
    from croupier.lab.games.let_it_ride import LetItRide
    from croupier.lab.games.mississippi import Mississippi
    from croupier.lab.games.one_decision import OneDecision
    from croupier.strategy.language.published import published

    made, way, _ = _best(game, parse_paytable(table))
    told: _Plain = {"strategies": [{"title": one.title, "words": list(one.words)} for one in published(game).values()]}
    match made:
        case Mississippi():
            was = {start.hand: start.best for start in starts(_best_mississippi(game, approved))}
            told["starts"] = [
                {
                    "hand": start.hand,
                    "combos": start.holes,
                    "best": start.best,
                    "was": was[start.hand],
                    "values": {choice: float(value) for choice, value in start.values.items()},
                    "exact": {choice: exact(value) for choice, value in start.values.items()},
                }
                for start in starts(made)
            ]
        case LetItRide():
            told["held"] = [
                {"words": street.words, "rows": [_held_row(one) for one in rows]}
                for street, rows in zip(GAMES[game].streets, held(made), strict=True)
            ]
        case OneDecision():
            climbed = ladder(made, way)  # type: ignore[arg-type]
            told["columns"] = list(climbed.columns)
            told["rungs"] = [
                {
                    "low": rung.low,
                    "high": rung.high,
                    "hands": rung.hands,
                    "shares": [{choice: float(share) for choice, share in shares.items()} for shares in rung.shares],
                }
                for rung in climbed.rungs
            ]
    return told


def _best_mississippi(game: str, approved: str) -> Any:
    return _best(game, parse_paytable(approved))[0]


def _held_row(one: Held) -> _Plain:
    return {
        "words": one.words,
        "example": cards_text(one.example),
        "sets": one.sets,
        "rides": one.rides,
        "least": float(one.least),
        "most": float(one.most),
    }


def hand(game: str, table: str, own: str, board: str, up: str, seen: str, down: int | None) -> _Plain:
    """The value of every choice with those cards, and what each mistake costs."""
    from croupier.strategy.advice import advise

    mine = parse_paytable(table)
    cards = (parse_cards(text) for text in (own, board, up, seen))
    advice = advise(GAMES[game], *cards, down=down, designs={mine.bet: mine})
    return advice.to_dict() | {"table": mine.name}


def draw_chart(game: str, table: str, approved: str, ending: str) -> bytes:
    """The chart as a file."""
    from croupier.lab.charts import draw_bars
    from croupier.lab.games.charts.drawn import draw_ladder, draw_starts

    told = chart(game, table, approved)
    if "starts" in told:
        return drawn(ending, lambda path: draw_starts(told["starts"], path))
    if "rungs" in told:
        return drawn(ending, lambda path: draw_ladder(GAMES[game].name, told["columns"], told["rungs"], path))
    bars = {
        f"{rows['words']}: {row['words']}": row["most"]
        for rows in told["held"]
        for row in rows["rows"]
    }  # fmt: skip
    title = f"{GAMES[game].name}: what a bet that rides is worth, with the best cards of each kind"
    return drawn(ending, lambda path: draw_bars(title, bars, f"in {base_unit(GAMES[game])}s", path))
