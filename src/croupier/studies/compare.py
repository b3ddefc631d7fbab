"""A against B: two pay tables, two sets of rules of one's own, or two rule sets of the house, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.games import GAMES
from croupier.lab.bets.designs import design, toml_text
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable, line_words
from croupier.rules.variants.fields import fields_of, variant_of
from croupier.rules.variants.file import variant_text
from croupier.rules.variants.variant import Variant
from croupier.studies.answer import Answer, Cell, Column, Kind, Sheet, Value, shown
from croupier.studies.pictures.picture import AnyPicture, Ranking
from croupier.studies.question import BadQuestion, Choice, Field, Given, Progress, Question, Told, game_option, options
from croupier.studies.seek import side_tables
from croupier.studies.sides import Thing, base_tables, compared, thing_named, told_apart
from croupier.studies.words import base_unit, choice_words

_FILES = {"a": "a.toml", "b": "b.toml"}


def fields(game: Game) -> list[Field]:
    """What stands on either side, with changes."""
    choices = (
        *(Choice(name, name, "Base game") for name in base_tables(game)),
        *(Choice(name, name, "Side bets") for name in side_tables(game)),
        *(Choice(rules.name, rules.title, "Rule sets") for rules in game.rule_sets if len(game.rule_sets) > 1),
    )
    first = choices[0].value
    lines = [field for field in fields_of(variant_of(game, {})) if ".pays." in field] if base_tables(game) else []
    if not lines:
        lines = list(side_tables(game)[first].pays)
    changed = f"{next((line for line in lines if line.endswith('.flush')), lines[0])}: 2 to 1"
    hint = "one a line: a rule of the base game, or of a side bet a line and its pay, such as flush: 7 to 1"
    return [
        Field("a", "A", first, "choice", choices),
        Field("b", "B", first, "choice", choices),
        Field("a_changes", "What A changes", "", "area", hint=hint),
        Field("b_changes", "What B changes", changed, "area", hint="likewise"),
    ]


def question(game: Game, given: Given) -> Question:
    """Two things of a game."""
    return Comparison(game, *(_side(game, given, key) for key in ("a", "b")))


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
            return Side(variant_of(game, {**told_apart(thing), **changes}, key.upper()), "")
        case Paytable():
            return Side(design(thing, changes, name=key.upper()), "")
        case _:
            raise BadQuestion(f"{key}_changes", "a rule set of the house is as it is; change a game or a side bet")


@dataclass(frozen=True, slots=True)
class Comparison(Question):
    """Two things of a game."""

    game: Game
    a: Side
    b: Side

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier compare`."""
        sides = (side.name or _FILES[key] for key, side in (("a", self.a), ("b", self.b)))
        return ("compare", *sides, *options(game=game_option(self.game)))

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
        a, b = told["a"]["edge"], told["b"]["edge"]
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
    ("edge", "house edge", "percent"),
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


def _bet_words(name: str) -> str:
    """A bet in words: `Bad beat BBB-01, lost by a fold` for `bad_beat/BBB-01/lost by fold`."""
    kind, table, *folded = name.split("/")
    words = "Base game" if kind in GAMES else kind.replace("_", " ").capitalize()
    return f"{words} {table}{', lost by a fold' if folded else ''}"


def _rules_answer(told: Mapping[str, Any]) -> Answer:
    a, b = ({one["bet"]: one for one in told[side]["bets"]} for side in ("a", "b"))
    columns = (
        Column("bet", "bet"), Column("a_edge", "house edge in A", "percent"), Column("b_edge", "in B", "percent"),
        Column("deviation", "standard deviation", "number", 3),
    )  # fmt: skip
    names = list(dict.fromkeys((*a, *b)))
    rows: list[tuple[Value, ...]] = [
        (_bet_words(name), *(side[name]["edge"] if name in side else "not offered" for side in (a, b)),
         (a.get(name) or b[name])["standard_deviation"])
        for name in names
    ]  # fmt: skip
    apart = [name for name in names if (name in a) != (name in b)]
    only = f"{len(apart)} {'bet is' if len(apart) == 1 else 'bets are'} offered by one of them only"
    return Answer(
        headline=("A and B", f"{told['a']['name']}, {told['b']['name']}"),
        words=(f"{told['a']['title']} beside {told['b']['title']}: {only}.",),
        sheets=(Sheet("Every bet that can be priced", columns, rows),),
        pictures=(
            _edges([(_bet_words(name), (a.get(name) or b[name])["edge"]) for name in names], "House edge of every bet"),
        ),
    )
