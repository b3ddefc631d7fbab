"""Whether a decision was best without looking, or only with the other players' cards, exactly."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import comb
from typing import Final

from croupier.cards import DECK, Cards, cards_text
from croupier.floor.past.decisions import Decision
from croupier.games.uth import UTH

_DRAWS: Final = 40
"""So often the others' cards are dealt again to learn how often a choice is right by chance."""
_FLOP_DRAWS: Final = 12
"""On the flop of Ultimate Texas Hold'em each of them is a sixth of a second."""
_EVEN: Final = Fraction(1, 2)


class Kind(Enum):
    """What a decision says of its player."""

    USUAL = "best without looking"
    LOOKED = "right only with the others' cards"
    MISTAKE = "wrong with and without them"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A decision and what it says. `usual` is the best choice of one who does not look.

    gained   what was gained on it with the others' cards known, where it was right only with them
    lost     what was lost on it without looking, where it was a mistake
    """

    decision: Decision
    kind: Kind
    usual: str
    gained: Fraction = Fraction(0)
    lost: Fraction = Fraction(0)

    @property
    def gained_cents(self) -> Fraction:
        return self.gained * self.decision.base

    @property
    def lost_cents(self) -> Fraction:
        return self.lost * self.decision.base


def judge(decision: Decision) -> Judged:
    """What a decision says of its player.

    Most are the best without looking, and say nothing. Only of the others the values with the cards seen are asked
    for: before the flop of Ultimate Texas Hold'em that is most of a second for each set of seen cards.
    """
    without = values(decision)
    usual, chosen = _best(without), decision.choice
    if without[chosen] == without[usual]:
        return Judged(decision=decision, kind=Kind.USUAL, usual=usual)
    if not _never_right(decision):
        looking = values(decision, decision.seen)
        if looking[chosen] == max(looking.values()):
            gained = looking[chosen] - looking[usual]
            return Judged(decision=decision, kind=Kind.LOOKED, usual=usual, gained=gained)
    return Judged(decision=decision, kind=Kind.MISTAKE, usual=usual, lost=without[usual] - without[chosen])


def values(decision: Decision, seen: Cards = ()) -> Mapping[str, Fraction]:
    """What each choice was worth in base bets to one who has seen these cards of others."""
    # The lab takes a second to import, and those who only read rounds do not need it.
    from croupier.lab.solver import solver

    terms, cards = decision.terms, (decision.own, decision.board, decision.up, seen)
    designs = {bet: terms.table(bet) for bet in terms.game.base_tables}
    return solver(terms.rules.game).advise(*cards, down=decision.down, designs=designs)


def by_chance(judged: Judged) -> Fraction:
    """How often the same choice would have been right with the same own cards, whatever the others hold.

    Their cards are dealt again, always in the same way, and the deal that was counts as one more. Before the flop of
    Ultimate Texas Hold'em that would take minutes; there the counting chart says it.
    """
    decision = judged.decision
    if _never_right(decision):
        return Fraction(0)
    if decision.terms.rules.game is UTH and not decision.board:
        return _by_chart(decision)
    known = (*decision.own, *decision.board, *decision.up)
    rest = [card for card in DECK if card not in known]
    chance = random.Random(cards_text((*known, *decision.seen)))
    right = int(judged.kind is Kind.LOOKED)
    draws = _FLOP_DRAWS if decision.terms.rules.game is UTH and len(decision.board) == 3 else _DRAWS
    for _ in range(draws):
        found = values(decision, tuple(chance.sample(rest, len(decision.seen))))
        right += found[decision.choice] == max(found.values())
    return Fraction(right, draws + 1)


def _best(found: Mapping[str, Fraction]) -> str:
    return max(found, key=lambda choice: found[choice])


def _never_right(decision: Decision) -> bool:
    """Whether no card of others can make a choice best: where 3x is worth it 4x is worth more, and else a check is."""
    return decision.terms.rules.game is UTH and decision.choice == "bet3"


def _by_chart(decision: Decision) -> Fraction:
    """The share of others' cards with which the chart of `lab.seen.chart` makes the same choice before the flop.

    A hand that is not in it is hardly ever played otherwise; one half is more than chance gives it.
    """
    from croupier.lab.hands.starts import hole_index, start_of_hole
    from croupier.lab.seen.chart import checks_from

    own, seen = decision.own, len(decision.seen)
    limit = checks_from(1 + seen // 2).get(int(start_of_hole()[hole_index(own[0], own[1])]))
    if limit is None:
        return _EVEN
    same = sum(card.rank in {one.rank for one in own} for card in DECK) - 2
    bets = sum(comb(same, found) * comb(50 - same, seen - found) for found in range(limit))
    bet = Fraction(bets, comb(50, seen))
    return bet if decision.choice == "bet4" else 1 - bet
