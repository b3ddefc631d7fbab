"""The terms of a table: one rule set, and every choice that the rule set leaves to the house."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from croupier.errors import Refused
from croupier.money import DOLLAR, Cents, dollars
from croupier.rules.bank import Coverage
from croupier.rules.collection import PLAYER_FEE, Schedule
from croupier.rules.deal import NoSuchProcedure, Procedure
from croupier.rules.paytables import Bet, Paytable, paytable
from croupier.rules.rulesets import BankedBy, RuleSet, approved_paytable
from croupier.rules.seat import SEATS
from croupier.rules.wagers import BET_OF, OPTIONAL, BadWager, Range, Stakes, Wager

LONGEST_CLOCK_S = 86_400
"""A day: longer than anybody thinks about a hand."""


class BadTerms(Refused):
    """A choice that the rule set does not leave to the house."""


class FixedPays(Enum):
    """Where fixed progressive pays come from (R37)."""

    TRAY = "tray"
    METER = "meter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """A table's limits (R11). `legal` bounds any one wager, the 4x Play included."""

    unit: Cents = DOLLAR
    ante: Range = Range(5 * DOLLAR, 100 * DOLLAR)
    trips: Range = Range(1 * DOLLAR, 100 * DOLLAR)
    bad_beat: Range = Range(1 * DOLLAR, 50 * DOLLAR)
    pairs: Range = Range(1 * DOLLAR, 50 * DOLLAR)
    legal: Cents | None = 400 * DOLLAR

    def of(self, wager: Wager) -> Range:
        """The range of a wager made before the deal."""
        match wager:
            case Wager.TRIPS:
                return self.trips
            case Wager.BAD_BEAT:
                return self.bad_beat
            case Wager.PAIRS:
                return self.pairs
            case _:
                return self.ante


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a table plays by. Records name it whole, so a round can be settled again from its record alone.

    `limits` is `None` only where a round is settled apart from any table. `face_up_approval` and
    `meter_order_approval` hold the reference that R17 asks for.
    """

    rules: RuleSet
    tables: Mapping[Bet, str] = field(default_factory=lambda: MappingProxyType({}))
    procedure: Procedure
    limits: Limits | None = Limits()
    bad_beat_on_fold: bool = True
    progressive_on_fold: bool = True
    progressive_stake: Cents | None = None
    fixed_pays: FixedPays = FixedPays.TRAY
    settling_order: tuple[int, ...] | None = None
    meter_order: tuple[int, ...] = (6, 5, 4, 3, 2, 1)
    meter_order_approval: str | None = None
    aggregate_cap: Cents | None = None
    face_up_approval: str | None = None
    clock_s: int | None = None
    coverage: Coverage = Coverage.NET
    collection: Schedule | None = None
    player_fee: Cents = PLAYER_FEE

    def table(self, bet: Bet) -> Paytable:
        """The pay table this table uses for a bet that it offers."""
        return paytable(self.tables[bet], bet)

    @property
    def face_up(self) -> bool:
        return self.face_up_approval is not None

    @property
    def player_banked(self) -> bool:
        return self.rules.banked_by is BankedBy.PLAYER

    def __hash__(self) -> int:
        return hash((self.rules, self.procedure))


def terms(rules: RuleSet, tables: Mapping[Bet, str] | None = None, **choices: object) -> Terms:
    """The terms of a table: the customary choices of the rule set, and the given ones, checked."""
    chosen = {bet: offered[0] for bet, offered in rules.tables.items()} if tables is None else dict(tables)
    chosen.setdefault(Bet.BLIND, "BLIND")
    choices.setdefault("procedure", rules.procedures[0])
    if "limits" not in choices:
        choices["limits"] = customary_limits(rules)
    if rules.banked_by is BankedBy.PLAYER:
        choices.setdefault("collection", Schedule.ONE)
    try:
        made = Terms(rules=rules, tables=MappingProxyType(chosen), **choices)  # type: ignore[arg-type]
    except TypeError as error:
        raise BadTerms(f"no such choice at a table: {error}") from None
    check_terms(made)
    return made


def customary_limits(rules: RuleSet) -> Limits:
    """The limits that a rule set's documents suggest: $5 to $50 in California (R32), $5 to $100 elsewhere."""
    if rules.banked_by is BankedBy.PLAYER:
        spot = Range(5 * DOLLAR, 50 * DOLLAR)
        return Limits(ante=spot, trips=Range(1 * DOLLAR, 50 * DOLLAR), legal=rules.legal_limit)
    return Limits(legal=rules.legal_limit)


def check_terms(terms: Terms) -> None:
    """Refuse terms that the rule set does not allow."""
    rules = terms.rules
    for bet, name in terms.tables.items():
        approved_paytable(rules, bet, name)
    if terms.procedure not in rules.procedures:
        raise NoSuchProcedure(terms.procedure.value, rules.procedures)
    if terms.face_up and not rules.face_up_allowed:
        raise BadTerms(f"{rules.name} does not allow face-up dealing; wa-2018 and wa-lnw do")
    if terms.face_up_approval == "":
        raise BadTerms("face-up dealing needs an approval reference")
    if terms.fixed_pays is FixedPays.METER and not rules.meter_may_pay_fixed:
        raise BadTerms(f"{rules.name} pays fixed progressive awards from the tray; only wa-2014 may use the meter")
    if sorted(terms.meter_order) != list(SEATS):
        raise BadTerms("the meter's order must name each seat once, as (6, 5, 4, 3, 2, 1) does")
    if terms.meter_order != (6, 5, 4, 3, 2, 1) and not terms.meter_order_approval:
        raise BadTerms("another order of meter pays needs an approval reference")
    if terms.settling_order is not None and sorted(terms.settling_order) != list(SEATS):
        raise BadTerms("a settling order must name each seat once")
    if terms.settling_order is not None and terms.player_banked:
        raise BadTerms("in California settlement runs clockwise from the bank; leave settling_order out")
    if terms.aggregate_cap is not None and terms.player_banked:
        raise BadTerms("in California the bank's wager limits what is paid; leave aggregate_cap out")
    if terms.player_fee < 0:
        raise BadTerms(f"a collection fee of {dollars(terms.player_fee)} cannot be taken; want $0 or more")
    if terms.collection is not None and not terms.player_banked:
        raise BadTerms(f"{rules.name} has no collection; only ca does")
    if terms.clock_s is not None and not 0 < terms.clock_s <= LONGEST_CLOCK_S:
        raise BadTerms(f"a clock of {terms.clock_s} s cannot run; want up to {LONGEST_CLOCK_S} seconds, or none")
    if terms.limits is not None:
        _check_limits(terms, terms.limits)


def _check_limits(terms: Terms, limits: Limits) -> None:
    # A unit of an odd number of cents would make 3 to 2 inexact (R11).
    if limits.unit <= 0 or limits.unit % 2:
        raise BadTerms(f"a unit of {limits.unit} cents cannot be paid 3 to 2; want an even number, such as 100")
    for wager in (Wager.ANTE, Wager.TRIPS, Wager.BAD_BEAT, Wager.PAIRS):
        spot = limits.of(wager)
        if not 0 < spot.minimum <= spot.maximum:
            raise BadTerms(f"{wager.felt} limits {dollars(spot.minimum)} to {dollars(spot.maximum)} leave no bet")
    if limits.legal is not None and 4 * limits.ante.maximum > limits.legal:
        most = dollars(limits.legal // 4)
        raise BadTerms(
            f"an Ante of {dollars(limits.ante.maximum)} makes a 4x Play above the legal limit; at most {most}"
        )
    if terms.aggregate_cap is not None:
        largest = max(4 * limits.ante.maximum, *(limits.of(w).maximum for w in OPTIONAL[:3]))
        if terms.aggregate_cap < 50 * largest:
            raise BadTerms(
                f"an aggregate cap below 50 times the largest wager ({dollars(50 * largest)}) is not allowed"
            )


def check_stakes(terms: Terms, stakes: Stakes) -> None:
    """Refuse stakes that the rules (R6 to R8, R11) or the table's limits do not allow."""
    if stakes.ante <= 0:
        raise BadWager(f"the Ante is {dollars(stakes.ante)}; it must be positive, with a Blind to match")
    for wager in OPTIONAL:
        amount = stakes.on(wager)
        if amount < 0:
            raise BadWager(f"{wager.felt} is {dollars(amount)}; a negative wager cannot be made")
        if amount and BET_OF[wager] not in terms.tables:
            offer = ", ".join(w.felt for w in OPTIONAL if BET_OF[w] in terms.tables)
            raise BadWager(f"{wager.felt} is not offered under {terms.rules.name} at this table; on offer: {offer}")
    if stakes.bad_beat and not stakes.trips:
        raise BadWager("Bad Beat needs Ante, Blind and Trips; add a Trips bet")
    most = terms.rules.most_games
    if most is not None and stakes.games > most:
        raise BadWager(f"{stakes.games} games are too many; a player may be in four games, so drop one side bet")
    if terms.limits is not None:
        _check_amounts(terms, terms.limits, stakes)


def _check_amounts(terms: Terms, limits: Limits, stakes: Stakes) -> None:
    for wager in (Wager.ANTE, Wager.TRIPS, Wager.BAD_BEAT, Wager.PAIRS):
        amount, spot = stakes.on(wager), limits.of(wager)
        if not amount:
            continue
        if amount % limits.unit:
            raise BadWager(f"{wager.felt} {dollars(amount)} is not a multiple of {dollars(limits.unit)}")
        if not spot.minimum <= amount <= spot.maximum:
            span = f"{dollars(spot.minimum)} to {dollars(spot.maximum)}"
            raise BadWager(f"{wager.felt} {dollars(amount)} is outside this table's limits; want {span}")
        if limits.legal is not None and amount > limits.legal:
            raise BadWager(f"{wager.felt} {dollars(amount)} passes the legal limit of {dollars(limits.legal)}")
    if limits.legal is not None and 4 * stakes.ante > limits.legal:
        most_ante = dollars(limits.legal // 4)
        raise BadWager(f"Ante {dollars(stakes.ante)} would make a 4x Play above the legal limit; at most {most_ante}")
    if stakes.progressive and terms.progressive_stake is None:
        raise BadWager("this table is on no progressive link; leave the Progressive out")
    if stakes.progressive and stakes.progressive != terms.progressive_stake:
        raise BadWager(f"Progressive is a fixed {dollars(terms.progressive_stake or 0)} on this link")
