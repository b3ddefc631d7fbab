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
from croupier.games import RULE_SETS, ruleset
from croupier.rules.bank import Coverage
from croupier.rules.collection import Schedule
from croupier.rules.commands import Act, Command, DealCards, OfferSeed, OpenRound, PlaceBets, TakeBank, decide
from croupier.rules.deal import deal, stack
from croupier.rules.events import BetReturned, EnvyPaid, Event, FoldCollected, SeatSettled
from croupier.rules.game import AfterFold, Game
from croupier.rules.round import Round, evolve
from croupier.rules.rulesets import RuleSet
from croupier.rules.seat import SEATS
from croupier.rules.steps import COLLECT, END, LOCK, SETTLE
from croupier.rules.terms import FixedPays, Terms, terms
from croupier.rules.wagers import ENVY, PROGRESSIVE, Stakes

HOUSE_BANKED = ("wa-base", "wa-2014", "wa-2018", "wa-lnw")
EVERY = tuple(RULE_SETS)


@dataclass(frozen=True)
class Script:
    """Everything that people and the deck decide in one round."""

    terms: Terms
    stakes: Mapping[int, Stakes]
    deck: Cards
    lines: Mapping[int, str]
    """What each seat does; nothing where a side bet alone has been bet."""
    bank: tuple[int, int] | None = None
    seeds: Mapping[int, str] = field(default_factory=dict)

    def commands(self) -> list[Command]:
        """The round as commands, from the opening to the end."""
        steps: list[Command] = [OpenRound(round="test/1", terms=self.terms, commitment="c0ffee")]
        if self.bank is not None:
            steps.append(Act(self.bank[0], TakeBank(self.bank[1])))
        steps += [Act(seat, PlaceBets(stakes)) for seat, stakes in self.stakes.items()]
        steps += [Act(seat, OfferSeed(seed)) for seat, seed in self.seeds.items()]
        steps += [LOCK, DealCards(self.deck)]
        for street, show in enumerate(self.terms.game.steps):
            for seat, line in self.lines.items():
                actions = self.terms.game.parse_line(line) if line else ()
                if street < len(actions):
                    steps.append(Act(seat, actions[street]))
            if self.terms.folds_first and show == self.terms.game.steps[-1]:
                steps += [COLLECT] * sum(line.endswith("fold") for line in self.lines.values())
            steps.append(show)
        return [*steps, SETTLE, END]

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


def nets(events: Iterable[Event]) -> dict[tuple[int, str], int]:
    """What each seat is up or down on each spot, meter pays aside; a returned Ante counts 0."""
    found: dict[tuple[int, str], int] = {}
    for event in events:
        match event:
            case SeatSettled(seat, _, _, results) | FoldCollected(seat, results):
                for result in results:
                    found[seat, result.spot] = result.net
            case BetReturned(seat, result) | EnvyPaid(seat, result):
                found[seat, result.spot] = result.net
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
    tables: Mapping[str, str] | None = None,
    **choices: Any,
) -> Script:
    """A round with given cards, settled apart from any table's limits unless they are given."""
    choices.setdefault("limits", None)
    if rules == "ca":
        choices.setdefault("collection", None)
    at = terms(ruleset(rules), tables, **choices)
    pairs = {seat: parse_cards(text) for seat, text in holes.items()}
    deck = stack(at.procedure, at.game.layout, pairs, parse_cards(dealer), parse_cards(board), at.game.deck)
    return Script(
        terms=at,
        stakes={seat: stakes if isinstance(stakes, Stakes) else stakes[seat] for seat in holes},
        deck=deck,
        lines={seat: lines if isinstance(lines, str) else lines[seat] for seat in holes},
        bank=bank,
    )


def one_seat(
    rules: str, own: str, dealer: str, board: str, line: str, stakes: Stakes, spots: tuple[str, ...], **choices: Any
) -> list[int]:
    """What each of these spots nets of one seat with given cards, in cents."""
    found = nets(showdown(rules, {3: own}, dealer, board, line, stakes, **choices).events())
    return [found.get((3, spot), 0) for spot in spots]


def rows(text: str) -> list[list[str]]:
    """A table of a test: a line each, cells between bars."""
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().split("\n")]


def _thinned(cards: Cards, seed: int, kind: str) -> Cards:
    chance = random.Random(seed)
    deck = list(cards)
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


def decks(cards: Cards = DECK) -> st.SearchStrategy[Cards]:
    """Orders of those cards, of which many make big hands."""
    kinds = st.sampled_from(["any", "high cards", "few ranks", "two suits"])
    return st.builds(_thinned, st.just(cards), st.integers(0, 2**32 - 1), kinds)


@st.composite
def table_terms(
    draw: st.DrawFn, names: tuple[str, ...] = EVERY, *, capped: bool = True, suits_named: bool = True
) -> Terms:
    """Terms of a rule set with every choice it leaves to the house."""
    rules = ruleset(draw(st.sampled_from(names)))
    tables = {}
    for bet, offered in rules.tables.items():
        usable = [name for name in offered if suits_named or name not in ("UPB-4", "UPB-5")]
        if bet in rules.game.base_tables or draw(st.sampled_from([True, True, True, False])):
            tables[bet] = draw(st.sampled_from(usable))
    choices: dict[str, Any] = {
        "procedure": draw(st.sampled_from(rules.procedures)),
        "lost_by_fold": tuple(spot for spot in (*_chosen_by_house(rules.game), PROGRESSIVE) if draw(st.booleans())),
        "clock_s": draw(st.sampled_from([None, 20])),
    }
    choices |= draw(_player_banked() if rules.name == "ca" else _house_banked(rules, capped))
    if PROGRESSIVE in tables:
        choices["progressive_stake"] = draw(st.sampled_from([None, 100, 500]))
    return terms(rules, tables, **choices)


@st.composite
def _player_banked(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "coverage": draw(st.sampled_from(list(Coverage))),
        "collection": draw(st.sampled_from(list(Schedule))),
    }


@st.composite
def _house_banked(draw: st.DrawFn, rules: RuleSet, capped: bool) -> dict[str, Any]:
    choices: dict[str, Any] = {}
    if draw(st.booleans()):
        choices["settling_order"] = tuple(draw(st.permutations(SEATS)))
    if draw(st.booleans()):
        spots = [spot.key for spot in rules.game.spots if spot.key != ENVY]
        choices["bet_order"] = tuple(draw(st.permutations(spots))[: draw(st.integers(1, len(spots)))])
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


def _chosen_by_house(game: Game) -> list[str]:
    return [bet.key for bet in game.side_bets if bet.after_fold is AfterFold.HOUSE_CHOOSES]


@st.composite
def bets(draw: st.DrawFn, at: Terms) -> Stakes:
    """Bets of one seat that the rules and the table's limits allow, a side bet alone where that deals a seat in."""
    game = at.game
    alone = [spot for spot in game.dealt_in if spot != game.base and spot in at.tables]
    if alone and draw(st.sampled_from([True, False, False, False])):
        return Stakes({draw(st.sampled_from(alone)): 100 * draw(st.integers(1, 50))})
    amounts = {game.base: 100 * draw(st.integers(5, 50 if at.player_banked else 100))}
    most = at.rules.most_games or len(game.optional) + 1
    for spot in game.optional:
        offered = at.progressive_stake is not None if spot.key == PROGRESSIVE else spot.key in at.tables
        needed = all(need in amounts for need in spot.needs)
        if offered and needed and len(amounts) < most and draw(st.sampled_from([True, True, False])):
            amounts[spot.key] = (
                (at.progressive_stake or 0)
                if spot.key == PROGRESSIVE
                else 100 * draw(st.integers(5 if at.player_banked else 1, 50))
            )
    return Stakes(amounts)


def lines(at: Terms, stakes: Stakes, own: Cards) -> st.SearchStrategy[str]:
    """The ways in which a seat with these stakes and cards can play a round."""
    if at.game.base not in stakes:
        return st.just("")
    may = [
        text
        for text, line in at.game.lines.items()
        if all(action in at.game.open_to(street, own) for street, action in enumerate(line))
    ]
    return st.sampled_from(sorted(may))


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
    stakes = {place: draw(bets(at)) for place in places}
    deck = draw(decks(at.game.deck))
    own = deal(at.procedure, at.game.layout, places, deck).own
    return Script(
        terms=at,
        stakes=stakes,
        deck=deck,
        lines={place: draw(lines(at, stakes[place], own[place])) for place in places},
        bank=bank,
        seeds={place: f"mine {place}" for place in places if draw(st.booleans())},
    )
