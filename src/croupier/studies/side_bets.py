"""Side bets of one's own, priced line by line in each game that they are declared for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.games import GAMES
from croupier.lab.work import Progress
from croupier.rules.own.bet import OwnBet
from croupier.rules.own.file import side_bets_text
from croupier.rules.paytables import line_words
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, Value, as_text
from croupier.studies.pictures.picture import BarChart
from croupier.studies.question import Figures, StudyQuestion, options
from croupier.studies.solution_sheets import lines_sheet

FILE = "mine.toml"
_MARKED = "It is not an approved bet: a table that offers it is marked so (R50)."


@dataclass(frozen=True, slots=True)
class OwnBets(StudyQuestion):
    """Side bets that somebody has declared; `game` is the key of the one game that is asked about, or none."""

    bets: tuple[OwnBet, ...]
    game: str | None = None

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier edge --side-bet`."""
        return ("edge", *options(game=self.game, side_bet=FILE))

    @property
    def files(self) -> Mapping[str, str]:
        """The declarations."""
        return {FILE: side_bets_text(self.bets)}

    def figures(self, progress: Progress) -> Figures:
        """Each bet in each of its games; one alone as it is, several in a list."""
        from croupier.lab.custom_bets import price_side_bet

        progress("counting", 0.0)
        pairs = [(bet, key) for bet in self.bets for key in bet.games if self.game in (None, key)]
        prices = [price_side_bet(bet, key).to_dict() for bet, key in pairs]
        return prices if len(prices) > 1 else prices[0]

    def answer(self, figures: Figures) -> FigureAnswer:
        """What each comes to, and what each of its lines is worth."""
        prices = figures if isinstance(figures, list) else [figures]
        best = min(prices, key=lambda one: one["edge"])
        title = f"{'House edge' if len(prices) == 1 else 'Lowest house edge'}, {_title(best)}"
        return FigureAnswer(
            headline=(title, as_text(best["edge"], "percent")),
            words=tuple(self._counted(one) for one in prices),
            warnings=tuple(note for one in prices for note in _notes(one)),
            sheets=(_figures(prices), *(lines_sheet(_title(one), one["lines"]) for one in prices)),
            pictures=(_ranking(prices),),
        )

    def _counted(self, one: Mapping[str, Any]) -> str:
        bet = next(bet for bet in self.bets if bet.name == one["name"])
        counted = f"the best {bet.best} of {one['counted']}" if one["counted"] > bet.best else str(one["counted"])
        exact = f"{one['exact']['numerator']:,} / {one['exact']['denominator']:,}"
        marked = "" if bet.cards.house_hand else f" {_MARKED}"
        what = f"{_title(one)}: {bet.cards.words} ({counted}), {one['deals']:,} deals"
        return f"{what}; house edge {exact} exactly.{marked}"


def _title(one: Mapping[str, Any]) -> str:
    return f"{one['name']}, {GAMES[one['game']].name}"


def _notes(one: Mapping[str, Any]) -> list[str]:
    notes = [one["note"]] if one["note"] else []
    if one["edge"] < 0:
        notes.append(f"{one['name']}: the player has the better of it; these pays return more than the bets.")
    never = [line_words(line["line"]) for line in one["lines"] if not line["ways"]]
    return [*notes, *(f"{one['name']}: {line} is met by no deal." for line in never)]


def _figures(prices: list[Mapping[str, Any]]) -> FigureSheet:
    columns = (
        FigureColumn("bet", "bet"), FigureColumn("game", "game"), FigureColumn("edge", "house edge", "percent"),
        FigureColumn("hit_frequency", "hit frequency", "percent"),
        FigureColumn("standard_deviation", "standard deviation", "number"),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = [
        (one["name"], GAMES[one["game"]].name, one["edge"], one["hit_frequency"], one["standard_deviation"])
        for one in prices
    ]
    return FigureSheet("What each comes to", columns, rows)


def _ranking(prices: list[Mapping[str, Any]]) -> BarChart:
    rows = [(_title(one), one["edge"], as_text(one["edge"], "percent", 2)) for one in prices]
    return BarChart("House edge", rows, player_gains=False)
