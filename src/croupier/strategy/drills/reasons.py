"""Why a choice is best, in words: the rule that decides, what the hand has, its outs, and what the dealer may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.hands import ONE, with_article
from croupier.lab.capabilities import NotCounted
from croupier.rules.outs import outs_at
from croupier.school.decision import Decision
from croupier.strategy.drills.position import DrillPosition
from croupier.strategy.explanation import Explanation, explain, strategies_named
from croupier.strategy.language.strategy import Strategy
from croupier.strategy.words import CHOICE_WORDS

if TYPE_CHECKING:
    from croupier.lab.games.dealer_hands import DealerHands


def explained(strategy: Strategy, decision: Decision) -> Explanation:
    """What a strategy says here, and by which rule."""
    return explain(strategy, decision.own, decision.board, decision.up)


def rule_words(position: DrillPosition) -> str:
    """The rule that decides here, of the first strategy that plays this position best. Where none does: the closest
    one, that it errs here and by how much; the values decide."""
    rules = [explained(one, position) for one in strategies_named(position.game, position.game.teaching.drills)]
    for rule in rules:
        if not position.cost(rule.choice):
            return f"{_capital(rule.sentence)}."
    values = ", ".join(f"to {CHOICE_WORDS[choice]} {_signed(value)}" for choice, value in _values(position))
    if not rules:
        return f"No rule is written for {position.game.name}, so the values decide: {values}."
    closest = min(rules, key=lambda rule: position.cost(rule.choice))
    return (
        f"The closest rule is “{closest.sentence}”. Here it errs, by "
        f"{float(position.cost(closest.choice)):.4f} of a base bet: the values decide, {values}."
    )


def reason_words(position: DrillPosition) -> str:
    """What the decision rests on: the hand, the cards that would change it, and the dealer's hands against it."""
    made, up = position.made, position.up
    held = [f"You have {with_article(made)}" if made else "Nothing is made yet"]
    held += [f"against the dealer's {' and '.join(ONE[card.rank] for card in up)}"] if up else []
    parts = [" ".join(held)]
    outs = outs_at(position.game, position.own, position.board, up)
    if outs is not None:
        parts.append(outs.words)
    hands = _dealer_hands(position)
    if hands is not None:
        parts.append(_against(hands))
    return "".join(f"{part}. " for part in parts).rstrip()


def _dealer_hands(position: DrillPosition) -> DealerHands | None:
    from croupier.lab.games.dealer_hands import (
        dealer_hands,  # the lab's compiler: who asks for help does not wait for it
    )

    try:
        return dealer_hands(position.game, position.own, position.board, position.up)
    except NotCounted:
        return None


def _against(hands: DealerHands) -> str:
    better, equal, worse, unqualified = (
        f"{100 * count / hands.dealers:.1f} %" for count in (hands.better, hands.equal, hands.worse, hands.unqualified)
    )
    compared = f"Of the dealer's {hands.dealers:,} hands {better} are better, {equal} as good and {worse} worse"
    return f"{compared}; {unqualified} do not qualify" if hands.unqualified else compared


def _values(position: DrillPosition) -> list[tuple[str, float]]:
    return [(choice, float(value)) for choice, value in position.choices.items()]


def _signed(value: float) -> str:
    return f"{value:+.4f}".replace("-", "−")


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
