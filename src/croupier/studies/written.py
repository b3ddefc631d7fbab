"""A strategy of one's own, in the strategy language: its exact edge, what it costs, and which rule costs how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.lab.work import Progress
from croupier.rules.game import Game
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, Value, as_text
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
from croupier.studies.words import base_unit, choice_words, of_base

if TYPE_CHECKING:
    from croupier.rules.paytables import Paytable
    from croupier.strategy import Strategy

FILE = "mine.txt"
_BARS = 12
"""Rules that are drawn, the dearest."""


def fields(game: Game) -> list[FormField]:
    """The strategy as text, and those that come with the house to begin with."""
    from croupier.strategy import published

    shipped = published(game.key) or {"mine": _nothing(game)}
    first = next(iter(shipped.values()))
    begin = tuple(FieldChoice(name, one.title or name, fills=str(one)) for name, one in shipped.items())
    return [
        FormField("begin", "Begin with", first.name, "choice", begin),
        FormField("text", "Your strategy", str(first), "area", rows=20,
              hint="one rule a line; the first that fits decides; what no rule fits is checked or folded"),
    ]  # fmt: skip


def _nothing(game: Game) -> Strategy:
    """A strategy to begin with where none comes with the house: the last choice of every street, whatever the cards."""
    from croupier.strategy import Rule, Strategy

    rules = {street.key: (Rule(str(street.offers[-1])),) for street in game.streets}
    return Strategy(game=game.key, name="mine", title="Mine", rules=rules)


def question(game: Game, form: FormValues) -> StudyQuestion:
    """A strategy of a game."""
    from croupier.strategy import parse
    from croupier.strategy.language.tokens import BadStrategy

    text = form.text("text")
    try:
        mine = parse(text, "your strategy", game.key)
    except BadStrategy as bad:
        raise BadQuestion("text", str(bad)) from None
    if mine.game != game.key:
        raise BadQuestion("text", f"this strategy is for {mine.game}; want one for {game.key}, or that game's page")
    return WrittenStrategy(game, mine, text)


@dataclass(frozen=True, slots=True)
class WrittenStrategy(StudyQuestion):
    """A strategy as somebody wrote it; `table` is the base bets' pay table, where it is not the usual one."""

    game: Game
    strategy: Strategy
    text: str = ""
    table: Paytable | None = None

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier strategy --strategy`."""
        return ("strategy", *options(game=game_option(self.game), strategy=FILE))

    @property
    def files(self) -> Mapping[str, str]:
        """The strategy."""
        return {FILE: (self.text or str(self.strategy)).rstrip() + "\n"}

    def figures(self, progress: Progress) -> Figures:
        """Its price, rule by rule, and the card to print."""
        from croupier.strategy import card_svg, price

        progress("playing it over every deal", 0.1)
        priced = price(self.strategy, by_bet(self.table))
        return priced.to_dict() | {"card": card_svg(priced)}

    def answer(self, figures: Figures) -> FigureAnswer:
        """What it costs, and where."""
        return _answer(self.game, figures, (_words(self.game, figures),))


@dataclass(frozen=True, slots=True)
class StrategySearch(StudyQuestion):
    """The best strategy of at most so many rules, of one street or of all."""

    game: Game
    rules: int
    street: str | None = None
    table: Paytable | None = None

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier strategy --search`."""
        table = None if self.table is None else self.table.name
        flags = options(game=game_option(self.game), search=self.rules, street=self.street, paytable=table)
        return ("strategy", *flags)

    def figures(self, progress: Progress) -> Figures:
        """What was found with its card, and the best for every smaller number of rules."""
        from croupier.strategy import card_svg, search

        result = search(self.game.key, self.rules, self.street, by_bet(self.table), progress)
        return result.to_dict() | {"card": card_svg(result.price)}

    def answer(self, figures: Figures) -> FigureAnswer:
        """The strategy as a text of one's own would have it, with its price."""
        only = f"Only {self.street} was searched; on the other streets the best play is taken for granted."
        steps = FigureSheet(
            "By number of rules",
            (FigureColumn("rules", "rules", "whole"), FigureColumn("edge", "house edge", "percent"),
             FigureColumn("cost", "gives up", "percent")),
            [(one["rules"], one["edge"], one["cost"]) for one in figures["steps"]],
        )  # fmt: skip
        lines = [(line,) for line in figures["text"].splitlines()]
        text = FigureSheet(
            "Its text, for a file of your own and --strategy FILE.txt", (FigureColumn("text", ""),), lines
        )
        words = (_words(self.game, figures), *((only,) if self.street is not None else ()))
        return _answer(self.game, figures, words, (text, steps))


def by_bet(table: Paytable | None) -> dict[str, Paytable] | None:
    """A pay table of one's own, by the bet that it is for."""
    return None if table is None else {table.bet: table}


def _words(game: Game, figures: Mapping[str, Any]) -> str:
    edge, best, cost = (as_text(figures[key], "percent") for key in ("edge", "best_edge", "cost"))
    against = f"The best play pays {best}, so its mistakes cost {cost}." if figures["cost"] else (
        "No mistakes: no play is better, to the last deal."
    )  # fmt: skip
    source = f" ({figures['source']})" if figures["source"] else ""
    average = f"{as_text(figures['average_bet'], 'number')} {base_unit(game)}s"
    return (
        f"“{figures['title']}”{source} pays the house {edge} of {of_base(game)}, exactly, over every deal; that is "
        f"{as_text(figures['edge_of_action'], 'percent')} of all money bet, {average} a round. {against}"
    )


def _answer(game: Game, figures: Figures, words: tuple[str, ...], sheets: tuple[FigureSheet, ...] = ()) -> FigureAnswer:
    return FigureAnswer(
        headline=("House edge", as_text(figures["edge"], "percent")),
        words=words,
        sheets=(*sheets, _rules(figures, game), *_mistakes(figures, game)),
        pictures=(_dearest(figures, figures["edge"], figures["best_edge"]),),
    )


def _street_words(game: Game) -> dict[str, str]:
    return {street.key: street.words for street in game.streets}


def _rules(figures: Mapping[str, Any], game: Game) -> FigureSheet:
    columns = (
        FigureColumn("street", "street"), FigureColumn("rule", "rule"), FigureColumn("choice", "choice"),
        FigureColumn("share", "decides, of rounds", "percent", 3), FigureColumn("cost", "costs", "percent", 5),
    )  # fmt: skip
    words = _street_words(game)
    rows: list[tuple[Value, ...]] = [
        (words[one["street"]], one["rule"] or "where no rule fits", choice_words(one["choice"]),
         one["share"], one["cost"])
        for one in figures["used"]
    ]  # fmt: skip
    return FigureSheet("Rule by rule", columns, rows)


def _mistakes(figures: Mapping[str, Any], game: Game) -> tuple[FigureSheet, ...]:
    if not figures["mistakes"]:
        return ()
    columns = (
        FigureColumn("street", "street"),
        FigureColumn("cards", "the dearest hand"),
        FigureColumn("choice", "you"),
        FigureColumn("best", "best"),
        FigureColumn("each", "costs there", "number"),
        FigureColumn("share", "of rounds", "percent", 4),
        FigureColumn("cost", "in all", "percent", 5),
    )
    words = _street_words(game)
    rows: list[tuple[Value, ...]] = []
    for one in figures["mistakes"][:20]:
        example = one["example"]
        up = f" against {example['up']}" if example["up"] else ""
        cards = f"{example['own']}{' on ' if example['board'] else ''}{example['board']}{up}"
        choice, best = choice_words(one["choice"]), choice_words(one["best"])
        rows.append((words[one["street"]], cards, choice, best, example["cost"], one["share"], one["cost"]))
    return (FigureSheet("The dearest mistakes", columns, rows),)


def _dearest(figures: Mapping[str, Any], edge: float, best: float) -> AnyPicture:
    costly = sorted((one for one in figures["used"] if one["cost"]), key=lambda one: -one["cost"])[:_BARS]
    if not costly:
        both = (("your strategy", edge), ("the best play", best))
        return BarChart(
            "House edge", [(name, value, as_text(value, "percent")) for name, value in both], player_gains=False
        )
    rows = [
        (f"{one['rule'] or 'where no rule fits'} ({one['street']})", one["cost"], as_text(one["cost"], "percent", 4))
        for one in costly
    ]  # fmt: skip
    return BarChart("What each rule gives up against the best play", rows, player_gains=False)
