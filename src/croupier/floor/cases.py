"""Settlement cases: a round as a regulator hands it over, settled by the engine that tables run on.

A case goes the way of every round: its cards are stacked into a deck order, its seats bet, its lines are
played, and `decide` and `evolve` do the rest.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from croupier.cards import Cards, WrongNumberOfCards, parse_cards
from croupier.errors import Refused
from croupier.floor.awards import apply_awards
from croupier.hands import category
from croupier.jackpot.meter import Meter, check_meter
from croupier.money import dollars
from croupier.rules.actions import Action, parse_line
from croupier.rules.bank import BadBank, Coverage, parse_coverage
from croupier.rules.commands import (
    Act,
    Command,
    DealCards,
    EndRound,
    LockBets,
    OpenRound,
    PlaceBets,
    Settle,
    ShowDealer,
    ShowFlop,
    ShowTurnAndRiver,
    TakeBank,
    decide,
)
from croupier.rules.deal import stack
from croupier.rules.events import AnteReturned, EnvyPaid, FoldCollected, MeterWon, SeatSettled
from croupier.rules.paytables import LEVELS, Bet
from croupier.rules.round import Round, evolve
from croupier.rules.rulesets import BankedBy, RuleSet, ruleset
from croupier.rules.seat import NoSuchSeat, check_seat
from croupier.rules.settlement import Outcome, qualifies
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import BET_OF, OPTIONAL, BadWager, Stakes, Wager

Case: TypeAlias = Mapping[str, Any]

_SEAT_KEYS = {"seat", "hole", "ante", "blind", "trips", "bad_beat", "pairs", "progressive", "line"}
_SWITCHES = ("progressive_on_fold", "bad_beat_on_fold")
_TABLE_KEYS = ("trips", "bad_beat", "pairs", "progressive")
_KEY = {wager: wager.value for wager in Wager}
MOST_CENTS = 10**15
"""More than all the money there is; beyond it a number is a mistake, and might not even be printable."""


class BadCase(Refused):
    """A case that is not of the form that `docs/cases.md` describes."""


def answer_line(line: str | bytes) -> str:
    """The answer to one line of cases, as one line of JSON; a case that breaks a rule gets its error."""
    try:
        case = json.loads(line if isinstance(line, str) else line.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        return json.dumps({"id": None, "error": f"not JSON: {error}; want one case, a JSON object, a line"})
    try:
        return json.dumps(answer(case))
    except RecursionError:
        return json.dumps({"id": None, "error": "nested too deeply for a case; want one JSON object a line"})


def _no_number(name: str) -> float:
    # Python's reader knows NaN and Infinity; JSON does not, and an answer must not hand them on.
    raise ValueError(f"{name} is no JSON number")


def answer(case: object) -> dict[str, Any]:
    """The answer to one case, or its error."""
    if not isinstance(case, dict):
        return {"id": None, "error": f"a case is a JSON object, not {type(case).__name__}"}
    try:
        return _settled(case)
    except Refused as refused:
        return {"id": case.get("id"), "error": str(refused)}


def _settled(case: Case) -> dict[str, Any]:
    rules = ruleset(case.get("rules"))
    bank = _bank(case, rules)
    at = _terms(case, rules, bank)
    rows = _rows(case)
    meters = _meters(case)
    stakes = {number: _stakes(row, at, meters) for number, row in rows.items()}
    lines = {number: parse_line(row.get("line")) for number, row in rows.items()}
    board = _cards(case.get("board"), "the board", 5)
    dealer = _cards(case.get("dealer"), "the dealer", 2)
    holes = {number: _cards(row.get("hole"), f"seat {number}", 2) for number, row in rows.items()}
    deck = stack(at.procedure, holes, dealer, board)  # type: ignore[arg-type]
    round = _played(at, bank, stakes, lines, deck)
    return _answer(case, round, meters)


def _played(
    at: Terms,
    bank: tuple[int, int] | None,
    stakes: dict[int, Stakes],
    lines: dict[int, tuple[Action, ...]],
    deck: Cards,
) -> Round:
    """The round from opened bets to the last chip, one command after another."""
    commands: list[Command] = []
    if bank is not None:
        commands.append(TakeBank(*bank))
    commands += [PlaceBets(number, stakes[number]) for number in stakes]
    commands += [LockBets(), DealCards(deck)]
    shows: tuple[Command, ...] = (ShowFlop(), ShowTurnAndRiver(), ShowDealer())
    for street, show in enumerate(shows):
        commands += [Act(number, line[street]) for number, line in lines.items() if street < len(line)]
        commands.append(show)
    commands += [Settle(), EndRound()]
    (opened,) = decide(None, OpenRound(round="case", terms=at))
    round = evolve(None, opened)
    for command in commands:
        for event in decide(round, command):
            round = evolve(round, event)
    return round


def _answer(case: Case, round: Round, meters: dict[str, Meter] | None) -> dict[str, Any]:
    nets = {seat.number: dict.fromkeys(Wager, 0) for seat in round.seats}
    settled: dict[int, SeatSettled] = {}
    wins: list[MeterWon] = []
    for event in round.settled:
        match event:
            case SeatSettled(number, _, _, results):
                settled[number] = event
                for result in results:
                    nets[number][result.wager] += result.net
            case FoldCollected(number, results):
                for result in results:
                    nets[number][result.wager] += result.net
            case EnvyPaid(number, result):
                nets[number][result.wager] += result.net
            case MeterWon():
                wins.append(event)
            case AnteReturned():
                pass
    if meters is not None:
        paid, meters = apply_awards(meters, wins)
        for award in paid:
            nets[award.seat][Wager.PROGRESSIVE] += award.award.amount
    strength = round.dealer_strength
    answer: dict[str, Any] = {
        "id": case.get("id"),
        "dealer": {"category": category(strength).key, "qualifies": qualifies(strength)},
    }
    if round.bank is not None:
        answer["bank"] = {"seat": round.bank.seat, "net": -sum(sum(net.values()) for net in nets.values())}
    answer["seats"] = [
        _seat_answer(settled[row["seat"]].strength, settled[row["seat"]].outcome, row["seat"], nets[row["seat"]])
        for row in case["seats"]
    ]
    if meters is not None:
        answer["meters"] = {
            level: {"amount": meter.amount, "seed": meter.seed, "reserve": meter.reserve}
            for level, meter in meters.items()
        }
    return answer


def _seat_answer(strength: int, outcome: Outcome, number: int, net: dict[Wager, int]) -> dict[str, Any]:
    return {
        "seat": number,
        "category": category(strength).key,
        "outcome": outcome.value,
        "net": {_KEY[wager]: amount for wager, amount in net.items()},
        "total": sum(net.values()),
    }


def _rows(case: Case) -> dict[int, dict[str, Any]]:
    seats = case.get("seats")
    if not isinstance(seats, list) or not seats:
        raise BadCase("no seats: a case has a list of one to six seats")
    rows: dict[int, dict[str, Any]] = {}
    for row in seats:
        if not isinstance(row, dict):
            raise BadCase(f"a seat is a JSON object, not {row!r}")
        number = row.get("seat")
        if type(number) is not int:
            raise NoSuchSeat(f"no seat {number!r}; seats are whole numbers from 1 to 6")
        check_seat(number)
        if number in rows:
            raise NoSuchSeat(f"seat {number} twice; each seat plays once a round")
        unknown = row.keys() - _SEAT_KEYS
        if unknown:
            raise BadWager(
                f"seat {number} has {sorted(unknown)[0]!r}, which is not offered; known: {_list(_SEAT_KEYS)}"
            )
        rows[number] = row
    return rows


def _stakes(row: dict[str, Any], at: Terms, meters: dict[str, Meter] | None) -> Stakes:
    number = row["seat"]
    ante = _amount(row.get("ante"), f"seat {number}'s Ante")
    blind = _amount(row.get("blind", ante), f"seat {number}'s Blind")
    if blind != ante:
        raise BadWager(f"seat {number}'s Blind is {blind} and its Ante {ante}; the Blind must equal the Ante")
    optional = {_KEY[wager]: _amount(row.get(_KEY[wager], 0), f"seat {number}'s {wager.felt}") for wager in OPTIONAL}
    for wager in OPTIONAL:
        bet = BET_OF[wager]
        if optional[_KEY[wager]] > 0 and at.rules.offers(bet) and bet not in at.tables:
            offered = _list(at.rules.tables[bet])
            raise BadCase(f"seat {number} bets {wager.felt}, but the case names no pay table for it; want {offered}")
    stakes = Stakes(ante=ante, **optional)
    if stakes.progressive > 0 and at.rules.offers(Bet.PROGRESSIVE):
        for level in at.table(Bet.PROGRESSIVE).levels:
            if meters is None or level not in meters:
                raise BadCase(
                    f"meter missing: the progressive wager plays for {level!r}, which the case has no meter of"
                )
    return stakes


def _amount(value: object, what: str) -> int:
    if type(value) is not int:
        raise BadWager(f"{what} is {value!r}; want whole cents")
    if abs(value) > MOST_CENTS:
        raise BadWager(f"{what} has {len(str(abs(value)))} digits; want whole cents, at most {dollars(MOST_CENTS)}")
    return value


def _cards(text: object, place: str, want: int) -> Cards:
    cards = parse_cards(text)
    if len(cards) != want:
        raise WrongNumberOfCards(place, want, len(cards))
    return cards


def _meters(case: Case) -> dict[str, Meter] | None:
    raw = case.get("meters")
    if raw is None:
        return None
    if not isinstance(raw, dict):
        raise BadCase("meters are a JSON object with a level each, such as 'main'")
    meters = {}
    for level, figures in raw.items():
        if level not in LEVELS or not isinstance(figures, dict):
            raise BadCase(f"no meter {level!r}; want {_list(LEVELS)}, each with amount, seed and reserve")
        cents = {key: _amount(figures.get(key), f"{level}'s {key}") for key in ("amount", "seed", "reserve")}
        meters[level] = Meter(**cents)
        check_meter(meters[level])
    return meters


def _bank(case: Case, rules: RuleSet) -> tuple[int, int] | None:
    raw = case.get("bank")
    if rules.banked_by is BankedBy.HOUSE:
        if raw is not None:
            raise BadBank(f"{rules.name} is banked by the house; only ca has a bank, so leave it out")
        return None
    if not isinstance(raw, dict):
        raise BadBank("no bank: ca needs one; want seat and wager, and coverage 'net' or 'gross'")
    number, wager = raw.get("seat"), _amount(raw.get("wager"), "the bank's wager")
    if type(number) is not int:
        raise NoSuchSeat(f"no seat {number!r} to bank; seats are whole numbers from 1 to 6")
    return number, wager


def _terms(case: Case, rules: RuleSet, bank: tuple[int, int] | None) -> Terms:
    house, tables = case.get("house", {}), case.get("paytables", {})
    if not isinstance(house, dict) or not isinstance(tables, dict):
        raise BadCase("house and paytables are JSON objects")
    for key, value in house.items():
        if key not in _SWITCHES or not isinstance(value, bool):
            raise BadCase(f"no house switch {key!r}: {value!r}; want {_list(_SWITCHES)}, true or false")
    for key, value in tables.items():
        if key not in _TABLE_KEYS or not isinstance(value, str):
            raise BadCase(f"no pay table {value!r} for {key!r}; want names for {_list(_TABLE_KEYS)}")
    coverage = parse_coverage(case["bank"].get("coverage", "net")) if bank is not None else Coverage.NET
    return _made_terms(rules, tuple(tables.items()), tuple(house.items()), coverage)


@lru_cache(maxsize=1024)
def _made_terms(
    rules: RuleSet, named: tuple[tuple[str, str], ...], switches: tuple[tuple[str, bool], ...], coverage: Coverage
) -> Terms:
    # Where a rule set has only one pay table for a bet, a case need not name it.
    tables = {bet: offered[0] for bet, offered in rules.tables.items() if len(offered) == 1}
    tables |= {Bet(bet): name for bet, name in named}
    return terms(rules, tables, limits=None, collection=None, coverage=coverage, **dict(switches))


def _list(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))
