"""Signs of players who use what they see at a face-up table (R53): how long they think, whether they bet on the side,
and decisions that are right only with the others' cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from croupier.errors import Refused
from croupier.floor.history.advantage import JudgedDecision, Sign, by_chance, judge
from croupier.floor.history.decisions import RecordedDecision, decisions
from croupier.floor.history.rounds import PastRound, last_rounds, past_rounds
from croupier.floor.history.verdict import FEWEST, PlayerSigns, Signs
from croupier.floor.plan import load
from croupier.lab.capabilities import check_countable, face_up_run
from croupier.money import Cents
from croupier.rules.events import Cause
from croupier.rules.round import Stage
from croupier.rules.seat import Seat
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.journal import Store

ROUNDS: Final = 200
"""So many rounds are looked at where nobody says how many."""

Tell: TypeAlias = Callable[[str, float], None]


class NothingSeen(Refused):
    """Rounds in which nobody saw another player's cards."""

    def __init__(self, table: str, rounds: int) -> None:
        looked = f"none of the {rounds} finished rounds looked at was" if rounds else "no finished round looked at was"
        super().__init__(
            f"no signs to look for at {table}: {looked} dealt face up to two players or more; "
            "want a table that deals face up (R17), or rounds from the time when it did"
        )


def signs(
    store: Store,
    table: str,
    *,
    rounds: int | None = None,
    since_ms: int | None = None,
    until_ms: int | None = None,
    tell: Tell = lambda words, part: None,
) -> Signs:
    """The signs at a table: over its last rounds, 200 unless told, or over those of a period."""
    load(store, table)  # refuses a name that no table has
    if rounds is not None and rounds < 1:
        raise Refused(f"cannot look at {rounds} rounds; want one or more")
    finished = _rounds(store, table, rounds, since_ms, until_ms)
    counted = [past for past in finished if _counts(past)]
    if not counted:
        raise NothingSeen(table, len(finished))
    check_countable(counted[-1].round.terms.rules.game)
    all_decisions = [decision for past in counted for decision in decisions(past)]
    own = [decision for decision in all_decisions if decision.cause is Cause.PLAYER]
    judged = [_with_progress(tell, "judging decisions", at, len(own), judge(one)) for at, one in enumerate(own, 1)]
    chances = _chances(judged, tell)
    names = sorted({decision.player for decision in all_decisions})
    players = [_player(name, counted, all_decisions, judged, chances.get(name)) for name in names]
    return Signs(
        table=table,
        game=counted[-1].round.game.key,
        looked_at=len(finished),
        rounds=len(counted),
        since_ms=counted[0].time_ms,
        until_ms=counted[-1].time_ms,
        average_ms=_average(own),
        players=tuple(sorted(players, key=_least_likely)),
    )


def _rounds(
    store: Store, table: str, rounds: int | None, since_ms: int | None, until_ms: int | None
) -> list[PastRound]:
    if since_ms is None and until_ms is None:
        return last_rounds(store, table, rounds or ROUNDS)
    since, until = since_ms or 0, 1 << 62 if until_ms is None else until_ms
    past = past_rounds(entry for entry in store.read(f"table/{table}") if since <= entry.time_ms < until)
    return past if rounds is None else past[-rounds:]


def _counts(past: PastRound) -> bool:
    """Whether there was something to see: the terms of that round dealt face up, to more than one, and it stood."""
    return past.round.terms.face_up and past.round.stage is Stage.OVER and len(past.round.seats) > 1


def _with_progress(tell: Tell, words: str, at: int, of: int, judged: JudgedDecision) -> JudgedDecision:
    tell(words, at / of)
    return judged


def _chances(judged: Sequence[JudgedDecision], tell: Tell) -> dict[str, float]:
    """By player: the chance of so many right decisions without looking. Who has few of them has nothing to explain."""
    right = Counter(one.decision.player for one in judged if one.kind is Sign.LOOKED)
    looking = {name for name, count in right.items() if count >= FEWEST}
    told = [one for one in judged if one.kind in (Sign.LOOKED, Sign.MISTAKE)]
    differing = [one for one in told if one.decision.player in looking]
    parts: dict[str, list[float]] = {name: [] for name in looking}
    for at, one in enumerate(differing, 1):
        parts[one.decision.player].append(float(by_chance(one)))
        tell("dealing the others' cards again", at / len(differing))
    return {name: at_least(right[name], parts[name]) for name in looking}


def at_least(right: int, chances: Sequence[float]) -> float:
    """How likely `right` or more of these things happen, each with a chance of its own.

    >>> at_least(2, [0.5, 0.5])
    0.25
    """
    spread = [1.0]
    for chance in chances:
        more = [0.0, *(part * chance for part in spread)]
        spread = [part * (1 - chance) + added for part, added in zip([*spread, 0.0], more, strict=True)]
    return min(1.0, sum(spread[right:]))


def _player(
    name: str,
    counted: Sequence[PastRound],
    all_decisions: Sequence[RecordedDecision],
    judged: Sequence[JudgedDecision],
    chance: float | None,
) -> PlayerSigns:
    mine = [one for one in judged if one.decision.player == name]
    looked = tuple(one for one in mine if one.kind is Sign.LOOKED)
    mistakes = [one for one in mine if one.kind is Sign.MISTAKE]
    played = [(past, seat) for past in counted for seat in past.round.seats if past.players[seat.number] == name]
    played = [(past, seat) for past, seat in played if past.round.game.base in seat.stakes]
    offered = [(past, seat) for past, seat in played if _optional(past)]
    perfect_looks, perfect_gain = _perfect(played)
    return PlayerSigns(
        player=name,
        rounds=len(played),
        decisions=len(mine),
        by_clock=sum(one.player == name and one.cause is not Cause.PLAYER for one in all_decisions),
        average_ms=_average([one.decision for one in mine]),
        others_ms=_average([one.decision for one in judged if one.decision.player != name]),
        side_bets=sum(any(seat.stakes.on(spot) for spot in _optional(past)) for past, seat in offered),
        might_have=len(offered),
        looked=looked,
        mistakes=len(mistakes),
        gained=round(sum((one.gained_cents for one in looked), Fraction(0))),
        lost=round(sum((one.lost_cents for one in mistakes), Fraction(0))),
        perfect_looks=perfect_looks,
        perfect_gain=perfect_gain,
        chance=chance,
    )


def _perfect(played: Sequence[tuple[PastRound, Seat]]) -> tuple[float, Cents] | tuple[None, None]:
    """What one who looks and never errs comes to in these rounds; nothing where a run for such a table is not kept."""
    looks, gain = 0.0, 0.0
    for past, seat in played:
        run = face_up_run(past.round.terms.rules.game, len(past.round.seats))
        if run is None:
            return None, None
        looks += sum(run["changed"].values())
        gain += run["gain"] * seat.stakes.on(past.round.game.base)
    return looks, round(gain)


def _optional(past: PastRound) -> list[str]:
    """The side bets that could be made; a Progressive only at a table on a link."""
    terms = past.round.terms
    offered = [spot.key for spot in terms.game.optional if terms.offers(spot.key)]
    return [spot for spot in offered if spot != PROGRESSIVE or terms.progressive_stake is not None]


def _least_likely(player: PlayerSigns) -> tuple[float, int, str]:
    """The order of a report: who has most to explain comes first."""
    return 2.0 if player.chance is None else player.chance, -len(player.looked), player.player


def _average(all_decisions: Sequence[RecordedDecision]) -> int | None:
    return sum(one.waited_ms for one in all_decisions) // len(all_decisions) if all_decisions else None
