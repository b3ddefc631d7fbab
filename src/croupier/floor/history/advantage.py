"""Whether a decision was best without looking, or only with the other players' cards, exactly."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final

from croupier.cards import Cards, cards_text
from croupier.floor.history.decisions import RecordedDecision
from croupier.lab.capabilities import NotCounted, weighs_quickly

_DRAWS: Final = 40
"""So often the others' cards are dealt again to learn how often a choice is right by chance."""
_FEW_DRAWS: Final = 12
"""Where the board goes on and each of them takes its time: a sixth of a second on Hold'em's flop."""


class Sign(Enum):
    """What a decision says of its player."""

    USUAL = "best without looking"
    LOOKED = "right only with the others' cards"
    MISTAKE = "wrong with and without them"
    UNTOLD = "not the best without looking, and not counted with their cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedDecision:
    """A decision and what it says. `usual` is the best choice of one who does not look.

    gained   what was gained on it with the others' cards known, where it was right only with them
    lost     what was lost on it without looking, where it was a mistake
    """

    decision: RecordedDecision
    kind: Sign
    usual: str
    gained: Fraction = Fraction(0)
    lost: Fraction = Fraction(0)

    @property
    def gained_cents(self) -> Fraction:
        return self.gained * self.decision.base

    @property
    def lost_cents(self) -> Fraction:
        return self.lost * self.decision.base


def judge(decision: RecordedDecision) -> JudgedDecision:
    """What a decision says of its player.

    Most are the best without looking, and say nothing. Only of the others the values with the cards seen are asked
    for: before the flop of Ultimate Texas Hold'em that is most of a second for each set of seen cards. Where the lab
    does not count them, the decision says nothing either way.
    """
    without = values(decision)
    usual, chosen = _best(without), decision.choice
    if without[chosen] == without[usual]:
        return JudgedDecision(decision=decision, kind=Sign.USUAL, usual=usual)
    if not _never_right(decision):
        try:
            looking = values(decision, decision.seen)
        except NotCounted:
            return JudgedDecision(decision=decision, kind=Sign.UNTOLD, usual=usual)
        if looking[chosen] == max(looking.values()):
            gained = looking[chosen] - looking[usual]
            return JudgedDecision(decision=decision, kind=Sign.LOOKED, usual=usual, gained=gained)
    return JudgedDecision(decision=decision, kind=Sign.MISTAKE, usual=usual, lost=without[usual] - without[chosen])


def values(decision: RecordedDecision, others: Cards = ()) -> Mapping[str, Fraction]:
    """What each choice was worth in base bets to one who has seen these cards of others."""
    # The lab takes a second to import, and those who only read rounds do not need it.
    from croupier.lab.solver import solver

    terms, cards = decision.terms, (decision.own, decision.board, decision.up, others)
    designs = {bet: terms.table(bet) for bet in terms.game.base_tables}
    return solver(terms.rules.game).advise(*cards, down=decision.down, designs=designs)


def by_chance(judged: JudgedDecision) -> Fraction:
    """How often the same choice would have been right with the same own cards, whatever the others hold.

    Their cards are dealt again, always in the same way, and the deal that was counts as one more. Before the board a
    solver may know it by a rule.
    """
    from croupier.lab.solver import SeesCards, solver

    decision = judged.decision
    game, game_solver = decision.terms.rules.game, solver(decision.terms.rules.game)
    if _never_right(decision):
        return Fraction(0)
    if isinstance(game_solver, SeesCards) and not decision.board:
        return game_solver.best_by_chance(decision.own, len(decision.seen), decision.choice)
    known = (*decision.own, *decision.board, *decision.up)
    rest = [card for card in game.deck if card not in known]
    chance = random.Random(cards_text((*known, *decision.seen)))
    right = int(judged.kind is Sign.LOOKED)
    is_quick = weighs_quickly(game) or len(decision.board) == game.layout.board
    draws = _DRAWS if is_quick else _FEW_DRAWS
    for _ in range(draws):
        worth = values(decision, tuple(chance.sample(rest, len(decision.seen))))
        right += worth[decision.choice] == max(worth.values())
    return Fraction(right, draws + 1)


def _best(worth: Mapping[str, Fraction]) -> str:
    return max(worth, key=lambda choice: worth[choice])


def _never_right(decision: RecordedDecision) -> bool:
    """Whether no card of others can make a choice best, as the solver knows without looking."""
    from croupier.lab.solver import SeesCards, solver

    game_solver = solver(decision.terms.rules.game)
    return isinstance(game_solver, SeesCards) and game_solver.never_best(decision.choice)
