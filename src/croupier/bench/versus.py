"""A against B: two pay tables, two sets of rules of one's own, or two rule sets of the house, side by side."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from croupier.bench.answer import Answer, Cell, Column, Kind, Sheet, Value, shown
from croupier.bench.asked import BadQuestion, Choice, Field, Given, Progress, Question, Told, options
from croupier.bench.picture import AnyPicture, Ranking
from croupier.bench.seek import choice_words, side_tables
from croupier.bench.words import base_unit
from croupier.errors import Refused
from croupier.lab.bets.designs import design, toml_text
from croupier.rules.game import Game
from croupier.rules.games.uth import BLIND, UTH
from croupier.rules.paytables import Paytable, line_words, parse_paytable, paytable
from croupier.rules.rulesets import RuleSet
from croupier.rules.variants.fields import differences, fields_of, variant_of
from croupier.rules.variants.file import parse_variant, variant_text
from croupier.rules.variants.variant import Variant

Thing: TypeAlias = Variant | Paytable | RuleSet
"""What can be put beside another of its kind: a base game, a side bet's pay table, a rule set of the house."""
_FILES = {"a": "a.toml", "b": "b.toml"}


class NotAlike(Refused):
    """Two things of different kinds, which cannot be put side by side."""


def base_tables(game: Game) -> dict[str, Paytable]:
    """The approved tables of the base game, by name."""
    (bet,) = game.base_tables
    return {name: paytable(name, bet) for rules in game.rule_sets for name in rules.tables[bet]}


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


def thing_in(game: Game, text: str, origin: str) -> Thing:
    """What a TOML file holds: a pay table, or rules of one's own."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{origin} is no TOML: {error}") from None
    if "bet" not in raw:
        return parse_variant(text, origin, game)
    table = parse_paytable(text, origin)
    return _with_table(game, table) if table.bet in game.base_tables else table


def _with_table(game: Game, table: Paytable) -> Variant:
    """The house game with another pay table."""
    house = variant_of(game, {}, table.name)
    fields = {}
    for field in fields_of(house):
        _, pays, line = field.partition(".pays.")
        if pays:
            fields[field] = str(table.pays.get(line, "none"))
    return variant_of(game, fields, table.name)


def fields(game: Game) -> list[Field]:
    """What stands on either side, with changes."""
    choices = (
        *(Choice(name, name, "Base game") for name in base_tables(game)),
        *(Choice(name, name, "Side bets") for name in side_tables(game)),
        *(Choice(rules.name, rules.title, "Rule sets") for rules in game.rule_sets if len(game.rule_sets) > 1),
    )
    first = next(iter(base_tables(game)))
    line = next(field for field in fields_of(variant_of(game, {})) if ".pays." in field)
    changed = f"{line}: 2 to 1" if game is not UTH else "blind.pays.flush: 2 to 1"
    hint = "one a line: a rule of the base game, or of a side bet a line and its pay, such as flush: 7 to 1"
    return [
        Field("a", "A", first, "choice", choices),
        Field("b", "B", first, "choice", choices),
        Field("a_changes", "What A changes", "", "area", hint=hint),
        Field("b_changes", "What B changes", changed, "area", hint="likewise"),
    ]


def question(game: Game, given: Given) -> Question:
    """Two things of a game."""
    return Versus(game, *(_side(game, given, key) for key in ("a", "b")))


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: what it is, and the approved name that it has, if nothing was changed."""

    thing: Thing
    name: str


def _side(game: Game, given: Given, key: str) -> Side:
    name, changes = given.text(key), {}
    # Nothing at all is an answer too: the form's example stands only where nobody has said anything.
    text = given.texts.get(f"{key}_changes", next(one.value for one in given.fields if one.key == f"{key}_changes"))
    for line in filter(None, map(str.strip, text.splitlines())):
        field, colon, said = line.partition(":")
        if not colon:
            raise BadQuestion(f"{key}_changes", f"{line!r} says nothing; want a rule and what it says, with a colon")
        changes[field.strip()] = " ".join(said.split())[:200]
    thing = thing_named(game, name)
    if not changes:
        return Side(thing, name)
    match thing:
        case Variant():
            return Side(variant_of(game, {**_told_apart(thing), **changes}, key.upper()), "")
        case Paytable():
            return Side(design(thing, changes, name=key.upper()), "")
        case _:
            raise BadQuestion(f"{key}_changes", "a rule set of the house is as it is; change a game or a side bet")


def _told_apart(variant: Variant) -> dict[str, str]:
    return {one.field: one.now for one in differences(variant)}


def compared(a: Thing, b: Thing, progress: Progress) -> dict[str, Any]:
    """Two things of a kind, worked out, with what the one does otherwise."""
    match a, b:
        case Variant(), Variant():
            return _games(a, b, progress)
        case Paytable(), Paytable():
            return _bets(a, b)
        case RuleSet(), RuleSet():
            return {"kind": "rules", "a": _prices(a), "b": _prices(b)}
        case _:
            raise NotAlike("A and B are of different kinds; want two of the base game, two side bets or two rule sets")


def _games(a: Variant, b: Variant, progress: Progress) -> dict[str, Any]:
    from croupier.lab.variants.solved import best_play

    found = []
    for at, one in enumerate((a, b)):
        progress(f"solving {one.name}", at / 3)
        told = best_play(one).to_dict()
        results = told.pop("results")
        found.append({"name": one.name, **told, "differences": _told_apart(one), "results": results})
    return {"kind": "game", "a": found[0], "b": found[1], "decisions": _decisions(a, b, progress)}


def _decisions(a: Variant, b: Variant, progress: Progress) -> dict[str, Any] | None:
    """Of Ultimate Texas Hold'em with two Blinds: which decisions turn."""
    if a.base is not UTH or any(not one.startswith("blind.pays.") for one in {**_told_apart(a), **_told_apart(b)}):
        return None
    from croupier.lab.known import solved, spread
    from croupier.lab.uth.compare import changes, habit_of

    progress("looking for decisions that turn", 2 / 3)
    before = solved(a.tables[BLIND])
    return changes(habit_of(before, spread(a.tables[BLIND]).outcome), solved(b.tables[BLIND])).to_dict()


def _bets(a: Paytable, b: Paytable) -> dict[str, Any]:
    from croupier.lab.bets.sidebets import side_bet

    return {"kind": "bet", "a": side_bet(a).to_dict(), "b": side_bet(b).to_dict()}


def _prices(rules: RuleSet) -> dict[str, Any]:
    from croupier.lab.prices import names_of, price

    prices = {name: price(name) for name in names_of(rules)}
    bets = [{"bet": name, "edge": float(one.edge), "standard_deviation": float(one.variance) ** 0.5}
            for name, one in prices.items()]  # fmt: skip
    return {"name": rules.name, "title": rules.title, "bets": bets}


@dataclass(frozen=True, slots=True)
class Versus:
    """Two things of a game."""

    game: Game
    a: Side
    b: Side

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier compare`."""
        sides = (side.name or _FILES[key] for key, side in (("a", self.a), ("b", self.b)))
        return ("compare", *sides, *options(game=None if self.game is UTH else self.game.key))

    @property
    def files(self) -> Mapping[str, str]:
        """Whatever was changed."""
        made = {}
        for key, side in (("a", self.a), ("b", self.b)):
            if not side.name:
                thing = side.thing
                made[_FILES[key]] = variant_text(thing) if isinstance(thing, Variant) else toml_text(thing)  # type: ignore[arg-type]
        return made

    def told(self, progress: Progress) -> Told:
        """Both, worked out."""
        return compared(self.a.thing, self.b.thing, progress)

    def answer(self, told: Told) -> Answer:
        """Side by side."""
        if told["kind"] == "rules":
            return _rules_answer(told)
        key = "edge_of_base_bet" if told["kind"] == "game" else "edge"
        a, b = told["a"][key], told["b"][key]
        better = "B is better for the player" if b < a else "B is better for the house" if b > a else "Both are alike"
        by = "" if a == b else f", by {shown(abs(b - a) * 100, 'number')} points of house edge"
        words = [f"{better}{by}: {shown(a, 'percent')} in A, {shown(b, 'percent')} in B."]
        sheets = [_figures(told, base_unit(self.game))]
        if told["kind"] == "game":
            words += _turned_words(told, self.game)
            sheets += [_streets(told, self.game), _changed(told)]
        else:
            sheets.append(_lines(told))
        return Answer(
            headline=("House edge, A to B", f"{shown(a, 'percent', 3)} → {shown(b, 'percent', 3)}"),
            words=tuple(words),
            sheets=tuple(sheets),
            pictures=(_edges([("A", a), ("B", b)], "House edge"),),
        )


_GAME: tuple[tuple[str, str, Kind], ...] = (
    ("edge_of_base_bet", "house edge", "percent"),
    ("edge_of_action", "of all money bet", "percent"),
    ("average_bet", "average bet", "number"),
    ("standard_deviation", "standard deviation", "number"),
    ("win_chance", "rounds that end ahead", "percent"),
)
_BET: tuple[tuple[str, str, Kind], ...] = (
    ("edge", "house edge", "percent"),
    ("hit_frequency", "hit frequency", "percent"),
    ("standard_deviation", "standard deviation", "number"),
)


def _figures(told: Mapping[str, Any], unit: str) -> Sheet:
    columns = (
        Column("figure", "figure"), Column("a", "A", "number"), Column("b", "B", "number"),
        Column("difference", "difference", "signed"),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = []
    for key, words, kind in _GAME if told["kind"] == "game" else _BET:
        a, b = told["a"][key], told["b"][key]
        off = (b - a) * (100 if kind == "percent" else 1)
        said = words if kind == "percent" or told["kind"] == "bet" else f"{words}, {unit}s"
        rows.append((said, Cell(a, kind), Cell(b, kind), off or None))
    return Sheet("Side by side", columns, rows)


def _streets(told: Mapping[str, Any], game: Game) -> Sheet:
    columns = (
        Column("street", "street"), Column("choice", "choice"), Column("a", "A", "percent", 3),
        Column("b", "B", "percent", 3), Column("difference", "points", "signed", 3),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = []
    for street in game.streets:
        one, other = (told[side]["frequencies"].get(street.key, {}) for side in ("a", "b"))
        for choice in dict.fromkeys((*one, *other)):
            a, b = one.get(choice, 0.0), other.get(choice, 0.0)
            rows.append((street.words, choice_words(choice), a, b, 100 * (b - a)))
    return Sheet("How each is played best, in shares of all rounds", columns, rows)


def _turned_words(told: Mapping[str, Any], game: Game) -> list[str]:
    found = told["decisions"]
    if found is not None:
        if not (found["preflop"] or found["flop"] or found["river"]):
            return ["No decision turns: B is played as A is."]
        parts = (("before the flop", "preflop"), ("on the flop", "flop"), ("at the river", "river"))
        said = ", ".join(f"{shown(found[key], 'percent', 3)} {where}" for where, key in parts)
        cost = shown(found["habit_cost"], "percent")
        return [f"Decisions turn in {said} of rounds. Playing B by the decisions of A would cost {cost} of the Ante."]
    moved = []
    for street in game.streets:
        one, other = (told[side]["frequencies"].get(street.key, {}) for side in ("a", "b"))
        off = sum(abs(other.get(choice, 0) - one.get(choice, 0)) for choice in {*one, *other}) / 2
        if off > 1e-12:
            moved.append(f"{shown(off, 'percent', 3)} {street.words}")
    return [f"At least so many rounds are decided otherwise: {', '.join(moved)}."] if moved else [
        "Every choice is made as often in B as in A."
    ]  # fmt: skip


def _changed(told: Mapping[str, Any]) -> Sheet:
    columns = (Column("rule", "rule"), Column("a", "A"), Column("b", "B"))
    one, other = told["a"]["differences"], told["b"]["differences"]
    fields = [field for field in dict.fromkeys((*one, *other)) if one.get(field) != other.get(field)]
    rows: list[tuple[Value, ...]] = [(field, one.get(field, "as the house"), other.get(field, "as the house"))
                                     for field in fields]  # fmt: skip
    return Sheet("What differs", columns, rows or [("nothing", "", "")])


def _lines(told: Mapping[str, Any]) -> Sheet:
    columns = (
        Column("line", "line"), Column("a_pays", "A pays"), Column("b_pays", "B pays"),
        Column("a_returns", "returns in A", "percent"), Column("b_returns", "in B", "percent"),
    )  # fmt: skip
    one, other = ({line["line"]: line for line in told[side]["lines"]} for side in ("a", "b"))
    rows: list[tuple[Value, ...]] = [
        (line_words(line), *(side[line]["pay"] if line in side else "nothing" for side in (one, other)),
         *(side[line]["contribution"] if line in side else 0.0 for side in (one, other)))
        for line in dict.fromkeys((*one, *other))
    ]  # fmt: skip
    return Sheet("Line by line", columns, rows)


def _edges(rows: list[tuple[str, float]], title: str) -> AnyPicture:
    return Ranking(title, [(name, edge, shown(edge, "percent", 3)) for name, edge in rows], player_gains=False)


def _rules_answer(told: Mapping[str, Any]) -> Answer:
    a, b = ({one["bet"]: one for one in told[side]["bets"]} for side in ("a", "b"))
    columns = (
        Column("bet", "bet"), Column("a_edge", "house edge in A", "percent"), Column("b_edge", "in B", "percent"),
        Column("deviation", "standard deviation", "number", 3),
    )  # fmt: skip
    names = list(dict.fromkeys((*a, *b)))
    rows: list[tuple[Value, ...]] = [
        (name, *(side[name]["edge"] if name in side else "not offered" for side in (a, b)),
         (a.get(name) or b[name])["standard_deviation"])
        for name in names
    ]  # fmt: skip
    apart = [name for name in names if (name in a) != (name in b)]
    only = f"{len(apart)} {'bet is' if len(apart) == 1 else 'bets are'} offered by one of them only"
    return Answer(
        headline=("A and B", f"{told['a']['name']}, {told['b']['name']}"),
        words=(f"{told['a']['title']} beside {told['b']['title']}: {only}.",),
        sheets=(Sheet("Every bet that can be priced", columns, rows),),
        pictures=(_edges([(name, (a.get(name) or b[name])["edge"]) for name in names], "House edge of every bet"),),
    )
