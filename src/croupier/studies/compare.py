"""A against B: two pay tables, two sets of rules of one's own, or two rule sets of the house, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.games import GAMES
from croupier.lab.bets.designs import design, toml_text
from croupier.lab.work import Progress
from croupier.rules.game import Game
from croupier.rules.own.bet import OwnBet
from croupier.rules.own.file import side_bets_text
from croupier.rules.paytables import Paytable, line_words
from croupier.rules.variants.fields import fields_of, variant_of
from croupier.rules.variants.file import variant_text
from croupier.rules.variants.variant import Variant
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, FormattedFigure, Kind, Value, as_text
from croupier.studies.pictures.picture import AnyPicture, BarChart
from croupier.studies.question import (
    BadQuestion,
    FieldChoice,
    Figures,
    FormField,
    FormValues,
    StudyQuestion,
    game_option,
    options,
)
from croupier.studies.seek import side_tables
from croupier.studies.sides import Thing, base_tables, changed_rules, compare, thing_named
from croupier.studies.words import base_unit, choice_words

_FILES = {"a": "a.toml", "b": "b.toml"}


def fields(game: Game) -> list[FormField]:
    """What stands on either side, with changes."""
    choices = (
        *(FieldChoice(name, name, "Base game") for name in base_tables(game)),
        *(FieldChoice(name, name, "Side bets") for name in side_tables(game)),
        *(FieldChoice(rules.name, rules.title, "Rule sets") for rules in game.rule_sets if len(game.rule_sets) > 1),
    )
    first = choices[0].value
    lines = [field for field in fields_of(variant_of(game, {})) if ".pays." in field] if base_tables(game) else []
    if not lines:
        lines = list(side_tables(game)[first].pays)
    changed = f"{next((line for line in lines if line.endswith('.flush')), lines[0])}: 2 to 1"
    hint = "one a line: a rule of the base game, or of a side bet a line and its pay, such as flush: 7 to 1"
    return [
        FormField("a", "A", first, "choice", choices),
        FormField("b", "B", first, "choice", choices),
        FormField("a_changes", "What A changes", "", "area", hint=hint),
        FormField("b_changes", "What B changes", changed, "area", hint="likewise"),
    ]


def question(game: Game, form: FormValues) -> StudyQuestion:
    """Two things of a game."""
    return Comparison(game, *(_side(game, form, key) for key in ("a", "b")))


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """One of the two: what it is, and the approved name that it has, if nothing was changed."""

    thing: Thing
    name: str


def _side(game: Game, form: FormValues, key: str) -> ComparedSide:
    name, changes = form.text(key), {}
    # Nothing at all is an answer too: the form's example stands only where nobody has said anything.
    text = form.texts.get(f"{key}_changes", next(one.value for one in form.fields if one.key == f"{key}_changes"))
    for line in filter(None, map(str.strip, text.splitlines())):
        field, colon, value = line.partition(":")
        if not colon:
            raise BadQuestion(f"{key}_changes", f"{line!r} says nothing; want a rule and what it says, with a colon")
        changes[field.strip()] = " ".join(value.split())[:200]
    thing = thing_named(game, name)
    if not changes:
        return ComparedSide(thing, name)
    match thing:
        case Variant():
            return ComparedSide(variant_of(game, {**changed_rules(thing), **changes}, key.upper()), "")
        case Paytable():
            return ComparedSide(design(thing, changes, name=key.upper()), "")
        case _:
            raise BadQuestion(f"{key}_changes", "a rule set of the house is as it is; change a game or a side bet")


@dataclass(frozen=True, slots=True)
class Comparison(StudyQuestion):
    """Two things of a game."""

    game: Game
    a: ComparedSide
    b: ComparedSide

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier compare`."""
        sides = (side.name or _FILES[key] for key, side in (("a", self.a), ("b", self.b)))
        return ("compare", *sides, *options(game=game_option(self.game)))

    @property
    def files(self) -> Mapping[str, str]:
        """The sides that were changed, as the files that the command reads."""
        files = {}
        for key, side in (("a", self.a), ("b", self.b)):
            if not side.name:
                thing = side.thing
                match thing:
                    case Variant():
                        files[_FILES[key]] = variant_text(thing)
                    case Paytable():
                        files[_FILES[key]] = toml_text(thing)
                    case OwnBet():
                        files[_FILES[key]] = side_bets_text((thing,))
        return files

    def figures(self, progress: Progress) -> Figures:
        """The figures of both sides."""
        return compare(self.a.thing, self.b.thing, progress)

    def answer(self, figures: Figures) -> FigureAnswer:
        """Side by side."""
        if figures["kind"] == "rules":
            return _rules_answer(figures)
        a, b = figures["a"]["edge"], figures["b"]["edge"]
        better = "B is better for the player" if b < a else "B is better for the house" if b > a else "Both are alike"
        by = "" if a == b else f", by {as_text(abs(b - a) * 100, 'number')} points of house edge"
        words = [f"{better}{by}: {as_text(a, 'percent')} in A, {as_text(b, 'percent')} in B."]
        sheets = [_figures(figures, base_unit(self.game))]
        if figures["kind"] == "game":
            words += _turned_words(figures, self.game)
            sheets += [_streets(figures, self.game), _changed(figures)]
        else:
            sheets.append(_lines(figures))
        return FigureAnswer(
            headline=("House edge, A to B", f"{as_text(a, 'percent', 3)} → {as_text(b, 'percent', 3)}"),
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


def _figures(figures: Mapping[str, Any], unit: str) -> FigureSheet:
    columns = (
        FigureColumn("figure", "figure"), FigureColumn("a", "A", "number"), FigureColumn("b", "B", "number"),
        FigureColumn("difference", "difference", "signed"),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = []
    for key, words, kind in _GAME if figures["kind"] == "game" else _BET:
        a, b = figures["a"][key], figures["b"][key]
        off = (b - a) * (100 if kind == "percent" else 1)
        label = words if kind == "percent" or figures["kind"] == "bet" else f"{words}, {unit}s"
        rows.append((label, FormattedFigure(a, kind), FormattedFigure(b, kind), off or None))
    return FigureSheet("Side by side", columns, rows)


def _streets(figures: Mapping[str, Any], game: Game) -> FigureSheet:
    columns = (
        FigureColumn("street", "street"), FigureColumn("choice", "choice"), FigureColumn("a", "A", "percent", 3),
        FigureColumn("b", "B", "percent", 3), FigureColumn("difference", "points", "signed", 3),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = []
    for street in game.streets:
        one, other = (figures[side]["frequencies"].get(street.key, {}) for side in ("a", "b"))
        for choice in dict.fromkeys((*one, *other)):
            a, b = one.get(choice, 0.0), other.get(choice, 0.0)
            rows.append((street.words, choice_words(choice), a, b, 100 * (b - a)))
    return FigureSheet("How each is played best, in shares of all rounds", columns, rows)


def _turned_words(figures: Mapping[str, Any], game: Game) -> list[str]:
    decisions = figures["decisions"]
    if decisions is not None:
        if not (decisions["preflop"] or decisions["flop"] or decisions["river"]):
            return ["No decision turns: B is played as A is."]
        parts = (("before the flop", "preflop"), ("on the flop", "flop"), ("at the river", "river"))
        changes = ", ".join(f"{as_text(decisions[key], 'percent', 3)} {where}" for where, key in parts)
        cost = as_text(decisions["habit_cost"], "percent")
        return [
            f"Decisions turn in {changes} of rounds. Playing B by the decisions of A would cost {cost} of the Ante."
        ]
    moved = []
    for street in game.streets:
        one, other = (figures[side]["frequencies"].get(street.key, {}) for side in ("a", "b"))
        off = sum(abs(other.get(choice, 0) - one.get(choice, 0)) for choice in {*one, *other}) / 2
        if off > 1e-12:
            moved.append(f"{as_text(off, 'percent', 3)} {street.words}")
    return [f"At least so many rounds are decided otherwise: {', '.join(moved)}."] if moved else [
        "Every choice is made as often in B as in A."
    ]  # fmt: skip


def _changed(figures: Mapping[str, Any]) -> FigureSheet:
    columns = (FigureColumn("rule", "rule"), FigureColumn("a", "A"), FigureColumn("b", "B"))
    one, other = figures["a"]["differences"], figures["b"]["differences"]
    fields = [field for field in dict.fromkeys((*one, *other)) if one.get(field) != other.get(field)]
    rows: list[tuple[Value, ...]] = [(field, one.get(field, "as the house"), other.get(field, "as the house"))
                                     for field in fields]  # fmt: skip
    return FigureSheet("What differs", columns, rows or [("nothing", "", "")])


def _lines(figures: Mapping[str, Any]) -> FigureSheet:
    columns = (
        FigureColumn("line", "line"), FigureColumn("a_pays", "A pays"), FigureColumn("b_pays", "B pays"),
        FigureColumn("a_returns", "returns in A", "percent"), FigureColumn("b_returns", "in B", "percent"),
    )  # fmt: skip
    one, other = ({line["line"]: line for line in figures[side]["lines"]} for side in ("a", "b"))
    rows: list[tuple[Value, ...]] = [
        (line_words(line), *(side[line]["pay"] if line in side else "nothing" for side in (one, other)),
         *(side[line]["contribution"] if line in side else 0.0 for side in (one, other)))
        for line in dict.fromkeys((*one, *other))
    ]  # fmt: skip
    return FigureSheet("Line by line", columns, rows)


def _edges(rows: list[tuple[str, float]], title: str) -> AnyPicture:
    return BarChart(title, [(name, edge, as_text(edge, "percent", 3)) for name, edge in rows], player_gains=False)


def _bet_words(name: str) -> str:
    """A bet in words: `Bad beat BBB-01, lost by a fold` for `bad_beat/BBB-01/lost by fold`."""
    kind, table, *folded = name.split("/")
    words = "Base game" if kind in GAMES else kind.replace("_", " ").capitalize()
    return f"{words} {table}{', lost by a fold' if folded else ''}"


def _rules_answer(figures: Mapping[str, Any]) -> FigureAnswer:
    a, b = ({one["bet"]: one for one in figures[side]["bets"]} for side in ("a", "b"))
    columns = (
        FigureColumn("bet", "bet"),
        FigureColumn("a_edge", "house edge in A", "percent"),
        FigureColumn("b_edge", "in B", "percent"),
        FigureColumn("deviation", "standard deviation", "number", 3),
    )
    names = list(dict.fromkeys((*a, *b)))
    rows: list[tuple[Value, ...]] = [
        (_bet_words(name), *(side[name]["edge"] if name in side else "not offered" for side in (a, b)),
         (a.get(name) or b[name])["standard_deviation"])
        for name in names
    ]  # fmt: skip
    apart = [name for name in names if (name in a) != (name in b)]
    only = f"{len(apart)} {'bet is' if len(apart) == 1 else 'bets are'} offered by one of them only"
    return FigureAnswer(
        headline=("A and B", f"{figures['a']['name']}, {figures['b']['name']}"),
        words=(f"{figures['a']['title']} beside {figures['b']['title']}: {only}.",),
        sheets=(FigureSheet("Every bet that can be priced", columns, rows),),
        pictures=(
            _edges([(_bet_words(name), (a.get(name) or b[name])["edge"]) for name in names], "House edge of every bet"),
        ),
    )
