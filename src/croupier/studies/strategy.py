"""A decision: what each choice is worth with the cards in sight. And a strategy that a person can learn, priced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.cards import Cards, cards_text
from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable
from croupier.strategy.language.strategy import Strategy
from croupier.studies.answer import Answer, Column, Sheet, Value, shown
from croupier.studies.pictures.picture import Ranking
from croupier.studies.playing import Playing
from croupier.studies.question import Progress, Question, Told, game_option, options
from croupier.studies.solved import cost_words, decisions_sheet, figures_sheet
from croupier.studies.words import base_unit, choice_words, of_base


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(Question):
    """The cards in sight at a decision.

    up     the card that the dealer shows; `seen`, cards of others that were seen
    down   base bets that lie there already, where it matters how many
    table  the base bets' pay table, where it is not the usual one
    """

    game: Game
    own: Cards
    board: Cards = ()
    up: Cards = ()
    seen: Cards = ()
    down: int | None = None
    table: Paytable | None = None

    def __post_init__(self) -> None:
        game = self.game
        if game.layout.up and not self.up:
            raise Refused(f"the dealer shows a card in {game.name}; say which, such as --up 9d")
        if self.up and not game.layout.up:
            raise Refused(f"the dealer shows no card in {game.name}; leave --up out")
        if self.down is not None and not game.bets_add_up:
            raise Refused(f"what lies there already changes nothing in {game.name}; leave --down out")

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier strategy`."""
        given = options(
            game=game_option(self.game), up=cards_text(self.up) or None, seen=cards_text(self.seen) or None,
            down=self.down, paytable=None if self.table is None else self.table.name,
        )  # fmt: skip
        return ("strategy", cards_text((*self.own, *self.board)), *given)

    def told(self, progress: Progress) -> Told:
        """What each choice is worth, best first, in base bets; and what it looks like to one who does not look."""
        game = self.game
        choices, unseen = self._weighed(progress)
        best, blindly = next(iter(choices)), next(iter(unseen))
        return {
            "game": game.key,
            "own": cards_text(self.own),
            "board": cards_text(self.board),
            "up": cards_text(self.up),
            "seen": cards_text(self.seen),
            "down": self.down,
            "hand": game.hand_words(self.own, self.board),
            "best": best,
            "best_unseen": blindly,
            "cost_of_ignoring": float(choices[best] - choices[blindly]),
            "choices": [
                {
                    "choice": choice,
                    "value": float(value),
                    "cost": float(choices[best] - value),
                    "value_unseen": float(unseen[choice]),
                    "exact_value": {"numerator": value.numerator, "denominator": value.denominator},
                }
                for choice, value in choices.items()
            ],
        }

    def _weighed(self, progress: Progress) -> tuple[Mapping[str, Fraction], Mapping[str, Fraction]]:
        """What each choice is worth with all cards in sight, and without those of others; best first."""
        from croupier.lab.solver import solver

        progress(f"solving {self.game.name}", 0.0)
        made, tables = solver(self.game), None if self.table is None else {self.table.bet: self.table}
        cards = (self.own, self.board, self.up)
        unseen = made.advise(*cards, down=self.down, designs=tables)
        return made.advise(*cards, self.seen, down=self.down, designs=tables) if self.seen else unseen, unseen

    def answer(self, told: Told) -> Answer:
        """The best choice, and what the others cost."""
        unit = base_unit(self.game)
        board = f" on {told['board']}" if told["board"] else ""
        against = f" against {told['up']}" if told["up"] else ""
        down = "" if told["down"] is None else f", {told['down']} {unit}s down"
        seen = f", with {told['seen']} seen" if told["seen"] else ""
        rows = [(choice_words(one["choice"]), one["value"], shown(one["value"], "signed")) for one in told["choices"]]
        return Answer(
            headline=(f"{told['own']}{board}{against} ({told['hand']}){down}{seen}", choice_words(told["best"])),
            words=(_ignoring(told, unit),) if told["seen"] else (),
            sheets=(_choices(told, unit),),
            pictures=(Ranking(f"What each choice is worth, in {unit}s", rows),),
        )


def _ignoring(told: Mapping[str, Any], unit: str) -> str:
    cost = told["cost_of_ignoring"]
    if not cost:
        return "Looking changes nothing here."
    article = "an" if unit[0] in "AEIOU" else "a"
    return (
        f"Whoever does not look would {choice_words(told['best_unseen'])}: that costs {cost:.6f} of {article} {unit}."
    )


def _choices(told: Mapping[str, Any], unit: str) -> Sheet:
    looking = (Column("value_unseen", "not looking", "signed", 6),) if told["seen"] else ()
    columns = (
        Column("choice", "choice"), Column("value", f"worth, in {unit}s", "signed", 6), *looking,
        Column("cost", "a mistake costs", "number", 6),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = [
        (choice_words(one["choice"]), one["value"], *((one["value_unseen"],) if looking else ()),
         "best" if one["choice"] == told["best"] else one["cost"])
        for one in told["choices"]
    ]  # fmt: skip
    return Sheet("Every choice", columns, rows, frozenset({0}))


def plain_strategy(game: Game, strategy: Strategy) -> dict[str, Any]:
    """A strategy as plain values."""
    return {
        "game": game.key,
        "name": strategy.name,
        "title": strategy.title,
        "source": strategy.source,
        "words": list(strategy.paragraphs),
    }


@dataclass(frozen=True, slots=True)
class StrategyCost(Question):
    """A readable strategy played over every deal, beside the best play."""

    playing: Playing

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier strategy --cost`."""
        table = None if self.playing.table is None else self.playing.table.name
        return ("strategy", *options(game=game_option(self.playing.game), cost=self.playing.name, paytable=table))

    def told(self, progress: Progress) -> Told:
        """What it costs, and what the best play does."""
        from croupier.studies.rounds import round_of

        playing = self.playing
        assert playing.strategy is not None, "the best play makes no mistakes to be priced"
        progress("playing it over every deal", 0.1)
        played = round_of(playing, progress).solution
        best = round_of(Playing(playing.game, None, playing.table), progress).solution
        return {
            **plain_strategy(playing.game, playing.strategy),
            **{key: value for key, value in played.to_dict().items() if key != "results"},
            "best_edge": float(best.edge),
            "cost": float(played.edge - best.edge),
        }

    def answer(self, told: Told) -> Answer:
        """The strategy in its own words, and its price."""
        game = self.playing.game
        base, edge, best = of_base(game), told["edge"], told["best_edge"]
        mistakes = f"its mistakes cost {shown(told['cost'], 'percent')} of {base}"
        against = mistakes if told["cost"] else "this is as good, to the last deal"
        rows = [(told["title"], edge, shown(edge, "percent")), ("the best play", best, shown(best, "percent"))]
        return Answer(
            headline=(f"House edge of {base}", shown(edge, "percent")),
            words=(
                f"{told['title']} ({told['source']}):",
                *told["words"],
                cost_words(game, told),
                f"The best play costs {shown(best, 'percent')}; {against}.",
            ),
            sheets=(
                figures_sheet(game, "Over every deal", {told["name"]: told}),
                decisions_sheet(game, {told["name"]: told}),
            ),
            pictures=(Ranking("House edge", rows, player_gains=False),),
        )
