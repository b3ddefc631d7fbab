"""Events and terms as plain data, for journals and files: `from_plain(to_plain(event)) == event`.

Cards are their names, money whole cents, pays and actions their text form, so that a record can be read
without Croupier.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from croupier.cards import Card, Hole, cards_text, parse_cards
from croupier.errors import Refused
from croupier.rules.actions import parse_action
from croupier.rules.bank import Bank, Coverage
from croupier.rules.collection import Fee, Schedule
from croupier.rules.deal import Procedure
from croupier.rules.events import (
    Acted,
    AnteReturned,
    BankTaken,
    BetsLocked,
    BetsPlaced,
    BetsWithdrawn,
    Cause,
    DealerShown,
    Dealt,
    EnvyPaid,
    Event,
    FlopShown,
    FoldCollected,
    MeterWon,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    SeatSettled,
    SeedOffered,
    TurnAndRiverShown,
)
from croupier.rules.paytables import Bet, For, Share, parse_pay
from croupier.rules.rulesets import ruleset
from croupier.rules.settlement import Outcome, Result
from croupier.rules.terms import FixedPays, Limits, Terms, terms
from croupier.rules.wagers import Range, Stakes, Wager

Plain: TypeAlias = dict[str, Any]


class BadRecord(Refused):
    """Plain data that is no event of a round."""


def to_plain(event: Event) -> Plain:
    """An event as data that JSON can hold; `event` names its kind."""
    return {"event": type(event).__name__, **_fields(event)}


def from_plain(plain: Mapping[str, Any]) -> Event:
    """The event that `to_plain` wrote."""
    try:
        return _event(plain)
    except Refused:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRecord(f"not an event of a round: {str(plain)[:120]}; {error!r}") from None


def _fields(event: Event) -> Plain:
    match event:
        case RoundOpened():
            return {
                "round": event.round,
                "terms": terms_to_plain(event.terms),
                "commitment": event.commitment,
                "deck_colour": event.deck_colour,
            }
        case BankTaken(bank):
            return {"seat": bank.seat, "wager": bank.wager, "coverage": bank.coverage.value}
        case BetsPlaced(seat, stakes):
            return {"seat": seat, "stakes": stakes_to_plain(stakes)}
        case BetsWithdrawn(seat):
            return {"seat": seat}
        case SeedOffered(seat, seed):
            return {"seat": seat, "seed": seed}
        case BetsLocked(fees):
            return {"fees": {str(fee.seat): fee.amount for fee in fees}}
        case Dealt(deck):
            return {"deck": cards_text(deck)}
        case Acted(seat, action, cause):
            return {"seat": seat, "action": str(action), "cause": cause.value}
        case FlopShown(cards) | TurnAndRiverShown(cards):
            return {"cards": cards_text(cards)}
        case DealerShown(hole, strength):
            return {"hole": cards_text(hole), "strength": strength}
        case AnteReturned(seat, amount):
            return {"seat": seat, "amount": amount}
        case FoldCollected(seat, results):
            return {"seat": seat, "results": [_result_to_plain(result) for result in results]}
        case SeatSettled(seat, strength, outcome, results):
            rows = [_result_to_plain(result) for result in results]
            return {"seat": seat, "strength": strength, "outcome": outcome.value, "results": rows}
        case EnvyPaid(seat, result):
            return {"seat": seat, "result": _result_to_plain(result)}
        case MeterWon(seat, line, pay, stake):
            return {"seat": seat, "line": line, "pay": str(pay), "stake": stake}
        case RoundEnded(counted):
            return {"cards_counted": counted}
        case RoundVoided(reason):
            return {"reason": reason}


def _event(plain: Mapping[str, Any]) -> Event:
    kind = plain["event"]
    match kind:
        case "RoundOpened":
            return RoundOpened(
                round=plain["round"],
                terms=terms_from_plain(plain["terms"]),
                commitment=plain["commitment"],
                deck_colour=plain["deck_colour"],
            )
        case "BankTaken":
            return BankTaken(Bank(plain["seat"], plain["wager"], Coverage(plain["coverage"])))
        case "BetsPlaced":
            return BetsPlaced(plain["seat"], Stakes(**plain["stakes"]))
        case "BetsWithdrawn":
            return BetsWithdrawn(plain["seat"])
        case "SeedOffered":
            return SeedOffered(plain["seat"], plain["seed"])
        case "BetsLocked":
            return BetsLocked(tuple(Fee(int(seat), amount) for seat, amount in plain["fees"].items()))
        case "Dealt":
            return Dealt(parse_cards(plain["deck"]))
        case "Acted":
            return Acted(plain["seat"], parse_action(plain["action"]), Cause(plain["cause"]))
        case "FlopShown":
            return FlopShown(parse_cards(plain["cards"]))
        case "TurnAndRiverShown":
            return TurnAndRiverShown(parse_cards(plain["cards"]))
        case "DealerShown":
            return DealerShown(_hole(plain["hole"]), plain["strength"])
        case "AnteReturned":
            return AnteReturned(plain["seat"], plain["amount"])
        case "FoldCollected":
            return FoldCollected(plain["seat"], tuple(map(_result_from_plain, plain["results"])))
        case "SeatSettled":
            results = tuple(map(_result_from_plain, plain["results"]))
            return SeatSettled(plain["seat"], plain["strength"], Outcome(plain["outcome"]), results)
        case "EnvyPaid":
            return EnvyPaid(plain["seat"], _result_from_plain(plain["result"]))
        case "MeterWon":
            return MeterWon(plain["seat"], plain["line"], _meter_pay(plain["pay"]), plain["stake"])
        case "RoundEnded":
            return RoundEnded(plain["cards_counted"])
        case "RoundVoided":
            return RoundVoided(plain["reason"])
        case _:
            raise BadRecord(f"no event of a round is called {kind!r}")


def _hole(text: str) -> Hole:
    first, second = parse_cards(text)
    return Card(first), Card(second)


def _meter_pay(text: str) -> Share | For:
    pay = parse_pay(text)
    if not isinstance(pay, Share | For):
        raise BadRecord(f"a meter does not pay {text!r}")
    return pay


def _result_to_plain(result: Result) -> Plain:
    return {"wager": result.wager.value, "stake": result.stake, "net": result.net, "reason": result.reason}


def _result_from_plain(plain: Mapping[str, Any]) -> Result:
    return Result(Wager(plain["wager"]), plain["stake"], plain["net"], plain["reason"])


def stakes_to_plain(stakes: Stakes) -> Plain:
    """The bets of a seat, those that are not zero."""
    amounts = {
        "ante": stakes.ante,
        "trips": stakes.trips,
        "bad_beat": stakes.bad_beat,
        "pairs": stakes.pairs,
        "progressive": stakes.progressive,
    }
    return {wager: amount for wager, amount in amounts.items() if amount}


def terms_to_plain(terms: Terms) -> Plain:
    """The terms of a table in full, so that a round can be settled again from its record alone."""
    return {
        "rules": terms.rules.name,
        "version": terms.rules.version,
        "tables": {bet.value: name for bet, name in terms.tables.items()},
        "procedure": terms.procedure.value,
        "limits": None if terms.limits is None else _limits_to_plain(terms.limits),
        "bad_beat_on_fold": terms.bad_beat_on_fold,
        "progressive_on_fold": terms.progressive_on_fold,
        "progressive_stake": terms.progressive_stake,
        "fixed_pays": terms.fixed_pays.value,
        "settling_order": None if terms.settling_order is None else list(terms.settling_order),
        "meter_order": list(terms.meter_order),
        "meter_order_approval": terms.meter_order_approval,
        "aggregate_cap": terms.aggregate_cap,
        "face_up_approval": terms.face_up_approval,
        "clock_s": terms.clock_s,
        "coverage": terms.coverage.value,
        "collection": None if terms.collection is None else terms.collection.value,
        "player_fee": terms.player_fee,
    }


def terms_from_plain(plain: Mapping[str, Any]) -> Terms:
    """The terms that `terms_to_plain` wrote, checked again."""
    rules = ruleset(plain["rules"])
    if plain["version"] != rules.version:
        raise BadRecord(f"{rules.name} version {plain['version']!r} is not known here; this is version {rules.version}")
    order, limits, schedule = plain["settling_order"], plain["limits"], plain["collection"]
    return terms(
        rules,
        {Bet(bet): name for bet, name in plain["tables"].items()},
        procedure=Procedure(plain["procedure"]),
        limits=None if limits is None else _limits_from_plain(limits),
        bad_beat_on_fold=plain["bad_beat_on_fold"],
        progressive_on_fold=plain["progressive_on_fold"],
        progressive_stake=plain["progressive_stake"],
        fixed_pays=FixedPays(plain["fixed_pays"]),
        settling_order=None if order is None else tuple(order),
        meter_order=tuple(plain["meter_order"]),
        meter_order_approval=plain["meter_order_approval"],
        aggregate_cap=plain["aggregate_cap"],
        face_up_approval=plain["face_up_approval"],
        clock_s=plain["clock_s"],
        coverage=Coverage(plain["coverage"]),
        collection=None if schedule is None else Schedule(schedule),
        player_fee=plain["player_fee"],
    )


_SPOTS = ("ante", "trips", "bad_beat", "pairs")


def _limits_to_plain(limits: Limits) -> Plain:
    spots = {spot: [getattr(limits, spot).minimum, getattr(limits, spot).maximum] for spot in _SPOTS}
    return {"unit": limits.unit, "legal": limits.legal, **spots}


def _limits_from_plain(plain: Mapping[str, Any]) -> Limits:
    return Limits(unit=plain["unit"], legal=plain["legal"], **{spot: Range(*plain[spot]) for spot in _SPOTS})
