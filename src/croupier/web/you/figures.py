"""A player's own figures: result beside expectation, what mistakes cost and where, and which to look at again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pydantic import BaseModel

from croupier.floor.history.decisions import RecordedDecision
from croupier.floor.history.player_round import PlayerCourse, PlayerRound, course, hours
from croupier.money import dollars, signed_dollars
from croupier.rules.actions import Bet, parse_action
from croupier.rules.events import Cause
from croupier.rules.game import Game
from croupier.web.wording import iso, tone, when
from croupier.web.you.curve import curve, off_words
from croupier.web.you.judge import DecisionVerdict, Judge, in_sight, position_of

WORST: Final = 10
"""So many decisions are shown to look at again."""
_NOTHING: Final = Fraction(0)
_LEAST: Final = Fraction(1, 60)
"""A minute, in hours: for less, no rounds an hour are worked out."""
_TO_DO: Final = {"ride": "let it ride", "pull": "pull back"}


class CostRow(BaseModel):
    """Decisions of a kind: how many, how many of them were best, and what the others cost; `bar` is its share of the
    largest cost in hundredths."""

    words: str
    decisions: int
    best: int
    share: str
    cost: str
    cents: int
    bar: float


class AgainstRow(BaseModel):
    """How often play agreed with a strategy, and what the strategy itself would have given up at these decisions."""

    words: str
    agreed: str
    share: str
    cost: str


class WorstRow(BaseModel):
    """A decision that cost much: what was in sight, what was done, what was best.

    left_out  others' cards lay open, and could not be counted
    """

    round: str
    link: str
    drill: str
    when: str
    utc: str
    street: str
    own: list[str]
    board: list[str]
    up: list[str]
    seen: list[str]
    left_out: bool
    hand: str
    did: str
    best: str
    cost: str
    rule: str


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision of a round with its verdict."""

    decision: RecordedDecision
    verdict: DecisionVerdict
    played: PlayerRound

    @property
    def cost(self) -> Fraction:
        """What it gave up, in cents."""
        return self.verdict.cost(self.decision.choice) * self.decision.base

    @property
    def own(self) -> bool:
        """Whether the player decided, and not the clock (R19)."""
        return self.decision.cause is Cause.PLAYER

    @property
    def mistake(self) -> bool:
        """Whether the player could have done better."""
        return self.own and bool(self.cost)


def choice_words(choice: str) -> str:
    """A choice as an instruction: `bet 4x`, `check`."""
    action = parse_action(choice)
    return f"bet {action.multiple}x" if isinstance(action, Bet) else _TO_DO.get(choice, choice)


def reviewed_decisions(plays: Iterable[PlayerRound], judge: Judge) -> list[ReviewedDecision]:
    """Every decision of these rounds that has been judged."""
    verdicts = [(one, decision, judge.known(position_of(decision))) for one in plays for decision in one.decisions]
    return [ReviewedDecision(decision, verdict, one) for one, decision, verdict in verdicts if verdict is not None]


def course_of(plays: Sequence[PlayerRound], decisions: Sequence[ReviewedDecision]) -> list[PlayerCourse]:
    """Result and expectation over time; what mistakes cost, and the clock's decisions, is taken off the expectation."""
    lost: dict[str, Fraction] = {}
    for one in decisions:
        lost[one.played.round] = lost.get(one.played.round, _NOTHING) + one.cost
    so_far, sums = _NOTHING, []
    for one_played in plays:
        so_far += lost.get(one_played.round, _NOTHING)
        sums.append(float(so_far))
    return [point._replace(expected=point.expected - sums[point.rounds - 1]) for point in course(plays)]


def costs(decisions: Iterable[ReviewedDecision]) -> tuple[Fraction, Fraction]:
    """What the player's mistakes cost, and what the clock's decisions did, in cents."""
    mine = clocks = _NOTHING
    for one in decisions:
        mine, clocks = (mine + one.cost, clocks) if one.own else (mine, clocks + one.cost)
    return mine, clocks


def figures(plays: Sequence[PlayerRound], judge: Judge, game: Game) -> dict[str, Any]:
    """The figures of a page: of rounds of one game, all of whose decisions have been judged."""
    decisions = reviewed_decisions(plays, judge)
    points = course_of(plays, decisions)
    own = [one for one in decisions if one.own]
    cost, by_clock = costs(decisions)
    net, linked = sum(one.net for one in plays), sum(one.linked for one in plays)
    fees, time = sum(one.fee for one in plays), hours(plays)
    last = points[-1] if points else None
    return {
        "rounds": len(plays),
        "banked": sum(one.banked is not None for one in plays),
        "decisions": len(decisions),
        "by_clock": len(decisions) - len(own),
        "clock_cost": dollars(round(by_clock)) if by_clock else "",
        "result": signed_dollars(net),
        "tone": tone(net),
        "linked": signed_dollars(linked) if linked else "",
        "corrected": corrected_words(plays),
        "fees": dollars(fees) if fees else "",
        "compared": signed_dollars(net - linked),
        "expected": "" if last is None else signed_dollars(round(last.expected)),
        "deviation": "" if last is None else dollars(round(last.deviation)),
        "off": "" if last is None else off_words(last),
        "mistakes": dollars(round(cost)),
        "mistakes_cents": round(cost),
        "per_hundred": dollars(round(100 * cost / len(plays))) if plays else "",
        "an_hour": f"{float(len(plays) / time):,.0f}" if time > _LEAST else "",
        "played_for": time_words(time),
        "curve": curve(points),
        "streets": _by_street(own, game),
        "classes": _by_class(own, game),
        "against": _against(own, judge, game),
        "worst": [worst_row(one, game) for one in dearest(own)[:WORST]],
    }


def corrected_words(plays: Iterable[PlayerRound]) -> str:
    """What later corrections are in the result of these rounds; empty where there are none."""
    corrected = [one.corrected for one in plays if one.corrected]
    return signed_dollars(sum(corrected)) if corrected else ""


def _by_street(decisions: Sequence[ReviewedDecision], game: Game) -> list[CostRow]:
    streets = [(street.words, [one for one in decisions if one.decision.street == i]) for i, street in _streets(game)]
    return _rows([(words, here) for words, here in streets if here])


def _by_class(decisions: Sequence[ReviewedDecision], game: Game) -> list[tuple[str, list[CostRow]]]:
    """Street by street, the kinds of hands; what cost most comes first."""
    classes = []
    for number, street in _streets(game):
        kinds: dict[str, list[ReviewedDecision]] = {}
        for one in decisions:
            if one.decision.street == number:
                kinds.setdefault(one.verdict.kind, []).append(one)
        rows = _rows(list(kinds.items()))
        if rows:
            classes.append((street.words, sorted(rows, key=lambda row: (-row.cents, -row.decisions, row.words))))
    return classes


def _streets(game: Game) -> list[tuple[int, Any]]:
    return list(enumerate(game.streets))


def _rows(groups: Sequence[tuple[str, Sequence[ReviewedDecision]]]) -> list[CostRow]:
    costs = [sum((one.cost for one in group), _NOTHING) for _, group in groups]
    most = max(costs, default=_NOTHING)
    return [
        CostRow(
            words=words,
            decisions=len(group),
            best=(right := sum(not one.cost for one in group)),
            share=_percent(right, len(group)),
            cost=dollars(round(cost)),
            cents=round(cost),
            bar=round(float(100 * cost / most), 1) if most else 0.0,
        )
        for (words, group), cost in zip(groups, costs, strict=True)
    ]


def _against(own: Sequence[ReviewedDecision], judge: Judge, game: Game) -> list[AgainstRow]:
    """How often one's own decisions were the best, and those of each readable strategy."""
    if not own:
        return []
    best = sum(not one.cost for one in own)
    rows = [AgainstRow(words="The best play", agreed=f"{best:,}", share=_percent(best, len(own)), cost=dollars(0))]
    for name, title in judge.titles(game).items():
        agreed = sum(one.verdict.strategies[name] == one.decision.choice for one in own)
        cost = sum((one.verdict.cost(one.verdict.strategies[name]) * one.decision.base for one in own), _NOTHING)
        share = _percent(agreed, len(own))
        rows.append(AgainstRow(words=title, agreed=f"{agreed:,}", share=share, cost=dollars(round(cost))))
    return rows


def dearest(decisions: Iterable[ReviewedDecision]) -> list[ReviewedDecision]:
    """The mistakes among these decisions, the dearest first."""
    wrong = [one for one in decisions if one.mistake]
    return sorted(wrong, key=lambda one: (-one.cost, -one.played.position, one.decision.number))


def worst_row(one: ReviewedDecision, game: Game) -> WorstRow:
    """A decision to look at again, with the way to its place in the replay."""
    decision = one.decision
    return WorstRow(
        round=decision.round,
        link=f"/rounds/{decision.round}#decision-{decision.number}",
        drill=drill_key(decision),
        when=when(one.played.ended_ms),
        utc=iso(one.played.ended_ms),
        street=decision.street_words,
        own=[str(card) for card in decision.own],
        board=[str(card) for card in decision.board],
        up=[str(card) for card in decision.up],
        seen=[str(card) for card in in_sight(decision)],
        left_out=one.verdict.left_out,
        hand=game.hand_words(decision.own, decision.board),
        did=parse_action(decision.choice).did,
        best=choice_words(one.verdict.best),
        cost=dollars(round(one.cost)),
        rule=one.verdict.rule,
    )


def drill_key(decision: RecordedDecision) -> str:
    """The decision as the drills name a position, `uth Kc5d 2h7dTs -`. Empty where others' cards were in sight:
    the drills know nothing of those."""
    if in_sight(decision):
        return ""
    parts = ("".join(map(str, cards)) or "-" for cards in (decision.own, decision.board, decision.up))
    return " ".join((decision.terms.game.key, *parts))


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else ""


def time_words(time: Fraction) -> str:
    """Hours in words: 1 h 20 min."""
    minutes = round(60 * time)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"
