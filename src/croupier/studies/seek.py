"""Which pay gives the edge that is wanted? Of any line of a base game or of a side bet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.games.uth import PAIRS
from croupier.lab.bets.designs import possible_lines
from croupier.lab.work import Progress
from croupier.rules.game import Game
from croupier.rules.own.bet import OwnBet
from croupier.rules.own.file import side_bets_text
from croupier.rules.paytables import Paytable, line_words, paytable
from croupier.rules.variants.fields import differences, fields_of, variant_of
from croupier.rules.variants.file import variant_text
from croupier.rules.variants.variant import Variant, house
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, Value, as_text
from croupier.studies.pictures.picture import AnyPicture, Axis, DotMark, LevelMark, LineMark, Plot, number, share
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
from croupier.studies.solution_sheets import lines_sheet
from croupier.studies.variant import FILE, OwnRules, rules_sheets, rules_words


def side_tables(game: Game) -> dict[str, Paytable]:
    """The approved tables of a game's side bets, by name."""
    return {
        name: paytable(name, bet.kind)
        for bet in game.side_bets
        for rules in game.rule_sets
        for name in rules.tables.get(bet.key, ())
    }


def base_lines(game: Game) -> dict[str, str]:
    """The lines of the base game's pay tables: what a question calls them, and their words."""
    lines = {}
    for field in fields_of(house(game)) if game.bets else ():
        section, pays, line = field.partition(".pays.")
        if pays:
            lines[f"{section}.{line}"] = line_words(line)
    return lines


def _felt(game: Game, section: str) -> str:
    return "All bets" if section == "bets" else game.by_key[section].felt


def fields(game: Game) -> list[FormField]:
    """The line, and the edge."""
    base = tuple(
        FieldChoice(key, words, f"{_felt(game, key.partition('.')[0])}, the whole game solved")
        for key, words in base_lines(game).items()
    )
    sides = tuple(
        FieldChoice(f"{name}.{line}", line_words(line), name)
        for name, table in side_tables(game).items()
        for line in possible_lines(table)
        # How often a line of Pairs comes is known once it is on the table.
        if table.bet != PAIRS or line in table.pays
    )
    lines = {choice.value: choice for choice in (*base, *sides)}
    # A flush is what most people begin with; it is on the Blind, and on most other tables of a base game.
    first = next((key for key in lines if key.endswith(".flush")), next(iter(lines)))
    return [
        FormField("line", "Which pay", first, "choice", tuple(lines.values())),
        FormField("target", "for a house edge of %", "3", "number"),
    ]


def rules_of_form(game: Game, form: FormValues, key: str = "set") -> Variant | None:
    """Rules of one's own, as an address spells them: a field and what it says, line by line; none where the rules of a
    game cannot be varied."""
    if not game.bets and not form.texts.get(key):
        return None
    changes = {}
    for line in filter(None, map(str.strip, form.texts.get(key, "").splitlines())):
        field, colon, text = line.partition(":")
        if not colon:
            raise BadQuestion(key, f"{line!r} says nothing; want field: value, such as ante.unqualified: pays")
        changes[field.strip()] = " ".join(text.split())[:200]
    return variant_of(game, changes, "mine")


def question(game: Game, form: FormValues) -> StudyQuestion:
    """A line of a game, with the rules that the address brings."""
    target = form.percent("target", -1_000, 100)
    return GoalSeek(game, form.text("line"), target, rules_of_form(game, form))


def side_figures(table: Paytable, line: str, target: Fraction) -> dict[str, Any]:
    """A side bet as it is, and the pays of its line around an edge."""
    from croupier.lab.bets.seek import seek_line
    from croupier.lab.bets.sidebets import side_bet

    return {**side_bet(table).to_dict(), "sought": seek_line(table, line, target).to_dict()}


def _own_figures(bet: OwnBet, game: Game, line: str, target: Fraction) -> dict[str, Any]:
    from croupier.lab.custom_bets import price_side_bet, seek_own_line

    price = price_side_bet(bet, game.key)
    return {**price.to_dict(), "sought": seek_own_line(bet, price.cards, line, target).to_dict()}


@dataclass(frozen=True, slots=True)
class GoalSeek(StudyQuestion):
    """A line, and the edge that it is to give, in percent; of a base game, a side bet, or a side bet of one's own."""

    game: Game
    line: str
    target: float
    variant: Variant | None
    bet: OwnBet | None = None

    @property
    def _side(self) -> bool:
        return self.bet is not None or self.line.partition(".")[0] in side_tables(self.game)

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier edge --seek`."""
        own = FILE if self.files else None
        game = None if own and self.bet is None else game_option(self.game)
        file = {"variant": own} if self.bet is None else {"side_bet": own}
        return ("edge", *options(game=game, **file, seek=f"{self.line}={self.target:g}%"))

    @property
    def files(self) -> Mapping[str, str]:
        """The rules, where they are not the house's."""
        if self.bet is not None:
            return {FILE: side_bets_text((self.bet,))}
        own = self.variant is not None and not self._side and differences(self.variant)
        return {FILE: variant_text(self.variant)} if self.variant is not None and own else {}

    def figures(self, progress: Progress) -> Figures:
        """The game or the bet, with the pays around the edge."""
        section, _, line = self.line.partition(".")
        target = Fraction(str(self.target)) / 100
        if self.bet is not None:
            return _own_figures(self.bet, self.game, line, target)
        if self._side:
            return side_figures(side_tables(self.game)[section], line, target)
        from croupier.lab.variants.solve import seek

        assert self.variant is not None, "a line of the base game is one of rules that can be varied"
        figures = OwnRules(self.variant).figures(progress)
        return figures | {"sought": seek(self.variant, f"{section}.pays.{line}", target, progress).to_dict()}

    def answer(self, figures: Figures) -> FigureAnswer:
        """The pays on either side."""
        search = figures["sought"]
        pays = {name: (search[name]["pays"], search[name]["edge"]) for name in ("below", "near", "above")}
        pay_words = [f"{pay} gives {as_text(edge, 'percent')}" for pay, edge in dict.fromkeys(pays.values())]
        line = line_words(self.line.partition(".")[2])
        whole = "" if self._side else " Every one of them is the whole game solved, so decisions follow the pay."
        if self._side or self.variant is None:
            name = figures["paytable"] if self.bet is None else self.bet.name
            now = [f"{name} as it is has a house edge of {as_text(figures['edge'], 'percent')}."]
            sheets = [lines_sheet(f"{name} as it is", figures["lines"])]
        else:
            now, sheets = [*rules_words(self.variant, figures)], [*rules_sheets(self.variant, figures)]
        return FigureAnswer(
            headline=(f"{line[0].upper()}{line[1:]} for {self.target:g} %", pays["near"][0]),
            words=(f"{'; '.join(pay_words)}.{whole}", *now),
            sheets=(_sheet(search), *sheets),
            pictures=(_picture(search, pays, line),),
        )


def _sheet(search: Mapping[str, Any]) -> FigureSheet:
    columns = (
        FigureColumn("pays", "pays"),
        FigureColumn("edge", "house edge", "percent"),
        FigureColumn("off", "off by, points", "signed"),
    )
    # The ends from which it was sought say nothing about the answer.
    tried = [one for one in search["tried"] if abs(one["edge"] - search["target"]) < 1]
    rows: list[tuple[Value, ...]] = [
        (one["pays"], one["edge"], 100 * (one["edge"] - search["target"])) for one in tried
    ]
    near = next(at for at, one in enumerate(tried) if one["pays"] == search["near"]["pays"])
    return FigureSheet("What was tried", columns, rows, frozenset({near}))


def _picture(search: Mapping[str, Any], pays: Mapping[str, tuple[str, float]], line: str) -> AnyPicture:
    tried = {one["pays"]: one["pay"] for one in search["tried"]}
    reach = 2 * max(tried[pays["above"][0]], 1)
    points = [(one["pay"], one["edge"]) for one in search["tried"] if one["pay"] <= reach]
    dots = [
        DotMark(tried[pay], edge, f"{pay}: {as_text(edge, 'percent', 2)}") for pay, edge in dict.fromkeys(pays.values())
    ]
    return Plot(
        f"House edge by what the {line} pays",
        Axis("to 1", number),
        Axis("house edge", share),
        (LevelMark(search["target"], f"wanted: {share(search['target'])}"), LineMark("", points), *dots),
    )
