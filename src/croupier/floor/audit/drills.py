"""The audit of drills: every answer must cost what its entry says, and every test must have the result it was given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from croupier.floor.audit.context import Context
from croupier.floor.audit.finding import DecodedEntry
from croupier.floor.house.drills import ANSWERED, PREFIX, TESTED, answered_of, read_test
from croupier.school.decision import EDITION, Decision, parse_decision
from croupier.store.entry import Event


def check_drills(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with an answer or a test of somebody who learns to play, if anything."""
    return next(_wrong(line, line.entry.stream.removeprefix(PREFIX)), None)


def _wrong(line: DecodedEntry, name: str) -> Iterator[str]:
    if line.entry.actor.partition("/")[2] != name:
        yield f"{line.entry.actor} answered for {name}"
    if line.transfers:
        yield f"moved {line.transfers}, but drills move no money"
    for event in line.events:
        match event["event"]:
            case str(kind) if kind == ANSWERED:
                yield from _answer_wrong(event)
            case str(kind) if kind == TESTED:
                yield from _test_wrong(event, name, line.entry.command)
            case kind:
                yield f"{kind} is nothing that happens in a drill"


def _answer_wrong(event: Event) -> Iterator[str]:
    answer = answered_of(event)
    if answer.event() != event:
        yield f"is not written as an answer is: {event}"
    values = _values(answer.position)
    cost, margin = _cost(values, answer.choice), _margin(values)
    if (cost, margin) != (answer.cost, answer.margin):
        yield f"{answer.choice} in {answer.position} costs {cost}, not {answer.cost}; at stake are {margin}"


def _test_wrong(event: Event, name: str, command: str) -> Iterator[str]:
    test = read_test(event)
    if test.event() != event:
        yield f"is not written as a test is: {event}"
    if test.who != name or command != f"certificate/{test.certificate}":
        yield f"certificate {test.certificate} is {test.who}'s, in the stream of {name}, asked for by {command}"
    if not 1 <= test.edition <= EDITION:
        yield f"is of edition {test.edition}, which there never was"
    if test.edition != EDITION:
        return  # an older edition cannot be drawn again
    costs = [_cost(_values(decision.key), choice) for decision, choice in zip(test.paper, test.answers, strict=True)]
    right, cost = sum(not each for each in costs), sum(costs, Fraction(0))
    if (right, cost) != (test.right, test.cost):
        yield f"marked again it is {right} right at a cost of {cost}, not {test.right} at {test.cost}"


def _cost(values: Mapping[str, Fraction], choice: str) -> Fraction:
    return max(values.values()) - values[choice]


def _margin(values: Mapping[str, Fraction]) -> Fraction:
    best, second, *_ = sorted(values.values(), reverse=True)
    return best - second


@lru_cache(maxsize=65_536)
def _values(key: str) -> Mapping[str, Fraction]:
    return _worked_out(parse_decision(key))


def _worked_out(decision: Decision) -> Mapping[str, Fraction]:
    # The lab is loaded for who has something to judge: a record without drills is audited without it.
    from croupier.lab.solver import solver

    return solver(decision.game).advise(decision.own, decision.board, decision.up)
