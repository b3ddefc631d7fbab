"""Every decision of a finished round, judged: what was in sight, what was done, what each choice was worth."""

from __future__ import annotations

from collections.abc import Container, Mapping
from fractions import Fraction

from croupier.errors import Refused
from croupier.floor.history.decisions import RecordedDecision, decisions
from croupier.floor.history.rounds import PastRound
from croupier.money import Cents, dollars, signed_dollars
from croupier.rules.actions import parse_action
from croupier.rules.events import Cause
from croupier.rules.game import Game
from croupier.rules.round import Stage
from croupier.web.table.roundpage import Review, Reviewed, ReviewedChoice
from croupier.web.you.figures import choice_words
from croupier.web.you.judge import DecisionVerdict, Judge, in_sight, position_of, position_path


async def reviewed(past: PastRound, judge: Judge, names: Mapping[int, str], you: str, seats: Container[int]) -> Review:
    """The review of these seats of a round. Of a void one there is none: its cards were never turned (R26)."""
    if past.round.stage is not Stage.OVER:
        return Review()
    positions = {decision: position_of(decision) for decision in decisions(past) if decision.seat in seats}
    try:
        progress = await judge.work_awhile(past.round.game, positions.values())
    except Refused as refused:
        return Review(error=str(refused))
    if progress:
        return Review(progress=progress)
    verdicts = [(decision, judge.known(position)) for decision, position in positions.items()]
    rows = [
        reviewed_row(decision, verdict, names.get(decision.seat, f"Seat {decision.seat}"), you=decision.player == you)
        for decision, verdict in verdicts
        if verdict is not None
    ]
    return Review(unit=unit_words(past.round.game), decisions=rows)


def unit_words(game: Game) -> str:
    """What values are counted in: Antes, base bets."""
    return "base bets" if game.base_label else f"{game.by_key[game.base].felt}s"


def reviewed_row(decision: RecordedDecision, verdict: DecisionVerdict, who: str, *, you: bool) -> Reviewed:
    """A decision with its verdict, as a page shows it."""
    game, cents = decision.terms.game, verdict.cost(decision.choice) * decision.base
    by_clock = decision.cause is not Cause.PLAYER
    return Reviewed(
        number=decision.number,
        seat=decision.seat,
        who=who,
        you=you,
        street=decision.street_words,
        own=[str(card) for card in decision.own],
        board=[str(card) for card in decision.board],
        up=[str(card) for card in decision.up],
        seen=[str(card) for card in in_sight(decision)],
        left_out=verdict.left_out,
        hand=game.hand_words(decision.own, decision.board),
        did=parse_action(decision.choice).did,
        best=choice_words(verdict.best),
        right=not cents,
        by_clock=by_clock,
        mistake=bool(cents) and not by_clock,
        cost=dollars(round(cents)),
        cents=round(cents),
        verdict=_verdict(decision, verdict, round(cents)),
        rule=verdict.rule,
        # Of a decision that was made with others' cards in sight the address would say too little.
        position="" if in_sight(decision) else position_path(position_of(decision)),
        choices=choice_rows(game, verdict, decision.choice, decision.base),
    )


def choice_rows(
    game: Game, verdict: DecisionVerdict, chosen: str = "", base: Cents | None = None
) -> list[ReviewedChoice]:
    """What every choice is worth, best first: in base bets, and in money where the base bet is known."""
    unit = unit_words(game)
    return [
        ReviewedChoice(
            choice=choice,
            words=choice_words(choice),
            worth=f"{float(value):+.4f}",
            money="" if base is None else signed_dollars(round(value * base)),
            less=_less(verdict.cost(choice), base, unit),
            best=not verdict.cost(choice),
            chosen=choice == chosen,
        )
        for choice, value in verdict.choices.items()
    ]


def _less(cost: Fraction, base: Cents | None, unit: str) -> str:
    if not cost:
        return ""
    if base is None:
        return f"{float(cost):.4f} {unit}"
    return dollars(cents) if (cents := round(cost * base)) else "under a cent"


def _verdict(decision: RecordedDecision, verdict: DecisionVerdict, cents: int) -> str:
    if not verdict.cost(decision.choice):
        return "the best there was"
    cost = f"{dollars(cents)} less" if cents else "less than a cent less"
    return f"worth {cost} than to {choice_words(verdict.best)}"
