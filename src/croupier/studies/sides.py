"""What can be put beside another of its kind, and both of them worked out."""

from __future__ import annotations

import tomllib
from typing import Any, TypeAlias

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.games.uth import BLIND, UTH
from croupier.lab.work import Progress
from croupier.rules.game import Game
from croupier.rules.own.bet import OwnBet
from croupier.rules.own.file import parse_side_bet
from croupier.rules.paytables import Paytable, parse_paytable, paytable
from croupier.rules.rulesets import RuleSet
from croupier.rules.variants.fields import differences, fields_of, variant_of
from croupier.rules.variants.file import parse_variant
from croupier.rules.variants.variant import Variant
from croupier.studies.seek import side_tables

Thing: TypeAlias = Variant | Paytable | OwnBet | RuleSet
"""What can be put beside another of its kind: a base game, a side bet of the house or one's own, a rule set."""


class NotAlike(Refused):
    """Two things of different kinds, which cannot be put side by side."""


def base_tables(game: Game) -> dict[str, Paytable]:
    """The approved tables of the base game, by name; none where its bets are settled by a function of its own, so that
    there is no other game with another table."""
    if not game.bets:
        return {}
    return {
        name: paytable(name, bet) for bet in game.base_tables for rules in game.rule_sets for name in rules.tables[bet]
    }


def thing_named(game: Game, name: str) -> Thing:
    """What an approved name stands for: a table of the base game, of a side bet, or a rule set."""
    if name in (base := base_tables(game)):
        return _with_table(game, base[name])
    if name in (sides := side_tables(game)):
        return sides[name]
    for rules in game.rule_sets:
        if rules.name == name:
            return rules
    there = [*base, *sides, *(rules.name for rules in game.rule_sets)]
    raise Refused(f"nothing in {game.name} is called {name!r}; there are {', '.join(there)}, or a TOML file")


def games_named(name: str) -> list[Game]:
    """The games in which an approved name stands for something."""
    return [
        game
        for game in GAMES.values()
        if name in base_tables(game) or name in side_tables(game) or name in (rules.name for rules in game.rule_sets)
    ]


def games_in(text: str, origin: str) -> list[Game]:
    """The games that a TOML file may be about: the one that it names, or those that have its bet."""
    raw = _toml(text, origin)
    if "bet" in raw:
        bets = ((game, (*game.base_tables, *(bet.kind for bet in game.side_bets))) for game in GAMES.values())
        return [game for game, kinds in bets if raw["bet"] in kinds]
    if _declares_bets(raw):
        return [GAMES[key] for key in parse_side_bet(text, origin).games]
    return [parse_variant(text, origin).base]


def thing_in(game: Game, text: str, origin: str) -> Thing:
    """What a TOML file holds: a pay table, a side bet or rules of one's own."""
    raw = _toml(text, origin)
    if _declares_bets(raw):
        return parse_side_bet(text, origin, game)
    if "bet" not in raw:
        return parse_variant(text, origin, game)
    table = parse_paytable(text, origin)
    return _with_table(game, table) if table.bet in game.base_tables else table


def _toml(text: str, origin: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(f"{origin} is no TOML: {error}") from None


def _declares_bets(raw: dict[str, Any]) -> bool:
    """Whether each of its tables says which cards count, as a side bet of one's own does."""
    return bool(raw) and all(isinstance(one, dict) and "cards" in one for one in raw.values())


def _with_table(game: Game, table: Paytable) -> Variant:
    """The house game with another pay table."""
    house = variant_of(game, {}, table.name)
    fields = {}
    for field in fields_of(house):
        _, pays, line = field.partition(".pays.")
        if pays:
            fields[field] = str(table.pays.get(line, "none"))
    return variant_of(game, fields, table.name)


def changed_rules(variant: Variant) -> dict[str, str]:
    """The rules that are not as in the house game, and what they say."""
    return {one.field: one.now for one in differences(variant)}


def compare(a: Thing, b: Thing, progress: Progress) -> dict[str, Any]:
    """Two things of a kind, worked out, with what the one does otherwise."""
    match a, b:
        case Variant(), Variant():
            return _games(a, b, progress)
        case ((Paytable() | OwnBet()), (Paytable() | OwnBet())):
            return {"kind": "bet", "a": _bet(a), "b": _bet(b)}
        case RuleSet(), RuleSet():
            return {"kind": "rules", "a": _prices(a), "b": _prices(b)}
        case _:
            raise NotAlike("A and B are of different kinds; want two of the base game, two side bets or two rule sets")


def _games(a: Variant, b: Variant, progress: Progress) -> dict[str, Any]:
    from croupier.lab.variants.solve import best_play

    games = []
    for at, one in enumerate((a, b)):
        progress(f"solving {one.name}", at / 3)
        report = best_play(one, _third(progress, at)).to_dict()
        results = report.pop("results")
        games.append({"name": one.name, **report, "differences": changed_rules(one), "results": results})
    return {"kind": "game", "a": games[0], "b": games[1], "decisions": _decisions(a, b, progress)}


def _third(progress: Progress, done: int) -> Progress:
    """The progress of one of three parts, after so many."""
    return lambda words, share: progress(words, (done + share) / 3)


def _decisions(a: Variant, b: Variant, progress: Progress) -> dict[str, Any] | None:
    """Of Ultimate Texas Hold'em with two Blinds: which decisions turn."""
    if a.base is not UTH or any(not one.startswith("blind.pays.") for one in {**changed_rules(a), **changed_rules(b)}):
        return None
    from croupier.lab.solution_cache import cached_distribution, cached_solution
    from croupier.lab.uth.compare import changes, habit_of

    progress("looking for decisions that turn", 2 / 3)
    before = cached_solution(a.tables[BLIND])
    return changes(
        habit_of(before, cached_distribution(a.tables[BLIND]).outcome), cached_solution(b.tables[BLIND])
    ).to_dict()


def _bet(bet: Paytable | OwnBet) -> dict[str, Any]:
    from croupier.lab.bets.sidebets import side_bet
    from croupier.lab.custom_bets import price_side_bet

    return side_bet(bet).to_dict() if isinstance(bet, Paytable) else price_side_bet(bet).priced.to_dict()


def _prices(rules: RuleSet) -> dict[str, Any]:
    from croupier.lab.prices import names_of, price

    prices = {name: price(name) for name in names_of(rules)}
    bets = [{"bet": name, "edge": float(one.edge), "standard_deviation": float(one.variance) ** 0.5}
            for name, one in prices.items()]  # fmt: skip
    return {"name": rules.name, "title": rules.title, "bets": bets}
