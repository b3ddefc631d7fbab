"""Settlement cases: a round as a regulator hands it over, settled by the engine that tables run on.

A case goes the way of every round: its cards are stacked into a deck order, its seats bet, its lines are
played, and `decide` and `evolve` do the rest.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, TypeAlias

from croupier import games
from croupier.cards import Cards, WrongNumberOfCards, parse_cards
from croupier.errors import Refused
from croupier.floor.links.awards import apply_awards
from croupier.games import ruleset
from croupier.jackpot.meter import Meter, check_meter
from croupier.money import dollars
from croupier.rules.actions import FOLD, Action
from croupier.rules.bank import BadBank, Coverage, parse_coverage
from croupier.rules.commands import Act, Command, DealCards, OpenRound, PlaceBets, TakeBank, decide
from croupier.rules.deal import stack
from croupier.rules.events import BetReturned, EnvyPaid, FoldCollected, MeterWon, SeatSettled
from croupier.rules.game import AfterFold, Game
from croupier.rules.paytables import LEVELS
from croupier.rules.round import Round, evolve
from croupier.rules.rulesets import BankedBy, RuleSet
from croupier.rules.seat import NoSuchSeat, check_seat
from croupier.rules.steps import COLLECT, END, LOCK, SETTLE
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import PROGRESSIVE, BadWager, Spot, Stakes

Case: TypeAlias = Mapping[str, Any]

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
    rules = _rules(case)
    game = rules.game
    bank = _bank(case, rules)
    at = _terms(case, rules, bank)
    rows = _rows(case, game)
    meters = _meters(case)
    stakes = {number: _stakes(row, at, meters) for number, row in rows.items()}
    lines = {number: _line(row, stakes[number], game) for number, row in rows.items()}
    layout = game.layout
    board = _cards(case.get("board"), "the board", layout.board)
    dealer = _cards(case.get("dealer"), "the dealer", layout.dealer)
    own = {
        number: _cards(row.get("cards", row.get("hole")), f"seat {number}", layout.own) for number, row in rows.items()
    }
    deck = stack(at.procedure, layout, own, dealer, board, game.deck)
    round = _played(at, bank, stakes, lines, deck)
    return _answer(case, round, meters)


def _rules(case: Case) -> RuleSet:
    """The rule set of a case. Where it names only a game, that game's first."""
    if "game" not in case:
        return ruleset(case.get("rules"))
    played = games.game(case["game"])
    rules = ruleset(case["rules"]) if "rules" in case else played.rule_sets[0]
    if rules.game is not played:
        raise BadCase(f"{rules.name} is no rule set of {played.key}; want {_list(r.name for r in played.rule_sets)}")
    return rules


def _line(row: dict[str, Any], stakes: Stakes, game: Game) -> tuple[Action, ...]:
    # A stake below nothing is refused as such, with or without a line.
    if stakes.on(game.base) > 0 or row.get("line") is not None:
        line = game.parse_line(row.get("line"))
        if game.base not in stakes:
            raise BadCase(
                f"seat {row['seat']} has no {game.base_words}, so it has nothing to decide; leave the line out"
            )
        return line
    return ()


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
        commands.append(Act(bank[0], TakeBank(bank[1])))
    commands += [Act(number, PlaceBets(stakes[number])) for number in stakes]
    commands += [LOCK, DealCards(deck)]
    for street, show in enumerate(at.game.steps):
        commands += [Act(number, line[street]) for number, line in lines.items() if street < len(line)]
        if at.folds_first and show == at.game.steps[-1]:
            commands += [COLLECT] * sum(FOLD in line for line in lines.values())
        commands.append(show)
    commands += [SETTLE, END]
    (opened,) = decide(None, OpenRound(round="case", terms=at))
    round = evolve(None, opened)
    for command in commands:
        for event in decide(round, command):
            round = evolve(round, event)
    return round


def _answer(case: Case, round: Round, meters: dict[str, Meter] | None) -> dict[str, Any]:
    game = round.game
    unnamed = {bet.key for bet in game.side_bets if bet.named_if_bet}
    nets = {
        seat.number: {spot.key: 0 for spot in game.spots if spot.key in seat.stakes or spot.key not in unnamed}
        for seat in round.seats
    }
    settled: dict[int, SeatSettled] = {}
    wins: list[MeterWon] = []
    for event in round.settled:
        match event:
            case SeatSettled(number, _, _, results):
                settled[number] = event
                for result in results:
                    nets[number][result.spot] += result.net
            case FoldCollected(number, results):
                for result in results:
                    nets[number][result.spot] += result.net
            case EnvyPaid(number, result):
                nets[number][result.spot] += result.net
            case MeterWon():
                wins.append(event)
            case BetReturned():
                pass
    if meters is not None:
        paid, meters = apply_awards(meters, wins)
        for award in paid:
            nets[award.seat][PROGRESSIVE] += award.award.amount
    answer: dict[str, Any] = {"id": case.get("id")}
    if game.layout.dealer:
        strength = round.dealer_strength
        plays = game.qualifies is None or game.qualifies(strength)
        answer["dealer"] = {"category": game.ranking.category(strength).key, "qualifies": plays}
    if round.bank is not None:
        answer["bank"] = {"seat": round.bank.seat, "net": -sum(sum(net.values()) for net in nets.values())}
    answer["seats"] = [
        {
            "seat": row["seat"],
            "category": game.ranking.category(settled[row["seat"]].strength).key,
            "outcome": settled[row["seat"]].outcome.value,
            "net": nets[row["seat"]],
            "total": sum(nets[row["seat"]].values()),
        }
        for row in case["seats"]
    ]
    if meters is not None:
        answer["meters"] = {
            level: {"amount": meter.amount, "seed": meter.seed, "reserve": meter.reserve}
            for level, meter in meters.items()
        }
    return answer


def _rows(case: Case, game: Game) -> dict[int, dict[str, Any]]:
    stakes = {game.case_key if game.case_key and spot.key == game.base else spot.key for spot in game.before}
    known = {"seat", "hole", "cards", "line", *stakes}
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
        unknown = row.keys() - known
        if unknown:
            raise BadWager(f"seat {number} has {sorted(unknown)[0]!r}, which is not offered; known: {_list(known)}")
        rows[number] = row
    return rows


def _stakes(row: dict[str, Any], at: Terms, meters: dict[str, Meter] | None) -> Stakes:
    number, game = row["seat"], at.game
    named = {
        spot.key: _amount(row[key], f"seat {number}'s {spot.felt}") for spot, key in _case_keys(game) if key in row
    }
    for spot, _ in _case_keys(game):
        # A case that names such a bet must name it right; an amount of 0 would otherwise count as left out.
        if spot.follows is not None and spot.key in named and named[spot.key] != named.get(spot.follows, 0):
            led, amount = game.by_key[spot.follows].felt, dollars(named[spot.key])
            raise BadWager(f"seat {number}'s {spot.felt} is {amount}; the {spot.felt} must equal the {led}")
    for spot in game.optional:
        if named.get(spot.key, 0) > 0 and at.rules.offers(spot.key) and spot.key not in at.tables:
            offered = _list(at.rules.tables[spot.key])
            raise BadCase(f"seat {number} bets {spot.felt}, but the case names no pay table for it; want {offered}")
    stakes = Stakes({spot: cents for spot, cents in named.items() if cents})
    if stakes.on(PROGRESSIVE) > 0 and PROGRESSIVE in at.tables:
        for level in at.table(PROGRESSIVE).levels:
            if meters is None or level not in meters:
                raise BadCase(
                    f"meter missing: the progressive wager plays for {level!r}, which the case has no meter of"
                )
    return stakes


@cache
def _case_keys(game: Game) -> tuple[tuple[Spot, str], ...]:
    """The bets before the deal, and what a case calls each."""
    return tuple([(spot, (spot.key == game.base and game.case_key) or spot.key) for spot in game.before])


def _amount(value: object, what: str) -> int:
    if type(value) is not int:
        raise BadWager(f"{what} is {value!r}; want whole cents")
    if abs(value) > MOST_CENTS:
        raise BadWager(f"{what} has {len(str(abs(value)))} digits; want whole cents, at most {dollars(MOST_CENTS)}")
    return value


def _cards(text: object, place: str, want: int) -> Cards:
    if text is None and not want:
        return ()
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
            raise BadBank(f"{rules.name} is banked by the house, so a case of it has no bank; leave it out")
        return None
    if not isinstance(raw, dict):
        raise BadBank(f"no bank: {rules.name} needs one; want seat and wager, and coverage 'net' or 'gross'")
    number, wager = raw.get("seat"), _amount(raw.get("wager"), "the bank's wager")
    if type(number) is not int:
        raise NoSuchSeat(f"no seat {number!r} to bank; seats are whole numbers from 1 to 6")
    return number, wager


def _terms(case: Case, rules: RuleSet, bank: tuple[int, int] | None) -> Terms:
    house, tables = case.get("house", {}), case.get("paytables", {})
    if not isinstance(house, dict) or not isinstance(tables, dict):
        raise BadCase("house and paytables are JSON objects")
    game = rules.game
    switches = {f"{spot}_on_fold": spot for spot in (PROGRESSIVE, *_chosen_by_house(game))}
    for key, value in house.items():
        if key not in switches or not isinstance(value, bool):
            raise BadCase(f"no house switch {key!r}: {value!r}; want {_list(switches)}, true or false")
    kinds = [*game.base_tables, *(spot.key for spot in game.optional)]
    for key, value in tables.items():
        if key not in kinds or not isinstance(value, str):
            raise BadCase(f"no pay table {value!r} for {key!r}; want names for {_list(kinds)}")
    lost = tuple(switches[key] for key, stays in house.items() if not stays)
    coverage = parse_coverage(case["bank"].get("coverage", "net")) if bank is not None else Coverage.NET
    return _made_terms(rules, tuple(tables.items()), lost, coverage)


def _chosen_by_house(game: Game) -> list[str]:
    return [bet.key for bet in game.side_bets if bet.after_fold is AfterFold.HOUSE_CHOOSES]


@lru_cache(maxsize=1024)
def _made_terms(
    rules: RuleSet, named: tuple[tuple[str, str], ...], lost_by_fold: tuple[str, ...], coverage: Coverage
) -> Terms:
    # Where a rule set has only one pay table for a bet, or says which is meant, a case need not name it.
    tables = {bet: names[0] for bet, names in rules.tables.items() if len(names) == 1 or bet in rules.assumed}
    tables |= dict(named)
    return terms(rules, tables, limits=None, collection=None, coverage=coverage, lost_by_fold=lost_by_fold)


def _list(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))
