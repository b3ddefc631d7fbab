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
from croupier.money import dollars, parse_dollars, plain_dollars, signed_dollars
from croupier.rules import commands, events
from croupier.rules.actions import parse_action
from croupier.rules.commands import Command, decide, next_step
from croupier.rules.events import Cause, Event
from croupier.rules.game import Game
from croupier.rules.record import parse_rules, rules_text, terms_from_plain, terms_to_plain
from croupier.rules.round import Round, evolve
from croupier.rules.rulesets import RuleSet
from croupier.rules.settlement import Result
from croupier.rules.steps import COLLECT, END, LOCK, SETTLE_NEXT, Step
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import Stakes
from croupier.values import replace


class BadNotation(Refused):
    """Text that is no round."""

    def __init__(self, number: int, line: str, why: str) -> None:
        super().__init__(f"line {number}, {line[:80]!r}: {why}")
        self.number = number


def notation(round_events: Iterable[Event]) -> str:
    """The text of a round: `parse_notation(notation(events)) == events` for events that `decide` made."""
    lines: list[str] = []
    game: Game | None = None
    for event in round_events:
        if isinstance(event, events.RoundOpened):
            game = event.terms.game
        assert game is not None, "a round begins with RoundOpened"
        lines += _lines(event, game)
    return "".join(f"{line}\n" for line in lines)


def _lines(event: Event, game: Game) -> list[str]:
    describe = game.ranking.describe
    match event:
        case events.RoundOpened():
            return [
                f"round {json.dumps(event.round)}",
                f"terms {_terms_text(event.terms)}",
                f"deck {event.deck_colour} commitment {event.commitment or '-'}",
            ]
        case events.BankTaken(bank):
            return [f"seat {bank.seat} banks {plain_dollars(bank.wager)}"]
        case events.BetsPlaced(seat, stakes):
            return [f"seat {seat} bets {stakes_text(stakes, game)}"]
        case events.BetsWithdrawn(seat):
            return [f"seat {seat} withdraws"]
        case events.SeedOffered(seat, seed):
            return [f"seat {seat} mixes {json.dumps(seed)}"]
        case events.BetsLocked(fees):
            return [LOCK.word, *(f"= fee seat {fee.seat} {dollars(fee.amount)}" for fee in fees)]
        case events.Dealt(deck):
            return [f"deal {cards_text(deck)}".rstrip()]
        case events.CardsEntered(place, cards):
            return [f"cards {place} {cards_text(cards)}"]
        case events.CardsCorrected(place, cards, reason):
            return [f"correct {place} {cards_text(cards)} {json.dumps(reason)}"]
        case events.DecisionUndone(seat):
            return [f"seat {seat} undo"]
        case events.Acted(seat, action, cause):
            return [f"seat {seat} {action}" + ("" if cause is Cause.PLAYER else f" by {cause.value}")]
        case events.CardsShown(step, board, dealer, strength):
            words = f"{cards_text(dealer)}: {describe(strength)}" if strength is not None else ""
            turned = " / ".join(filter(None, (cards_text(board), words)))
            return [step, f"= {turned or 'no cards'}"]  # where nobody is left in, none of a real deck are turned
        case events.BetReturned(seat, result):
            return [f"= seat {seat} {game.by_key[result.spot].felt} {dollars(result.stake)} returned"]
        case events.FoldCollected(seat, results):
            return [f"= seat {seat} folded: {_results_text(results, game)}"]
        case events.SeatSettled(seat, strength, outcome, results):
            hand = describe(strength) if strength else "cards not shown"  # a folded hand of a real deck (R58)
            return [f"= seat {seat} {outcome.value}, {hand}: {_results_text(results, game)}"]
        case events.EnvyPaid(seat, result):
            return [f"= seat {seat} envy: {_results_text([result], game)}"]
        case events.MeterWon(seat, line, pay, stake):
            return [f"= seat {seat} meter: {line.replace('_', ' ')} {pay} on {dollars(stake)}"]
        case events.RoundEnded(counted):
            return [END.word, f"= {counted} cards"]
        case events.RoundVoided(reason):
            return [f"void {json.dumps(reason)}"]


def _terms_text(at: Terms) -> str:
    """The rule set, and whatever a table chose otherwise than is customary under it."""
    usual = terms_to_plain(_unsaid(at.rules))
    chosen = {key: value for key, value in terms_to_plain(at).items() if value != usual.get(key)}
    left_out = {key: None for key in usual if key not in terms_to_plain(at)}
    return json.dumps({"rules": rules_text(at.rules), **chosen, **left_out})


def _unsaid(rules: RuleSet) -> Terms:
    """What a text means that names nothing but the rule set: for good, though other limits be customary by now."""
    customary = terms(rules)
    assert customary.limits is not None, "customary terms have limits"
    return replace(customary, limits=replace(customary.limits, spots={**customary.limits.spots, **rules.unsaid_limits}))


def stakes_text(stakes: Stakes, game: Game) -> str:
    """Bets as they are said: each spot that the player chose, and its amount in dollars."""
    return " ".join(f"{spot.key} {plain_dollars(stakes[spot.key])}" for spot in game.chosen if spot.key in stakes)


def parse_stakes(words: Sequence[str]) -> Stakes:
    """The stakes that `stakes_text` wrote: spot and amount in turn. Which spots there are, the game knows."""
    names, amounts = words[::2], words[1::2]
    if not names or len(names) != len(amounts) or len(set(names)) != len(names):
        raise Refused("want a spot and an amount in turn, such as ante 5 trips 1")
    return Stakes({name: parse_dollars(amount) for name, amount in zip(names, amounts, strict=True)})


def _results_text(results: Sequence[Result], game: Game) -> str:
    rows = [
        f"{game.by_key[row.spot].felt} {dollars(row.stake)} {signed_dollars(row.net)} ({row.reason})" for row in results
    ]
    return "; ".join(rows) or "nothing left"


_SEAT = re.compile(r"seat (\d) (.+)", re.ASCII)
_ACT = re.compile(r"(\S+)(?: by (clock|left))?")
_PLACE = r"(board|dealer down|dealer|seat \d)"
_CARDS = re.compile(rf"cards {_PLACE} (.+)", re.ASCII)
_CORRECTED = re.compile(rf"correct {_PLACE} ([^\"]*) ?(\".*\")")
_DECK = re.compile(r"deck (\S+) commitment (\S+)")


def parse_notation(text: str, first_line: int = 1) -> tuple[Event, ...]:
    """The events of the round that `text` tells, played again by the engine. Refusals count lines from `first_line`."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=first_line)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if len(lines) < 3:
        raise BadNotation(first_line, text, "a round begins with the lines round, terms and deck")
    opening = _opening(lines[:3])
    game = opening.terms.game
    steps = {step.word: step for step in (LOCK, *game.steps, END)}
    round: Round | None = None
    played: list[Event] = []
    due: list[str] = []

    def play(command: Command) -> None:
        nonlocal round
        for event in decide(round, command):
            round = evolve(round, event)
            played.append(event)
            due.extend(line for line in _lines(event, game) if line.startswith("="))

    play(opening)
    for number, line in lines[3:]:
        try:
            if not line.startswith("="):
                if due:
                    raise BadNotation(number, line, f"the engine says here: {due[0]}")
                play(_command(number, line, steps))
                continue
            if not due:
                # Settlement has no lines of its own: folds follow the decisions, the others the dealer's cards.
                play(COLLECT if next_step(round) is COLLECT else SETTLE_NEXT)
            expected = due.pop(0)
            if line != expected:
                raise BadNotation(number, line, f"the engine says: {expected}")
        except BadNotation:
            raise
        except Refused as refused:
            raise BadNotation(number, line, str(refused)) from None
    if due:
        raise BadNotation(lines[-1][0] + 1, "", f"the text ends where the engine says: {due[0]}")
    return tuple(played)


def _opening(lines: list[tuple[int, str]]) -> commands.OpenRound:
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
        plain = {**terms_to_plain(_unsaid(parse_rules(chosen["rules"]))), **chosen}
        at = terms_from_plain({key: value for key, value in plain.items() if value is not None or key == "limits"})
    except Refused as refused:
        raise BadNotation(second, terms_line, str(refused)) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadNotation(second, terms_line, f"not the terms of a table: {error!r}") from None
    colour, commitment = deck.groups()
    return commands.OpenRound(
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


def _command(number: int, line: str, steps: dict[str, Step]) -> Command:
    if line in steps:
        return steps[line]
    if line == "deal" or line.startswith("deal "):
        return commands.DealCards(parse_cards(line.removeprefix("deal")))
    if (cards := _CARDS.fullmatch(line)) is not None:
        return commands.EnterCards(parse_cards(cards[2]), cards[1])
    if (corrected := _CORRECTED.fullmatch(line)) is not None:
        return commands.CorrectCards(corrected[1], parse_cards(corrected[2]), _quoted(number, corrected[3]))
    if line.startswith("void "):
        return commands.VoidRound(_quoted(number, line.removeprefix("void ")))
    match = _SEAT.fullmatch(line)
    if match is None:
        raise BadNotation(
            number, line, f"not a step of a round; want seat …, deal …, cards …, void … or {', '.join(steps)}"
        )
    seat, rest = int(match[1]), match[2]
    verb, _, detail = rest.partition(" ")
    match verb:
        case "banks":
            return commands.Act(seat, commands.TakeBank(parse_dollars(detail)))
        case "bets":
            return commands.Act(seat, commands.PlaceBets(parse_stakes(detail.split())))
        case "withdraws":
            return commands.Act(seat, commands.WithdrawBets())
        case "undo":
            return commands.Act(seat, commands.UndoDecision())
        case "mixes":
            return commands.Act(seat, commands.OfferSeed(_quoted(number, detail)))
    act = _ACT.fullmatch(rest)
    if act is None:
        raise BadNotation(number, line, "not something a seat can do")
    return commands.Act(seat, parse_action(act[1]), Cause(act[2]) if act[2] else Cause.PLAYER)
