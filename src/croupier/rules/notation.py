"""A whole round as text, to paste into a bug report and to play again.

One line a step, in the words of the table. Lines that a person or a deck decided are read back and played
through `decide`; lines that begin with `=` say what the engine made of them, and are compared, so that a report whose
amounts the engine no longer gives is refused with the first line that differs.

    round "demo/1"
    terms {"rules": "wa-base"}
    deck blue commitment cb71…
    seat 3 bets ante 5 trips 1
    lock
    deal 2c 7d …
    seat 3 check
    flop
    = Ah Kd 2s
    …
    end
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from croupier.cards import cards_text, parse_cards
from croupier.errors import Refused
from croupier.hands import describe
from croupier.money import dollars, parse_dollars, signed_dollars
from croupier.rules.actions import parse_action
from croupier.rules.commands import (
    Act,
    Command,
    DealCards,
    EndRound,
    LockBets,
    OfferSeed,
    OpenRound,
    PlaceBets,
    SettleNext,
    ShowDealer,
    ShowFlop,
    ShowTurnAndRiver,
    TakeBank,
    VoidRound,
    WithdrawBets,
    decide,
)
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
from croupier.rules.record import stakes_to_plain, terms_from_plain, terms_to_plain
from croupier.rules.round import Round, evolve
from croupier.rules.rulesets import ruleset
from croupier.rules.settlement import Result
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import Stakes


class BadNotation(Refused):
    """Text that is no round."""

    def __init__(self, number: int, line: str, why: str) -> None:
        super().__init__(f"line {number}, {line[:80]!r}: {why}")
        self.number = number


def notation(events: Iterable[Event]) -> str:
    """The text of a round: `parse_notation(notation(events)) == events` for events that `decide` made."""
    return "".join(f"{line}\n" for event in events for line in _lines(event))


def _lines(event: Event) -> list[str]:
    match event:
        case RoundOpened():
            return [
                f"round {json.dumps(event.round)}",
                f"terms {_terms_text(event.terms)}",
                f"deck {event.deck_colour} commitment {event.commitment or '-'}",
            ]
        case BankTaken(bank):
            return [f"seat {bank.seat} banks {_plain_dollars(bank.wager)}"]
        case BetsPlaced(seat, stakes):
            return [f"seat {seat} bets {_stakes_text(stakes)}"]
        case BetsWithdrawn(seat):
            return [f"seat {seat} withdraws"]
        case SeedOffered(seat, seed):
            return [f"seat {seat} mixes {json.dumps(seed)}"]
        case BetsLocked(fees):
            return ["lock", *(f"= fee seat {fee.seat} {dollars(fee.amount)}" for fee in fees)]
        case Dealt(deck):
            return [f"deal {cards_text(deck)}"]
        case Acted(seat, action, cause):
            return [f"seat {seat} {action}" + ("" if cause is Cause.PLAYER else f" by {cause.value}")]
        case FlopShown(cards):
            return ["flop", f"= {cards_text(cards)}"]
        case TurnAndRiverShown(cards):
            return ["turn and river", f"= {cards_text(cards)}"]
        case DealerShown(hole, strength):
            return ["dealer", f"= {cards_text(hole)}: {describe(strength)}"]
        case AnteReturned(seat, amount):
            return [f"= seat {seat} Ante {dollars(amount)} returned"]
        case FoldCollected(seat, results):
            return [f"= seat {seat} folded: {_results_text(results)}"]
        case SeatSettled(seat, strength, outcome, results):
            return [f"= seat {seat} {outcome.value}, {describe(strength)}: {_results_text(results)}"]
        case EnvyPaid(seat, result):
            return [f"= seat {seat} envy: {_results_text([result])}"]
        case MeterWon(seat, line, pay, stake):
            return [f"= seat {seat} meter: {line.replace('_', ' ')} {pay} on {dollars(stake)}"]
        case RoundEnded(counted):
            return ["end", f"= {counted} cards"]
        case RoundVoided(reason):
            return [f"void {json.dumps(reason)}"]


def _terms_text(at: Terms) -> str:
    """The rule set, and whatever a table chose otherwise than is customary under it."""
    usual = terms_to_plain(terms(at.rules))
    chosen = {key: value for key, value in terms_to_plain(at).items() if value != usual[key]}
    return json.dumps({"rules": at.rules.name, **chosen})


def _plain_dollars(amount: int) -> str:
    return dollars(amount).removeprefix("$").replace(",", "")


def _stakes_text(stakes: Stakes) -> str:
    return " ".join(f"{wager} {_plain_dollars(amount)}" for wager, amount in stakes_to_plain(stakes).items())


def _results_text(results: Sequence[Result]) -> str:
    rows = [f"{row.wager.felt} {dollars(row.stake)} {signed_dollars(row.net)} ({row.reason})" for row in results]
    return "; ".join(rows) or "nothing left"


_SEAT = re.compile(r"seat (\d) (.+)", re.ASCII)
_ACT = re.compile(r"(\S+)(?: by (clock|left))?")
_DECK = re.compile(r"deck (\S+) commitment (\S+)")
_STEPS: dict[str, Command] = {
    "lock": LockBets(),
    "flop": ShowFlop(),
    "turn and river": ShowTurnAndRiver(),
    "dealer": ShowDealer(),
    "end": EndRound(),
}


def parse_notation(text: str) -> tuple[Event, ...]:
    """The events of the round that `text` tells, played again by the engine."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if len(lines) < 3:
        raise BadNotation(1, text, "a round begins with the lines round, terms and deck")
    opening = _opening(lines[:3])
    round: Round | None = None
    events: list[Event] = []
    told: list[str] = []

    def play(command: Command) -> None:
        nonlocal round
        for event in decide(round, command):
            round = evolve(round, event)
            events.append(event)
            told.extend(line for line in _lines(event) if line.startswith("="))

    play(opening)
    for number, line in lines[3:]:
        try:
            if not line.startswith("="):
                if told:
                    raise BadNotation(number, line, f"the engine says here: {told[0]}")
                play(_command(number, line))
                continue
            if not told:
                # Settlement has no lines of its own: its results follow the dealer's cards one by one.
                play(SettleNext())
            expected = told.pop(0)
            if line != expected:
                raise BadNotation(number, line, f"the engine says: {expected}")
        except BadNotation:
            raise
        except Refused as refused:
            raise BadNotation(number, line, str(refused)) from None
    if told:
        raise BadNotation(lines[-1][0] + 1, "", f"the text ends where the engine says: {told[0]}")
    return tuple(events)


def _opening(lines: list[tuple[int, str]]) -> OpenRound:
    (first, round_line), (second, terms_line), (third, deck_line) = lines
    if not round_line.startswith("round "):
        raise BadNotation(first, round_line, 'want: round "name"')
    if not terms_line.startswith("terms "):
        raise BadNotation(second, terms_line, "want: terms {…}")
    deck = _DECK.fullmatch(deck_line)
    if deck is None:
        raise BadNotation(third, deck_line, "want: deck colour commitment hash")
    try:
        chosen = json.loads(terms_line.removeprefix("terms "))
        at = terms_from_plain({**terms_to_plain(terms(ruleset(chosen["rules"]))), **chosen})
    except Refused as refused:
        raise BadNotation(second, terms_line, str(refused)) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadNotation(second, terms_line, f"not the terms of a table: {error!r}") from None
    colour, commitment = deck.groups()
    return OpenRound(
        round=_quoted(first, round_line.removeprefix("round ")),
        terms=at,
        commitment="" if commitment == "-" else commitment,
        deck_colour=colour,
    )


def _quoted(number: int, text: str) -> str:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, str):
        raise BadNotation(number, text, "want a text in double quotes")
    return value


def _command(number: int, line: str) -> Command:
    if line in _STEPS:
        return _STEPS[line]
    if line.startswith("deal "):
        return DealCards(parse_cards(line.removeprefix("deal ")))
    if line.startswith("void "):
        return VoidRound(_quoted(number, line.removeprefix("void ")))
    match = _SEAT.fullmatch(line)
    if match is None:
        raise BadNotation(number, line, f"not a step of a round; want seat …, deal …, void … or {', '.join(_STEPS)}")
    seat, rest = int(match[1]), match[2]
    verb, _, detail = rest.partition(" ")
    match verb:
        case "banks":
            return TakeBank(seat, parse_dollars(detail))
        case "bets":
            return PlaceBets(seat, _stakes(number, line, detail))
        case "withdraws":
            return WithdrawBets(seat)
        case "mixes":
            return OfferSeed(seat, _quoted(number, detail))
    act = _ACT.fullmatch(rest)
    if act is None:
        raise BadNotation(number, line, "not something a seat can do")
    return Act(seat, parse_action(act[1]), Cause(act[2]) if act[2] else Cause.PLAYER)


def _stakes(number: int, line: str, text: str) -> Stakes:
    words = text.split()
    names, amounts = words[::2], words[1::2]
    known = {"ante", "trips", "bad_beat", "pairs", "progressive"}
    if len(names) != len(amounts) or len(set(names)) != len(names) or not {"ante"} <= set(names) <= known:
        raise BadNotation(number, line, "want: bets ante 5, and what else is down, such as trips 1")
    return Stakes(**{name: parse_dollars(amount) for name, amount in zip(names, amounts, strict=True)})
