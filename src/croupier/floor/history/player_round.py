"""One player's part in a finished round: what it brought, what it cost, and what was decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import hypot
from typing import Final, NamedTuple

from croupier.floor.figures.tally import Tally, of_wagers
from croupier.floor.figures.theory import theory
from croupier.floor.history.decisions import RecordedDecision, decisions
from croupier.floor.history.rounds import PastRound
from croupier.money import Cents
from croupier.rules.round import Stage, results_by_seat
from croupier.rules.wagers import ENVY, PROGRESSIVE

PAUSE_MS: Final = 20 * 60_000
"""Who bets nothing for this long has stopped playing; the time does not count as play."""
_LINKED: Final = frozenset({PROGRESSIVE, ENVY})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRound:
    """A player's part in a round that stood; of a void one nothing does (R26).

    net        what the player is up or down by it: wagers, bank, what meters paid, less fees, and `corrected`
    corrected  what two people paid of it later, or took back (R58)
    linked     what of it is the Progressive's and Envy's, whose worth depends on the meter at that moment
    wagers     the own wagers, and `banked` those of others against this player's bank (R28); signs are the bank's
    bank       the wager of that bank
    """

    round: str
    game: str
    position: int
    opened_ms: int
    ended_ms: int
    net: Cents
    linked: Cents
    fee: Cents
    wagers: Tally | None
    banked: Tally | None
    bank: Cents = 0
    corrected: Cents = 0
    decisions: tuple[RecordedDecision, ...]

    @property
    def bank_won(self) -> Cents:
        """What the own bank has brought, before its fee."""
        return 0 if self.banked is None else self.banked.win


class PlayerCourse(NamedTuple):
    """How far play has come after so many rounds: result and expectation of all priced wagers and fees, in cents.

    `deviation` is one standard deviation; the expectation is that of play without a mistake.
    """

    rounds: int
    time_ms: int
    won: Cents
    expected: float
    deviation: float


class ResultParts(NamedTuple):
    """What the result of some rounds is made of, in cents; the parts add up to it exactly.

    price    what the best play of these bets brings on average, less fees: mostly below zero
    skill    what mistakes gave up against the best play: never above zero
    luck     by how much the cards were kinder than the average of what was played
    clock    what the clock's decisions for who was away gave up (R19): never above zero, and no mistakes of theirs
    linked   what the Progressive and Envy brought, whose worth depends on the meter at that moment
    unknown  the result of rounds whose game cannot be valued
    """

    price: Cents
    skill: Cents
    luck: Cents
    clock: Cents = 0
    linked: Cents = 0
    unknown: Cents = 0

    @property
    def result(self) -> Cents:
        """All of it together."""
        return sum(self)


def played(past: PastRound, player: str) -> PlayerRound | None:
    """A player's part in a round; none where they had no part, or it was void."""
    round = past.round
    if round.stage is not Stage.OVER:
        return None
    results = results_by_seat(round)
    mine = {seat: rows for seat, rows in results.items() if past.players.get(seat) == player}
    banks = round.bank is not None and past.players.get(round.bank.seat) == player
    if not mine and not banks:
        return None
    others = {seat: rows for seat, rows in results.items() if seat not in mine}
    wagers = of_wagers(round.terms, mine, len(results)) if mine else None
    banked = of_wagers(round.terms, others, len(results)) if banks else None
    own_seats = {*mine, *([round.bank.seat] if banks and round.bank is not None else [])}
    fee = sum(fee.amount for fee in round.fees if fee.seat in own_seats)
    awards = sum(cents for seat, cents in past.awards.items() if seat in mine)
    linked = awards + sum(row.net for rows in mine.values() for row in rows if row.spot in _LINKED)
    won = (banked.win if banked else 0) - (wagers.win if wagers else 0)
    return PlayerRound(
        round=round.id,
        game=round.game.key,
        position=past.entries[-1].position,
        opened_ms=past.times_ms[0],
        ended_ms=past.time_ms,
        net=won + linked - fee,
        linked=linked,
        fee=fee,
        wagers=wagers,
        banked=banked,
        bank=round.bank.wager if banks and round.bank is not None else 0,
        decisions=tuple(one for one in decisions(past) if one.seat in mine),
    )


def course(plays: Sequence[PlayerRound], points: int = 120) -> Iterator[PlayerCourse]:
    """Result and expectation after so many rounds, at about so many points; the last of them is the whole."""
    own, banked = Tally(), Tally()
    won = fees = 0
    step = max(1, len(plays) // points)
    for number, one in enumerate(plays, 1):
        for tally, more in ((own, one.wagers), (banked, one.banked)):
            if more is not None:
                tally.add(more)
        won += one.net - one.linked
        fees += one.fee
        if number % step == 0 or number == len(plays):
            mine, bank = theory(own), theory(banked)
            expected = float(bank.expected - mine.expected - fees)
            yield PlayerCourse(number, one.ended_ms, won, expected, hypot(mine.deviation, bank.deviation))


def result_parts(
    plays: Sequence[PlayerRound],
    mistakes: Fraction,
    not_valued: Iterable[PlayerRound] = (),
    by_clock: Fraction = Fraction(0),
) -> ResultParts:
    """The result of these rounds in its parts, where mistakes cost so much, and the clock's decisions so much; beside
    it rounds that cannot be valued.

    To be expected of what was played is its price less both; what the result is above that is luck.
    """
    whole = next(course(plays, points=1), PlayerCourse(0, 0, 0, 0.0, 0.0))
    price, skill, clock = round(whole.expected), -round(mistakes), -round(by_clock)
    return ResultParts(
        price=price,
        skill=skill,
        luck=whole.won - price - skill - clock,
        clock=clock,
        linked=sum(one.linked for one in plays),
        unknown=sum(one.net for one in not_valued),
    )


def play_sessions(plays: Iterable[PlayerRound]) -> list[list[PlayerRound]]:
    """The sessions that these rounds were played in, oldest first: twenty minutes without a bet end one."""
    sessions: list[list[PlayerRound]] = []
    for one in plays:
        if not sessions or one.opened_ms - sessions[-1][-1].ended_ms > PAUSE_MS:
            sessions.append([])
        sessions[-1].append(one)
    return sessions


def hours(plays: Iterable[PlayerRound]) -> Fraction:
    """How long was played, without the pauses between sittings."""
    whole, until = 0, None
    for one in plays:
        began = one.opened_ms if until is None or one.opened_ms - until > PAUSE_MS else until
        whole += max(0, one.ended_ms - began)
        until = max(one.ended_ms, until or 0)
    return Fraction(whole, 3_600_000)
