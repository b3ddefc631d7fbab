"""The terms of a table: one rule set, and every choice that the rule set leaves to the house."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from croupier.errors import Refused
from croupier.money import DOLLAR, Cents, dollars
from croupier.rules.bank import Coverage
from croupier.rules.collection import PLAYER_FEE, Schedule, circles, seat_fee
from croupier.rules.deal import CardsFrom, NoSuchProcedure, Procedure
from croupier.rules.game import AfterFold, Game
from croupier.rules.law import LAW, Law, lawful_span, unlawful
from croupier.rules.own.bet import TABLE, OwnBet, check_house_hand
from croupier.rules.own.felt import MOST, game_with, with_own_bets
from croupier.rules.paytables import Paytable, paytable
from croupier.rules.rulesets import BankedBy, RuleSet, approved_paytable
from croupier.rules.seat import SEATS
from croupier.rules.wagers import ENVY, PROGRESSIVE, Range, Stakes
from croupier.values import replace

FACE_UP_SPOTS = 3
"""Spots that a face-up table opens unless more are asked for (R17)."""
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
    """A table's limits (R11), spot by spot. `legal` bounds any one wager, the largest raise included, and is no more
    than the law's."""

    unit: Cents = DOLLAR
    legal: Cents | None = 400 * DOLLAR
    spots: Mapping[str, Range]

    def of(self, spot: str) -> Range:
        """The range of a spot whose amount its player chooses."""
        return self.spots[spot]

    def with_spot(self, spot: str, range: Range) -> Limits:
        """The same limits, but for one spot."""
        return replace(self, spots={**self.spots, spot: range})


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a table plays by. Records name it whole, so a round can be settled again from its record alone.

    `limits` is `None` only where a round is settled apart from any table. `face_up_approval` and
    `meter_order_approval` hold the reference that R17 asks for.
    """

    rules: RuleSet
    tables: Mapping[str, str]
    """The pay table of each bet that the table offers, by spot."""
    procedure: Procedure
    limits: Limits | None
    lost_by_fold: tuple[str, ...] = ()
    """Side bets that a fold loses where the house may choose (R24, R40); the others stay in action."""
    progressive_stake: Cents | None = None
    fixed_pays: FixedPays = FixedPays.TRAY
    settling_order: tuple[int, ...] | None = None
    bet_order: tuple[str, ...] | None = None
    """R5: the bets that are resolved first within a seat, in this order; the others follow as results are told."""
    meter_order: tuple[int, ...] = (6, 5, 4, 3, 2, 1)
    meter_order_approval: str | None = None
    aggregate_cap: Cents | None = None
    face_up_approval: str | None = None
    open_spots: int | None = None
    """How many play at a face-up table (R17); all who find a seat where nothing is said."""
    clock_s: int | None = None
    coverage: Coverage = Coverage.NET
    collection: Schedule | None = None
    player_fee: Cents = PLAYER_FEE
    """What schedule 1 takes from each player (R32): one amount by law. Records of before name others."""
    fee_per_circle: bool = False
    """Whether schedule 1 takes that fee for each betting circle of a seat, and not once (R32)."""
    folds_first: bool = False
    """R29: folded seats are collected before the player-dealer's cards are turned. Records that do not say so were
    dealt when these came after."""
    own_bets: tuple[OwnBet, ...] = ()
    """Side bets of the house's own, none of them approved: the whole declarations, so that a record needs no file."""
    cards_from: CardsFrom = CardsFrom.SHUFFLE
    """R58: our own shuffle, or a real deck whose cards are entered as they are exposed."""

    @property
    def game(self) -> Game:
        """What is played here: the rule set's game, with the bets of the house's own on its felt."""
        return game_with(self.rules.game, self.own_bets) if self.own_bets else self.rules.game

    def table(self, bet: str) -> Paytable:
        """The pay table this table uses for a bet that it offers."""
        if self.own_bets and (own := self.own_bet(bet)) is not None:
            return own.paytable
        side_bet = self.rules.game.side_bet.get(bet)
        return paytable(self.tables[bet], bet if side_bet is None else side_bet.kind)

    def own_bet(self, spot: str) -> OwnBet | None:
        """The house's own bet on a spot, if it is one."""
        return next((bet for bet in self.own_bets if bet.spot == spot), None)

    def offers(self, spot: str) -> bool:
        """Whether a bet before the deal can be made here at all."""
        if spot in self.tables:
            return True
        game = self.game
        return spot in game.by_key and spot not in game.side_bet and spot != PROGRESSIVE

    @property
    def face_up(self) -> bool:
        return self.face_up_approval is not None

    @property
    def real_cards(self) -> bool:
        return self.cards_from is CardsFrom.FELT

    @property
    def spots(self) -> int:
        """How many can play at a time."""
        return self.open_spots or len(SEATS)

    @property
    def player_banked(self) -> bool:
        return self.rules.banked_by is BankedBy.PLAYER

    @property
    def flat_fee(self) -> Cents:
        """What the schedule takes from a player: for the seat, or for each of its betting circles (R32)."""
        return self.player_fee if self.collection is Schedule.ONE else 0

    @property
    def fee_circles(self) -> tuple[str, ...] | None:
        """The betting circles that each cost the fee; none where a seat pays once."""
        return tuple(spot.key for spot in circles(self.game)) if self.fee_per_circle else None

    def seat_fee(self, stakes: Stakes) -> Cents:
        """What a seat with these bets owes the collection (R32)."""
        return seat_fee(stakes, self.flat_fee, self.fee_circles) if self.flat_fee else 0

    def __hash__(self) -> int:
        # What terms of one rule set differ in: terms with the same hash are compared field by field.
        return hash((self.rules, frozenset(map(str, self.tables.values())), self.progressive_stake, self.clock_s))


def terms(rules: RuleSet, tables: Mapping[str, str] | None = None, **choices: object) -> Terms:
    """The terms of a table: the customary choices of the rule set, and the given ones, checked by the given law."""
    law: Law = choices.pop("law", LAW)  # type: ignore[assignment]
    chosen = {bet: offered[0] for bet, offered in rules.tables.items()} if tables is None else dict(tables)
    for bet in rules.game.base_tables:
        chosen.setdefault(bet, rules.tables[bet][0])
    choices.setdefault("procedure", rules.procedures[0])
    if "limits" not in choices:
        choices["limits"] = customary_limits(rules, law)
    choices.setdefault("player_fee", law[rules.jurisdiction].player_fee)
    if rules.banked_by is BankedBy.PLAYER:
        choices.setdefault("collection", Schedule.ONE)
        choices.setdefault("folds_first", True)
    if choices.get("face_up_approval"):
        choices.setdefault("open_spots", FACE_UP_SPOTS)
    own_bets = choices.pop("own_bets", ())
    try:
        table_terms = Terms(rules=rules, tables=chosen, **choices)  # type: ignore[arg-type]
    except TypeError as error:
        raise BadTerms(f"no such choice at a table: {error}") from None
    table_terms = with_own_bets(table_terms, own_bets)  # type: ignore[arg-type]
    check_terms(table_terms)
    check_house_hand(table_terms.own_bets)
    if table_terms.limits is not None:
        check_law(table_terms, law)
    return table_terms


def as_dealt_now(terms: Terms) -> Terms:
    """The terms of a round that is opened today, at a table whose own may be of an earlier version or order (R29)."""
    rules, folds_first = terms.rules.latest, terms.folds_first or terms.player_banked
    is_so = rules is terms.rules and folds_first == terms.folds_first
    return terms if is_so else replace(terms, rules=rules, folds_first=folds_first)


def check_law(terms: Terms, law: Law = LAW) -> None:
    """Refuse the terms of a table outside the law. Records are read without it: what was opened stays readable."""
    if (why := unlawful(terms, law)) is not None:
        raise BadTerms(why)


def customary_limits(rules: RuleSet, law: Law = LAW) -> Limits:
    """The limits that a rule set's documents suggest, spot by spot, as far as the law allows them."""
    suggested = suggested_limits(rules, law)
    return replace(suggested, spots={key: lawful_span(rules, key, span, law) for key, span in suggested.spots.items()})


def suggested_limits(rules: RuleSet, law: Law = LAW) -> Limits:
    """The limits that a rule set's documents suggest, spot by spot, within the law or not."""
    spots = {spot.key: rules.limits.get(spot.key, spot.limits) for spot in rules.game.chosen}
    most = law[rules.jurisdiction].largest_wager
    return Limits(legal=most, spots={key: span for key, span in spots.items() if span is not None})


def _which(rules: RuleSet, allows: Callable[[RuleSet], bool]) -> str:
    """The rule sets of the same game that allow something, for a refusal."""
    return " and ".join(other.name for other in rules.game.rule_sets if allows(other)) or "no rule set of this game"


# Every round of a table is opened on the same terms, and what was found right once is right for good.
@lru_cache(maxsize=1024)
def check_terms(terms: Terms) -> None:
    """Refuse terms that the rule set does not allow."""
    rules = terms.rules
    if terms.own_bets:
        _check_own_bets(terms)
    for bet, name in terms.tables.items():
        if terms.own_bet(bet) is None:
            approved_paytable(rules, bet, name)
    for bet in rules.game.base_tables:
        if bet not in terms.tables:
            raise BadTerms(f"{rules.game.name} pays by a {bet} table; want one of {', '.join(rules.tables[bet])}")
    if terms.procedure not in rules.procedures:
        raise NoSuchProcedure(terms.procedure.value, rules.procedures)
    if terms.face_up and not rules.face_up_allowed:
        others = _which(rules, lambda other: other.face_up_allowed)
        raise BadTerms(f"{rules.name} does not allow face-up dealing; who may: {others}")
    if terms.face_up_approval == "":
        raise BadTerms("face-up dealing needs an approval reference")
    if terms.open_spots is not None and not terms.face_up:
        raise BadTerms("only a face-up table says how many spots are open; want an approval reference for that with it")
    if terms.open_spots is not None and terms.open_spots not in SEATS:
        raise BadTerms(f"{terms.open_spots} spots cannot be open; want 1 to {len(SEATS)}")
    if terms.fixed_pays is FixedPays.METER and not rules.meter_may_pay_fixed:
        others = _which(rules, lambda other: other.meter_may_pay_fixed)
        raise BadTerms(f"{rules.name} pays fixed progressive awards from the tray; who may use the meter: {others}")
    if sorted(terms.meter_order) != list(SEATS):
        raise BadTerms("the meter's order must name each seat once, as (6, 5, 4, 3, 2, 1) does")
    if terms.meter_order != (6, 5, 4, 3, 2, 1) and not terms.meter_order_approval:
        raise BadTerms("another order of meter pays needs an approval reference")
    if terms.settling_order is not None and sorted(terms.settling_order) != list(SEATS):
        raise BadTerms("a settling order must name each seat once")
    if terms.settling_order is not None and terms.player_banked:
        raise BadTerms(f"under {rules.name} settlement runs clockwise from the bank; leave settling_order out")
    if terms.bet_order is not None:
        _check_bet_order(terms, terms.bet_order)
    if terms.aggregate_cap is not None and terms.player_banked:
        raise BadTerms(f"under {rules.name} the bank's wager limits what is paid; leave aggregate_cap out")
    if terms.folds_first and not terms.player_banked:
        raise BadTerms(f"under {rules.name} the house banks and settles each seat at its turn; leave folds_first out")
    if terms.player_fee < 0:
        raise BadTerms(f"a collection fee of {dollars(terms.player_fee)} cannot be taken; want $0 or more")
    if terms.collection is not None and not terms.player_banked:
        others = _which(rules, lambda other: other.banked_by is BankedBy.PLAYER)
        raise BadTerms(f"{rules.name} has no collection; who has: {others}")
    for spot in terms.lost_by_fold:
        side_bet = rules.game.side_bet.get(spot)
        if spot != PROGRESSIVE and (side_bet is None or side_bet.after_fold is not AfterFold.HOUSE_CHOOSES):
            raise BadTerms(f"the house has no choice about {spot!r} after a fold; leave it out")
    if terms.real_cards and terms.clock_s is not None:
        raise BadTerms("no clock decides where cards and chips are real: the dealer calls the players; leave it out")
    if terms.clock_s is not None and not 0 < terms.clock_s <= LONGEST_CLOCK_S:
        raise BadTerms(f"a clock of {terms.clock_s} s cannot run; want up to {LONGEST_CLOCK_S} seconds, or none")
    if terms.limits is not None:
        _check_limits(terms, terms.limits)


def _check_bet_order(terms: Terms, order: tuple[str, ...]) -> None:
    rules, spots = terms.rules, [spot.key for spot in terms.game.spots if spot.key != ENVY]
    if terms.player_banked:
        raise BadTerms(f"under {rules.name} the bets of a seat are settled in one order (R29); leave bet_order out")
    if unknown := [bet for bet in order if bet not in spots]:
        raise BadTerms(f"no bet {unknown[0]!r} is settled at a seat here; there are {', '.join(spots)}")
    if not order or len(set(order)) < len(order):
        raise BadTerms("an order of bets must name each bet once at most, and one at least, such as trips,ante")


def _check_own_bets(terms: Terms) -> None:
    rules, bets = terms.rules, terms.own_bets
    if terms.player_banked:
        raise BadTerms(f"under {rules.name} a player banks, for the approved bets alone; leave own side bets out")
    if len(bets) > MOST:
        raise BadTerms(f"{len(bets)} own side bets are too many for a felt; want at most {MOST}")
    if len({bet.spot for bet in bets}) < len(bets):
        raise BadTerms("an own side bet is there twice; each needs a key of its own")
    for bet in bets:
        if rules.game.key not in bet.games:
            raise BadTerms(f"{bet.name} is declared for {', '.join(bet.games)}, not for {rules.game.key}")
        if terms.tables.get(bet.spot) != TABLE:
            raise BadTerms(f"{bet.name} is an own side bet without its pay table; name it among the tables")
        for line in bet.lines:
            if terms.limits is not None and terms.limits.unit % line.pay.per:
                raise BadTerms(
                    f"{bet.name} pays {line.words} {line.pay}, which is no whole cents on a unit of "
                    f"{dollars(terms.limits.unit)}; want another pay, or another unit"
                )


def _check_limits(terms: Terms, limits: Limits) -> None:
    # A unit of an odd number of cents would make 3 to 2 inexact (R11).
    if limits.unit <= 0 or limits.unit % 2:
        raise BadTerms(f"a unit of {limits.unit} cents cannot be paid 3 to 2; want an even number, such as 100")
    game = terms.game
    for key, spot in limits.spots.items():
        if not 0 < spot.minimum <= spot.maximum:
            felt = game.by_key[key].felt if key in game.by_key else key
            raise BadTerms(f"{felt} limits {spot.words} leave no bet")
    if missing := [spot.felt for spot in game.chosen if spot.limits is not None and spot.key not in limits.spots]:
        raise BadTerms(f"limits leave out {missing[0]}; every spot has a least and a most")
    base, largest = limits.of(game.base), game.largest_multiple
    if limits.legal is not None and largest * base.maximum > limits.legal:
        felt, most = game.by_key[game.base].felt, dollars(limits.legal // largest)
        raise BadTerms(
            f"an {felt} of {dollars(base.maximum)} makes a {game.largest_raise} above the legal limit; at most {most}"
        )
    if terms.aggregate_cap is not None:
        biggest = max(largest * base.maximum, *(limit.maximum for limit in limits.spots.values()))
        if terms.aggregate_cap < 50 * biggest:
            raise BadTerms(
                f"an aggregate cap below 50 times the largest wager ({dollars(50 * biggest)}) is not allowed"
            )
