"""Side bets of one's own, priced line by line in each game that they are declared for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.games import GAMES
from croupier.rules.own.bet import OwnBet
from croupier.rules.own.file import side_bets_text
from croupier.rules.paytables import line_words
from croupier.studies.answer import Answer, Column, Sheet, Value, shown
from croupier.studies.pictures.picture import Ranking
from croupier.studies.question import Progress, Question, Told, options
from croupier.studies.solved import lines_sheet

FILE = "mine.toml"
_MARKED = "It is not an approved bet: a table that offers it is marked so (R50)."


@dataclass(frozen=True, slots=True)
class OwnBets(Question):
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

    def told(self, progress: Progress) -> Told:
        """Each bet in each of its games; one alone as it is, several in a list."""
        from croupier.lab.custom_bets import price_side_bet

        progress("counting", 0.0)
        asked = [(bet, key) for bet in self.bets for key in bet.games if self.game in (None, key)]
        found = [price_side_bet(bet, key).to_dict() for bet, key in asked]
        return found if len(found) > 1 else found[0]

    def answer(self, told: Told) -> Answer:
        """What each comes to, and what each of its lines is worth."""
        found = told if isinstance(told, list) else [told]
        best = min(found, key=lambda one: one["edge"])
        title = f"{'House edge' if len(found) == 1 else 'Lowest house edge'}, {_title(best)}"
        return Answer(
            headline=(title, shown(best["edge"], "percent")),
            words=tuple(self._counted(one) for one in found),
            warnings=tuple(note for one in found for note in _notes(one)),
            sheets=(_figures(found), *(lines_sheet(_title(one), one["lines"]) for one in found)),
            pictures=(_ranking(found),),
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


def _figures(found: list[Mapping[str, Any]]) -> Sheet:
    columns = (
        Column("bet", "bet"), Column("game", "game"), Column("edge", "house edge", "percent"),
        Column("hit_frequency", "hit frequency", "percent"),
        Column("standard_deviation", "standard deviation", "number"),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = [
        (one["name"], GAMES[one["game"]].name, one["edge"], one["hit_frequency"], one["standard_deviation"])
        for one in found
    ]
    return Sheet("What each comes to", columns, rows)


def _ranking(found: list[Mapping[str, Any]]) -> Ranking:
    rows = [(_title(one), one["edge"], shown(one["edge"], "percent", 2)) for one in found]
    return Ranking("House edge", rows, player_gains=False)
