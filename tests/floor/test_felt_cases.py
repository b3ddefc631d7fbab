"""The settlement cases, entered at a table with real cards: the same cents, touch by touch (R58).

A case is put down as a dealer's orders, card by card, and nothing of it is checked beforehand: what breaks a rule is
refused at the touch. A folded hand that no bet depends on stays unknown, and its `category` with it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from card_room import DEALER, SUPERVISOR

from croupier.errors import Refused
from croupier.floor.links.awards import MeterAward, apply_awards
from croupier.floor.movements import applied
from croupier.floor.orders import parse_order
from croupier.floor.plan import plan
from croupier.floor.table import DealtBy, Settings, TableOpened
from croupier.games import GAMES, ruleset
from croupier.jackpot.meter import Meter
from croupier.ledger.accounts import CHIPS, fees, pool, tray
from croupier.ledger.balances import net
from croupier.ledger.transfers import Transfer
from croupier.money import DOLLAR, plain_dollars
from croupier.rules.bank import Coverage
from croupier.rules.commands import next_step
from croupier.rules.deal import CardsFrom
from croupier.rules.events import EnvyPaid, FoldCollected, MeterWon, SeatSettled
from croupier.rules.law import LAW, lawful_span
from croupier.rules.real_cards import cards_due
from croupier.rules.round import Round, Stage, due_seats, lying_at, place_of
from croupier.rules.rulesets import RuleSet
from croupier.rules.terms import Limits, Terms, terms
from croupier.rules.wagers import PROGRESSIVE, Range
from depth import thorough

CASES = [
    row
    for name in ("settlement", "games")
    for row in map(json.loads, Path(__file__).parents[1].joinpath(f"cases/{name}.jsonl").open())
    if row["case"].get("game", "uth") in GAMES
]
NO_TABLE = {
    "the seats bet different amounts on the Progressive; a link has one stake (R33)": 26,
    "the case has no meter for its Progressive; a table is on a link, which has its meters": 2,
}
"""What no table can hold, and how many cases there are of it."""


class CardsMissing(Refused):
    """A case with too few cards: the table waits for the others, and settles nothing."""


def why_no_table(case: dict[str, Any]) -> str | None:
    stakes = {row[PROGRESSIVE] for row in case["seats"] if PROGRESSIVE in row}
    different, unmetered = NO_TABLE
    if len(stakes) > 1:
        return different
    return unmetered if stakes and PROGRESSIVE in case.get("paytables", {}) and "meters" not in case else None


class Felt:
    """A table with real cards as a value: orders in, and the money that they have moved."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case = case
        self.table, _ = applied(None, (TableOpened("T1", Settings(terms=terms_of(case), dealt_by=DealtBy.PERSON)),), 0)
        self.moved: list[Transfer] = []
        self.refused = ""
        if "meters" in case:
            stake = max([row.get(PROGRESSIVE, 0) for row in case["seats"]]) or DOLLAR
            self.do(f"link L {plain_dollars(stake)} {case['paytables'][PROGRESSIVE]} tray")

    def do(self, order: str) -> None:
        self.refused = order
        who = SUPERVISOR if order.startswith(("link ", "award ")) else DEALER
        planned = plan(self.table, parse_order(order), who, "test", 0, b"")
        self.table = planned.after
        self.moved += planned.unit.transfers

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def play(self, *, every_hand: bool) -> None:
        """The whole case, to the last chip; with every hand, or with those alone that somebody has to see."""
        self.do("open")
        for order in bets(self.case):
            if " bank " in order:
                self._offer_bank()
            self.do(order)
        self.do("lock")
        self.do("deal")
        lie, lines = cards_of(self.case, self.round), {row["seat"]: _line(row) for row in self.case["seats"]}
        while self.table.in_play is not None:
            self._touch(lie, lines, every_hand=every_hand)

    def _offer_bank(self) -> None:
        """Everybody sits down, and the bank goes round until it is with who takes it (R31)."""
        for row in (self.case["bank"], *self.case["seats"]):
            self.do(f"seat {row['seat']} name player {row['seat']}")
        while (asked := self.table.bank_offered_to[0]) != self.case["bank"]["seat"]:
            self.do(f"seat {asked} pass")

    def _touch(self, lie: dict[str, list[str]], lines: dict[int, Iterator[str]], *, every_hand: bool) -> None:
        """One touch: a card that is due, a seat's decision, or a step."""
        if due := cards_due(self.round):
            known = len(lying_at(self.round, due.place))
            if known >= len(lie[due.place]):
                raise CardsMissing(due.words)
            return self.do(f"cards {lie[due.place][known]}")
        if seats := due_seats(self.round):
            return self.do(f"seat {seats[0]} {next(lines[seats[0]], 'nothing')}")
        if every_hand and self.round.stage is Stage.SHOWDOWN:
            for seat in self.round.seats:
                place = place_of(seat.number)
                for card in lie[place][len(lying_at(self.round, place)) :]:
                    self.do(f"cards {place} {card}")
        if self.table.unpaid:
            win, award = self.table.unpaid[0], self.awards[0][len(self.table.paid)]
            return self.do(f"award {win.seat} {win.line} {plain_dollars(award.award.amount)}")
        self.do(next_step(self.round).word)

    @property
    def awards(self) -> tuple[tuple[MeterAward, ...], dict[str, Meter]]:
        """What the meters pay, and what they hold afterwards."""
        meters = {level: Meter(**figures) for level, figures in self.case["meters"].items()}
        return apply_awards(meters, [event for event in self.round.settled if isinstance(event, MeterWon)])

    def nets(self) -> dict[int, dict[str, int]]:
        """What each seat is up or down on each spot; on a bet that cases do not know, only where it is made."""
        game, seats = self.round.game, self.round.seats
        known = {
            spot.key for spot in game.spots if spot.key not in game.side_bet or not game.side_bet[spot.key].named_if_bet
        }
        found = {seat.number: dict.fromkeys(known | seat.stakes.keys(), 0) for seat in seats}
        for event in self.round.settled:
            match event:
                case SeatSettled(seat, _, _, results) | FoldCollected(seat, results):
                    for result in results:
                        found[seat][result.spot] += result.net
                case EnvyPaid(seat, result):
                    found[seat][result.spot] += result.net
        for award in self.awards[0] if "meters" in self.case else ():
            found[award.seat][PROGRESSIVE] += award.award.amount
        return found

    def money(self) -> dict[str, int]:
        """What each account is up or down by all orders."""
        return {str(account): cents for account, cents in net(self.moved).items() if cents}


def rules_of(case: dict[str, Any]) -> RuleSet:
    return GAMES[case["game"]].rule_sets[0] if "game" in case else ruleset(case["rules"])


def terms_of(case: dict[str, Any]) -> Terms:
    """The terms of a table that a case could be played at: its pay tables, and limits as wide as the law has them."""
    rules, house = rules_of(case), case.get("house", {})
    spots = {spot.key: lawful_span(rules, spot.key, Range(DOLLAR, 10**6), LAW) for spot in rules.game.chosen}
    tables = {bet: names[0] for bet, names in rules.tables.items() if len(names) == 1 or bet in rules.assumed}
    bank = case.get("bank", {})
    return terms(
        rules,
        tables | case.get("paytables", {}),
        limits=Limits(legal=LAW[rules.jurisdiction].largest_wager, spots=spots),
        lost_by_fold=tuple(switch.removesuffix("_on_fold") for switch, stays in house.items() if not stays),
        coverage=Coverage(bank.get("coverage", "net")),
        cards_from=CardsFrom.FELT,
    )


def bets(case: dict[str, Any]) -> Iterator[str]:
    """What is put down before the lock, as orders."""
    game, bank = rules_of(case).game, case.get("bank")
    if bank is not None:
        yield f"seat {bank['seat']} bank {plain_dollars(bank['wager'])}"
    for row in case["seats"]:
        named = {game.base if key == game.case_key else key: cents for key, cents in row.items()}
        staked = {key: cents for key, cents in named.items() if key not in ("seat", "hole", "cards", "line")}
        yield f"seat {row['seat']} bet {' '.join(f'{key} {plain_dollars(cents)}' for key, cents in staked.items())}"


def cards_of(case: dict[str, Any], round: Round) -> dict[str, list[str]]:
    """Which cards lie where, in the order in which they are exposed: the dealer's up-card first."""
    dealer, up = case.get("dealer", "").split(), round.game.layout.up
    lie = {"board": case.get("board", "").split(), "dealer": [*dealer[-up:], *dealer[:-up]] if up else dealer}
    return lie | {place_of(row["seat"]): row.get("cards", row.get("hole")).split() for row in case["seats"]}


def _line(row: dict[str, Any]) -> Iterator[str]:
    return iter(row.get("line", "").split())


def answers_alike(row: dict[str, Any]) -> None:
    """Hold one case at the felt against what it wants."""
    case, want = row["case"], row["want"]
    felt = Felt(case)
    if "error" in want:
        with pytest.raises(Refused):
            felt.play(every_hand=True)
        assert felt.refused.split()[0] in ("seat", "cards"), "the touch that is wrong is refused, and no other"
        return
    felt.play(every_hand=False)
    nets = felt.nets()
    assert {seat["seat"]: seat["net"] for seat in want["seats"]} == nets
    outcomes = {event.seat: event.outcome.value for event in felt.round.settled if isinstance(event, SeatSettled)}
    assert {seat["seat"]: seat["outcome"] for seat in want["seats"]} == outcomes
    money, total = felt.money(), sum(sum(by_spot.values()) for by_spot in nets.values())
    if "bank" in want:
        collected = money.get(str(fees("T1")), 0)
        assert money.get(str(CHIPS), 0) == -collected, "players win from the bank, and pay the collection"
        assert want["bank"]["net"] == -total
        return
    paid = 0
    if "meters" in want:
        awards, meters = felt.awards
        paid = sum(award.award.amount for award in awards)
        assert meters == {level: Meter(**figures) for level, figures in want["meters"].items()}
    assert money.get(str(CHIPS), 0) == total - paid, "what seats win and lose lies in front of them"
    assert money.get(str(tray("T1")), 0) + money.get(str(pool("L")), 0) == paid - total


HELD = [row for row in CASES if why_no_table(row["case"]) is None]


@pytest.mark.parametrize("row", HELD[::60], ids=lambda row: row["case"]["id"])
def test_a_case_entered_at_the_felt_gives_the_cents_of_the_case(row: dict[str, Any]) -> None:
    answers_alike(row)


@thorough
@pytest.mark.parametrize("row", HELD, ids=lambda row: f"{row['case'].get('game', 'uth')}-{row['case']['id']}")
def test_every_case_entered_at_the_felt_gives_the_cents_of_the_case(row: dict[str, Any]) -> None:
    answers_alike(row)


def test_all_but_a_few_cases_can_be_held_by_a_table() -> None:
    assert Counter(filter(None, (why_no_table(row["case"]) for row in CASES))) == Counter(NO_TABLE)
    assert len(CASES) - len(HELD) == sum(NO_TABLE.values())


@pytest.mark.parametrize("case", [row["case"] for row in CASES if row not in HELD], ids=lambda case: case["id"])
def test_what_no_table_holds_is_refused_at_the_touch(case: dict[str, Any]) -> None:
    felt = Felt(case)
    with pytest.raises(Refused, match=r"Progressive"):
        felt.play(every_hand=False)
    assert felt.refused.startswith("seat ")
