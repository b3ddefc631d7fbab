"""Rounds that show something: played by the engine from a seed, for one player, with the customary rules of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache

from croupier.errors import Refused
from croupier.games import chosen_rules
from croupier.money import Cents
from croupier.rules.actions import Action
from croupier.rules.commands import Act, DealCards, OpenRound, PlaceBets, next_step
from croupier.rules.events import BetReturned, SeatSettled
from croupier.rules.game import Game
from croupier.rules.paytables import To
from croupier.rules.round import Round, Stage, due_seats, legal_actions, visible_board
from croupier.rules.settlement import Outcome, Result
from croupier.rules.steps import END, LOCK, SETTLE
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import PROGRESSIVE, Stakes
from croupier.school.draw import Draw
from croupier.school.rounds import played

LEARNER = 1
_TRIES = 5_000


class Goal(Enum):
    """What a round is to show."""

    WIN = "A win"
    NOT_QUALIFIED = "A dealer who does not qualify"
    PUSH = "A hand that pushes"
    LOSS = "A loss"
    SIDE_BET = "A side bet that wins"
    HIGH_PAY = "A hand that pays more"


def twist(game: Game) -> Goal:
    """What surprises a newcomer most about a game, besides winning and losing."""
    if game.qualifies is not None:
        return Goal.NOT_QUALIFIED
    pushes = any(pay == To(0) for bet in game.base_tables for pay in lesson_terms(game).table(bet).pays.values())
    return Goal.PUSH if pushes else Goal.LOSS


def extra(game: Game) -> Goal:
    """What else can be won: by a side bet, or where there is none by a high hand."""
    return Goal.SIDE_BET if game.side_bets else Goal.HIGH_PAY


def goals(game: Game) -> tuple[Goal, ...]:
    """What is worth showing of a game, in order."""
    return tuple(dict.fromkeys((Goal.WIN, twist(game), Goal.LOSS, extra(game))))


@cache
def lesson_terms(game: Game) -> Terms:
    """The customary table of a game, on no link."""
    rules = chosen_rules(game.key, None)
    return terms(rules, {bet: names[0] for bet, names in rules.tables.items() if bet != PROGRESSIVE})


def base_stake(game: Game) -> Cents:
    """What a lesson puts on the base bet: twice the least, so that half of it is a bet, too."""
    limits = lesson_terms(game).limits
    assert limits is not None, "a table has limits"
    return 2 * limits.of(game.base).minimum


def stakes_of(game: Game, side_bets: Sequence[str]) -> Stakes:
    """The base bets, with half as much on each of these side bets."""
    base = base_stake(game)
    return game.complete({game.base: base, **dict.fromkeys(side_bets, base // 2)})


def side_bets_of(game: Game, goal: Goal) -> tuple[str, ...]:
    """The side bets of a round: all that the rules let one player make together, where it is to show them."""
    if goal is not Goal.SIDE_BET:
        return ()
    most = lesson_terms(game).rules.most_games
    bets = [bet.key for bet in game.side_bets if lesson_terms(game).offers(bet.key)]
    return tuple(bets if most is None else bets[: most - 1])


def dealt(game: Game, stakes: Stakes, seed: str) -> Round:
    """The round when the cards of that seed are out, as far as it goes without a decision."""
    opening = OpenRound(round=f"first/{game.key}", terms=lesson_terms(game))
    return _on(played(None, [opening, Act(LEARNER, PlaceBets(stakes)), LOCK, DealCards(Draw(seed).deck(game.deck))]))


def decided(round: Round, action: Action) -> Round:
    """The round after the learner's decision, as far as it then goes by itself."""
    return _on(played(round, [Act(LEARNER, action)]))


def _on(round: Round) -> Round:
    while round.stage is Stage.PLAYING and not due_seats(round):
        round = played(round, [next_step(round)])
    return played(round, [SETTLE, END]) if round.stage is Stage.SHOWDOWN else round


def results_of(round: Round) -> tuple[Result, ...]:
    """What became of every wager of the learner's, in the order of the felt."""
    rows: list[Result] = []
    for event in round.settled:
        match event:
            case BetReturned(_, row):
                rows.append(row)
            case SeatSettled(_, _, _, settled):
                rows += settled
            case _:
                pass
    order = [spot.key for spot in round.game.spots]
    return tuple(sorted(rows, key=lambda row: order.index(row.spot)))


def outcome_of(round: Round) -> Outcome:
    """How the learner came out."""
    return next(event.outcome for event in round.settled if isinstance(event, SeatSettled))


def shows(round: Round, goal: Goal) -> bool:
    """Whether a finished round shows what it is to show."""
    game, seat = round.game, round.seats[0]
    qualified = game.qualifies is None or game.qualifies(round.dealer_strength)
    match goal:
        case Goal.WIN:
            return outcome_of(round) is Outcome.WIN and qualified
        case Goal.NOT_QUALIFIED:
            return outcome_of(round) is Outcome.WIN and not qualified
        case Goal.PUSH:
            return outcome_of(round) is Outcome.TIE
        case Goal.LOSS:
            return outcome_of(round) is Outcome.LOSE and qualified
        case Goal.SIDE_BET:
            won = [row for row in results_of(round) if row.spot in game.side_bet and row.net > 0]
            return bool(won) and not seat.folded and outcome_of(round) is not Outcome.TIE
        case Goal.HIGH_PAY:
            return any(row.line and row.net > row.stake for row in results_of(round))


def by_sense(round: Round) -> Action:
    """What a sensible stranger does now."""
    own = round.cards.own[LEARNER]
    wanted = round.game.sense(round.shown, own, visible_board(round))
    legal = legal_actions(round, LEARNER)
    return wanted if wanted in legal else legal[-1]


def through(game: Game, stakes: Stakes, seed: str, choose: Callable[[Round], Action] = by_sense) -> Round:
    """A whole round from a seed."""
    round = dealt(game, stakes, seed)
    while round.stage is Stage.PLAYING:
        round = decided(round, choose(round))
    return round


@cache
def example(game: Game, goal: Goal) -> Round:
    """The first round of this game's own seeds that shows it."""
    stakes = stakes_of(game, side_bets_of(game, goal))
    tries = (through(game, stakes, f"how/{game.key}/{goal.name}/{number}") for number in range(_TRIES))
    shown_round = next((round for round in tries if shows(round, goal)), None)
    if shown_round is None:
        raise Refused(f"of {_TRIES:,} rounds of {game.name} that were dealt as an example, none shows {goal.value!r}")
    return shown_round
