"""The odds of any game in one call: solved, decided, simulated. Needs the extra `lab`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.cards import Card, Cards, parse_cards
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.lab.bets.report import designs
from croupier.lab.solver import solver
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable, paytable
from croupier.rules.round import Round, legal_actions, up_cards, visible_board

CardsLike = str | Iterable[int]
"""Cards as text (`As Kd`, `AsKd`) or as cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """A game under its best play, over every deal. Fractions are exact and in base bets.

    value              what a round is worth to the player
    average_bet        all money bet in a round
    standard_deviation how far a round swings
    """

    game: str
    value: Fraction
    average_bet: Fraction
    standard_deviation: float

    @property
    def edge(self) -> Fraction:
        """The house edge of the base bet."""
        return -self.value

    @property
    def edge_of_action(self) -> Fraction:
        """The house edge of all money bet."""
        return self.edge / self.average_bet


@dataclass(frozen=True, slots=True)
class ChoiceValues:
    """What each choice is worth in base bets, exactly, best first."""

    choices: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        """The best choice, as `act` takes it."""
        return next(iter(self.choices))

    def cost(self, choice: str) -> Fraction:
        """What is given up by that choice instead of the best one, in base bets."""
        if choice not in self.choices:
            raise Refused(f"no choice {choice!r} here; there are {', '.join(self.choices)}")
        return self.choices[self.best] - self.choices[choice]


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """Rounds dealt at random and played best, in base bets; `low` and `high` hold the true mean at 95 %."""

    game: str
    rounds: int
    seed: int
    mean: float
    standard_deviation: float
    low: float
    high: float


TablesLike = Iterable[Paytable | str] | Mapping[str, Paytable | str]
"""Pay tables of base bets, or names of approved ones; perhaps by the bet that each is for."""


def solve(game: str = "uth", *, tables: TablesLike = ()) -> Solved:
    """The best play of a game, over every deal; `tables` replace the pay tables of its base bets.

    `croupier.rules.paytables.parse_paytable` reads a table of your own.
    """
    played = game_of(game)
    best = solver(played).solve(_designs(played, tables))
    return Solved(game=game, value=best.value, average_bet=best.average_bet, standard_deviation=best.standard_deviation)


def best_decision(
    game: str,
    own: CardsLike,
    board: CardsLike = "",
    *,
    up: CardsLike = "",
    seen: CardsLike = "",
    down: int | None = None,
) -> ChoiceValues:
    """What each choice is worth with those cards in sight.

    `up` is the card that the dealer shows (Caribbean Stud, Four Card Poker), `seen` are cards of others, and `down`
    the base bets that lie there already in Mississippi Stud.
    """
    return _decision(game_of(game), _cards(own), _cards(board), _cards(up), _cards(seen), down, None)


def decision_in(round: Round, seat: int) -> ChoiceValues:
    """The decision that a seat of a round faces, among what it may do."""
    legal = [str(action) for action in legal_actions(round, seat)]
    mine = round.seat(seat)
    if not legal or mine is None or mine.cards is None:
        raise Refused(f"seat {seat} has nothing to decide {round.stage_words}")
    if len(mine.cards) < round.game.layout.own:
        raise Refused(f"nobody knows the cards of seat {seat} yet; of a real deck a hand is known when it is turned")
    terms, down = round.terms, round.game.base_bets(mine.stakes, mine.raised)
    own = {bet: terms.table(bet) for bet in round.game.base_tables}
    values = _decision(terms.rules.game, mine.cards, visible_board(round), up_cards(round), (), down, own)
    return ChoiceValues({choice: value for choice, value in values.choices.items() if choice in legal})


def simulate(game: str = "uth", rounds: int = 1_000_000, *, seed: int = 0, tables: TablesLike = ()) -> Simulated:
    """Deal rounds at random and play each best. The same seed gives the same rounds on any machine."""
    played = game_of(game)
    run = solver(played).simulate(rounds, seed=seed, designs=_designs(played, tables))
    low, high = run.confidence()
    deviation = run.standard_deviation
    return Simulated(
        game=game, rounds=rounds, seed=seed, mean=run.mean, standard_deviation=deviation, low=low, high=high
    )


def _designs(game: Game, tables: TablesLike) -> dict[str, Paytable]:
    """The pay tables that somebody gave, by bet; approved ones by name."""
    by_bet = tables if isinstance(tables, Mapping) else {}
    if unknown := [bet for bet in by_bet if bet not in game.base_tables]:
        there = ", ".join(game.base_tables) or "none"
        raise Refused(f"{game.name} has no pay table for {unknown[0]!r} in its base game; there are {there}")
    approved = {name: bet for rules in game.rule_sets for bet in game.base_tables for name in rules.tables[bet]}
    given = [tables] if isinstance(tables, str) else tables.values() if isinstance(tables, Mapping) else tables
    found = []
    for table in given:
        if not isinstance(table, Paytable):
            if not isinstance(table, str) or table not in approved:
                raise Refused(
                    f"no pay table {table!r} for the base game of {game.name}; there are {', '.join(approved)}"
                )
            table = paytable(table, approved[table])
        found.append(table)
    return designs(game, found)


def _decision(
    game: Game,
    own: Cards,
    board: Cards,
    up: Cards,
    seen: Cards,
    down: int | None,
    tables: Mapping[str, Paytable] | None,
) -> ChoiceValues:
    return ChoiceValues(solver(game).advise(own, board, up, seen, down=down, designs=tables))


def _cards(text: CardsLike) -> Cards:
    return parse_cards(text) if isinstance(text, str) else tuple(map(Card, text))
