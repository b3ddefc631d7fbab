"""Rounds to test with: terms of every rule set, bets within the rules, decks, and lines of play.

Decks are shuffled from a drawn number, and many are thinned to a few ranks, two suits or high cards, so that
straight flushes, full houses and ties come up in a hundred examples and not once in a million.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from croupier.cards import DECK, Cards, parse_cards
from croupier.rules.actions import LINES, parse_line
from croupier.rules.bank import Coverage
from croupier.rules.collection import Schedule
from croupier.rules.commands import (
    Act,
    Command,
    DealCards,
    EndRound,
    LockBets,
    OfferSeed,
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
from croupier.rules.events import AnteReturned, EnvyPaid, Event, FoldCollected, SeatSettled
from croupier.rules.paytables import Bet
from croupier.rules.round import Round, evolve
from croupier.rules.rulesets import RULE_SETS, RuleSet, ruleset
from croupier.rules.seat import SEATS
from croupier.rules.terms import FixedPays, Terms, terms
from croupier.rules.wagers import Stakes, Wager

HOUSE_BANKED = ("wa-base", "wa-2014", "wa-2018", "wa-lnw")
EVERY = tuple(RULE_SETS)


@dataclass(frozen=True)
class Script:
    """Everything that people and the deck decide in one round."""

    terms: Terms
    stakes: Mapping[int, Stakes]
    deck: Cards
    lines: Mapping[int, str]
    bank: tuple[int, int] | None = None
    seeds: Mapping[int, str] = field(default_factory=dict)

    def commands(self) -> list[Command]:
        """The round as commands, from the opening to the end."""
        steps: list[Command] = [OpenRound(round="test/1", terms=self.terms, commitment="c0ffee")]
        if self.bank is not None:
            steps.append(TakeBank(*self.bank))
        steps += [PlaceBets(seat, stakes) for seat, stakes in self.stakes.items()]
        steps += [OfferSeed(seat, seed) for seat, seed in self.seeds.items()]
        steps += [LockBets(), DealCards(self.deck)]
        shows: tuple[Command, ...] = (ShowFlop(), ShowTurnAndRiver(), ShowDealer())
        for street, show in enumerate(shows):
            for seat, line in self.lines.items():
                actions = parse_line(line)
                if street < len(actions):
                    steps.append(Act(seat, actions[street]))
            steps.append(show)
        return [*steps, Settle(), EndRound()]

    def events(self) -> list[Event]:
        """What happens in the whole round."""
        return list(run(self.commands())[1])

    def played(self) -> Round:
        """The round when it is over."""
        return run(self.commands())[0]


def run(commands: Iterable[Command]) -> tuple[Round, list[Event]]:
    """The round that the commands make, and its events."""
    round: Round | None = None
    events: list[Event] = []
    for command in commands:
        for event in decide(round, command):
            round = evolve(round, event)
            events.append(event)
    assert round is not None
    return round, events


def nets(events: Iterable[Event]) -> dict[tuple[int, Wager], int]:
    """What each seat is up or down on each wager, meter pays aside; a returned Ante counts 0."""
    found: dict[tuple[int, Wager], int] = {}
    for event in events:
        match event:
            case AnteReturned(seat, _):
                found[seat, Wager.ANTE] = 0
            case SeatSettled(seat, _, _, results) | FoldCollected(seat, results):
                for result in results:
                    found[seat, result.wager] = result.net
            case EnvyPaid(seat, result):
                found[seat, result.wager] = result.net
    return found


def showdown(
    rules: str,
    holes: Mapping[int, str],
    dealer: str,
    board: str,
    lines: Mapping[int, str] | str,
    stakes: Mapping[int, Stakes] | Stakes,
    *,
    bank: tuple[int, int] | None = None,
    tables: Mapping[Bet, str] | None = None,
    **choices: Any,
) -> Script:
    """A round with given cards, settled apart from any table's limits unless they are given."""
    choices.setdefault("limits", None)
    if rules == "ca":
        choices.setdefault("collection", None)
    at = terms(ruleset(rules), tables, **choices)
    pairs = {seat: parse_cards(text) for seat, text in holes.items()}
    deck = stack(at.procedure, pairs, parse_cards(dealer), parse_cards(board))  # type: ignore[arg-type]
    return Script(
        terms=at,
        stakes={seat: stakes if isinstance(stakes, Stakes) else stakes[seat] for seat in holes},
        deck=deck,
        lines={seat: lines if isinstance(lines, str) else lines[seat] for seat in holes},
        bank=bank,
    )


def _thinned(seed: int, kind: str) -> Cards:
    chance = random.Random(seed)
    deck = list(DECK)
    chance.shuffle(deck)
    ranks = set(chance.sample(range(13), 5))
    suits = set(chance.sample(range(4), 2))
    first = {
        "any": lambda card: True,
        "high cards": lambda card: card.rank >= 8,
        "few ranks": lambda card: card.rank in ranks,
        "two suits": lambda card: card.suit in suits,
    }[kind]
    return tuple([card for card in deck if first(card)] + [card for card in deck if not first(card)])


def decks() -> st.SearchStrategy[Cards]:
    """Deck orders, of which many make big hands."""
    kinds = st.sampled_from(["any", "high cards", "few ranks", "two suits"])
    return st.builds(_thinned, st.integers(0, 2**32 - 1), kinds)


@st.composite
def table_terms(
    draw: st.DrawFn, names: tuple[str, ...] = EVERY, *, capped: bool = True, suits_named: bool = True
) -> Terms:
    """Terms of a rule set with every choice it leaves to the house."""
    rules = ruleset(draw(st.sampled_from(names)))
    tables = {}
    for bet, offered in rules.tables.items():
        usable = [name for name in offered if suits_named or name not in ("UPB-4", "UPB-5")]
        if bet is Bet.BLIND or draw(st.sampled_from([True, True, True, False])):
            tables[bet] = draw(st.sampled_from(usable))
    choices: dict[str, Any] = {
        "procedure": draw(st.sampled_from(rules.procedures)),
        "bad_beat_on_fold": draw(st.booleans()),
        "progressive_on_fold": draw(st.booleans()),
        "clock_s": draw(st.sampled_from([None, 20])),
    }
    choices |= draw(_player_banked() if rules.name == "ca" else _house_banked(rules, capped))
    if Bet.PROGRESSIVE in tables:
        choices["progressive_stake"] = draw(st.sampled_from([None, 100, 500]))
    return terms(rules, tables, **choices)


@st.composite
def _player_banked(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "coverage": draw(st.sampled_from(list(Coverage))),
        "collection": draw(st.sampled_from([None, *Schedule])),
    }


@st.composite
def _house_banked(draw: st.DrawFn, rules: RuleSet, capped: bool) -> dict[str, Any]:
    choices: dict[str, Any] = {}
    if draw(st.booleans()):
        choices["settling_order"] = tuple(draw(st.permutations(SEATS)))
    if draw(st.booleans()):
        choices |= {"meter_order": tuple(draw(st.permutations(SEATS))), "meter_order_approval": "letter 7"}
    if rules.face_up_allowed and draw(st.booleans()):
        choices["face_up_approval"] = "letter 8"
    if rules.meter_may_pay_fixed and draw(st.booleans()):
        choices["fixed_pays"] = FixedPays.METER
    if capped and draw(st.sampled_from([True, False, False])):
        # Without limits a cap may be as low as it takes to be felt; at a table it is 50 times the largest wager.
        choices |= {"aggregate_cap": draw(st.integers(1, 200_000)), "limits": None}
    return choices


@st.composite
def bets(draw: st.DrawFn, at: Terms) -> Stakes:
    """Bets of one seat that the rules and the table's limits allow."""
    most_ante = 50 if at.player_banked else 100
    amounts = {"ante": 100 * draw(st.integers(5, most_ante))}
    wanted = {
        "trips": Bet.TRIPS in at.tables and draw(st.booleans()),
        "pairs": Bet.PAIRS in at.tables and draw(st.booleans()),
        "progressive": at.progressive_stake is not None and draw(st.sampled_from([True, True, False])),
    }
    wanted["bad_beat"] = wanted["trips"] and Bet.BAD_BEAT in at.tables and draw(st.booleans())
    if at.rules.most_games is not None and 1 + sum(wanted.values()) > at.rules.most_games:
        wanted[draw(st.sampled_from(["pairs", "progressive", "bad_beat"]))] = False
    for wager in ("trips", "bad_beat", "pairs"):
        if wanted[wager]:
            amounts[wager] = 100 * draw(st.integers(1, 50))
    if wanted["progressive"]:
        amounts["progressive"] = at.progressive_stake or 0
    return Stakes(**amounts)


def lines() -> st.SearchStrategy[str]:
    """The five ways to play a round (R18)."""
    return st.sampled_from(sorted(LINES))


@st.composite
def scripts(draw: st.DrawFn, names: tuple[str, ...] = EVERY, *, capped: bool = True, **choices: Any) -> Script:
    """Whole rounds under every rule set."""
    at = draw(table_terms(names, capped=capped, **choices))
    places = sorted(draw(st.sets(st.sampled_from(SEATS), min_size=2 if at.player_banked else 1)))
    bank = None
    if at.player_banked:
        banker = draw(st.sampled_from(places))
        places = [place for place in places if place != banker]
        bank = (banker, draw(st.one_of(st.integers(1, 50_000), st.just(100_000_000))))
    return Script(
        terms=at,
        stakes={place: draw(bets(at)) for place in places},
        deck=draw(decks()),
        lines={place: draw(lines()) for place in places},
        bank=bank,
        seeds={place: f"mine {place}" for place in places if draw(st.booleans())},
    )
