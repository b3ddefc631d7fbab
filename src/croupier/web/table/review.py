"""Every decision of a finished round, judged: what was in sight, what was done, what each choice was worth."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Mapping
from typing import Final

from croupier.errors import Refused
from croupier.floor.history.decisions import RecordedDecision, decisions
from croupier.floor.history.rounds import PastRound
from croupier.money import dollars, signed_dollars
from croupier.rules.actions import parse_action
from croupier.rules.events import Cause
from croupier.rules.game import Game
from croupier.rules.round import Stage
from croupier.web.table.roundpage import Review, Reviewed, ReviewedChoice
from croupier.web.you.figures import choice_words
from croupier.web.you.judge import DecisionVerdict, Judge, position_of

_WAIT_S: Final = 8.0
"""So long an answer waits for the worker; the page asks again."""


async def reviewed(past: PastRound, judge: Judge, names: Mapping[int, str], you: str, seats: Container[int]) -> Review:
    """The review of these seats of a round. Of a void one there is none: its cards were never turned (R26)."""
    if past.round.stage is not Stage.OVER:
        return Review()
    positions = {
        decision: position_of(decision, looking=True) for decision in decisions(past) if decision.seat in seats
    }
    work = asyncio.ensure_future(judge.work(positions.values()))
    try:
        await asyncio.wait_for(asyncio.shield(work), _WAIT_S if not judge.progress(past.round.game) else 0.3)
    except TimeoutError:
        work.add_done_callback(_noted)
        learning = judge.progress(past.round.game)
        return Review(progress=f"the lab is learning the whole game: {learning}" if learning else "working it out")
    except Refused as refused:
        return Review(error=str(refused))
    verdicts = [(decision, judge.known(position)) for decision, position in positions.items()]
    rows = [_row(decision, verdict, names, you) for decision, verdict in verdicts if verdict is not None]
    return Review(unit=_unit(past.round.game), decisions=rows)


def _noted(work: asyncio.Future[None]) -> None:
    """Take the result of a judgement that nobody waits for, so that asyncio does not complain; whoever asks again gets
    it."""
    if not work.cancelled():
        work.exception()


def _unit(game: Game) -> str:
    return "base bets" if game.base_label else f"{game.by_key[game.base].felt}s"


def _row(decision: RecordedDecision, verdict: DecisionVerdict, names: Mapping[int, str], you: str) -> Reviewed:
    game, cents = decision.terms.game, verdict.cost(decision.choice) * decision.base
    own = decision.player == you
    by_clock = decision.cause is not Cause.PLAYER
    return Reviewed(
        number=decision.number,
        seat=decision.seat,
        who=names.get(decision.seat, f"Seat {decision.seat}"),
        you=own,
        street=decision.street_words,
        own=[str(card) for card in decision.own],
        board=[str(card) for card in decision.board],
        up=[str(card) for card in decision.up],
        seen=[str(card) for card in decision.seen] if decision.terms.face_up else [],
        hand=game.hand_words(decision.own, decision.board),
        did=parse_action(decision.choice).did,
        best=choice_words(verdict.best),
        right=not cents,
        by_clock=by_clock,
        cost=dollars(round(cents)),
        cents=round(cents),
        verdict=_verdict(decision, verdict, round(cents)),
        rule=verdict.rule,
        choices=[
            ReviewedChoice(
                words=choice_words(choice),
                worth=f"{float(value):+.4f}",
                money=signed_dollars(round(value * decision.base)),
                best=value == verdict.choices[verdict.best],
                chosen=choice == decision.choice,
            )
            for choice, value in verdict.choices.items()
        ],
    )


def _verdict(decision: RecordedDecision, verdict: DecisionVerdict, cents: int) -> str:
    if not verdict.cost(decision.choice):
        return "the best there was"
    cost = f"{dollars(cents)} less" if cents else "less than a cent less"
    return f"worth {cost} than to {choice_words(verdict.best)}"
