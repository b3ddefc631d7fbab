"""Every choice that a rule set leaves to the house (R49), in the order of the form; and nothing that it does not."""

from __future__ import annotations

from functools import cache

from croupier.errors import Refused
from croupier.floor.choices.betting import bets, limits, needed
from croupier.floor.choices.choice import (
    ChoiceKind,
    Group,
    TableChoice,
    cents_text,
    count_text,
    of_settings,
    of_terms,
    parse_count,
    parse_seats,
    parse_words,
    seats_text,
    words_text,
)
from croupier.floor.table import DealtBy
from croupier.money import dollars
from croupier.rules.bank import Coverage, parse_coverage
from croupier.rules.collection import PLAYER_FEE, Schedule, circles
from croupier.rules.deal import CardsFrom, parse_procedure
from croupier.rules.plan import RIGHT_TO_LEFT
from croupier.rules.rulesets import BankedBy, RuleSet
from croupier.rules.wagers import PROGRESSIVE

_SEAT, _CIRCLE = "seat", "circle"


@cache
def choices(rules: RuleSet) -> tuple[TableChoice, ...]:
    """The choices of a table under these rules."""
    return (
        of_settings(
            "approval",
            lambda text: text or None,
            lambda approval: approval or "",
            key="approval",
            label="Approval of the internal controls",
            group=Group.NAME,
            kind=ChoiceKind.WORDS,
            about="the reference under which this table's internal controls were approved",
        ),
        *limits(rules),
        *bets(rules),
        *_dealing(rules),
        *(_face_up() if rules.face_up_allowed else ()),
        *(_bank(rules) if rules.banked_by is BankedBy.PLAYER else ()),
        *_clock(),
    )


def _dealing(rules: RuleSet) -> tuple[TableChoice, ...]:
    choices = [
        of_settings(
            "dealt_by",
            _dealt_by,
            lambda by: str(by.value),
            key="dealt_by",
            label="Dealt by",
            group=Group.DEALING,
            kind=ChoiceKind.ONE,
            options=(("machine", "a machine"), ("person", "a person at the keypad")),
        ),
        of_terms(
            "cards_from",
            _cards_from,
            lambda source: str(source.value),
            key="cards",
            label="Cards come from",
            group=Group.DEALING,
            kind=ChoiceKind.ONE,
            about="the room's own shuffle, or a real deck whose cards the dealer enters (R58)",
            options=(
                (CardsFrom.SHUFFLE.value, "the room's own shuffle"),
                (CardsFrom.FELT.value, "a real deck on the felt; the dealer enters bets, decisions and cards"),
            ),
        ),
        of_terms(
            "procedure",
            parse_procedure,
            lambda procedure: str(procedure.value),
            key="procedure",
            label="Procedure",
            group=Group.DEALING,
            kind=ChoiceKind.ONE,
            options=tuple((procedure.value, procedure.value) for procedure in rules.procedures),
            fixed=len(rules.procedures) == 1,
        ),
    ]
    if rules.banked_by is BankedBy.HOUSE:
        choices.append(
            of_terms(
                "settling_order",
                parse_seats,
                seats_text,
                key="settling_order",
                label="Settling order",
                group=Group.DEALING,
                kind=ChoiceKind.ORDER,
                about=f"each seat once; none is right to left, {seats_text(RIGHT_TO_LEFT)} (R5)",
            )
        )
        choices.append(
            of_terms(
                "bet_order",
                lambda text: parse_words(text) or None,
                lambda order: words_text(order or ()),
                key="bet_order",
                label="Order of bets within a seat",
                group=Group.DEALING,
                kind=ChoiceKind.ORDER,
                about=f"what is resolved first, such as {_backwards(rules)}; none is as the felt has them (R5)",
            )
        )
    if rules.offers(PROGRESSIVE):
        choices += [
            of_terms(
                "meter_order",
                lambda text: parse_seats(text) or RIGHT_TO_LEFT,
                seats_text,
                key="meter_order",
                label="Order of meter pays",
                group=Group.DEALING,
                kind=ChoiceKind.ORDER,
                about=f"usually {seats_text(RIGHT_TO_LEFT)}; another needs an approval (R38)",
            ),
            of_terms(
                "meter_order_approval",
                lambda text: text or None,
                lambda reference: reference or "",
                key="meter_order_approval",
                label="Approval of that order",
                group=Group.DEALING,
                kind=ChoiceKind.WORDS,
                about="the reference, where the order is another than the usual one (R17)",
            ),
        ]
    return tuple(choices)


def _backwards(rules: RuleSet) -> str:
    """An order of bets to show: the last side bet first, then the base bet."""
    return ",".join([*(bet.key for bet in rules.game.side_bets[-1:]), rules.game.base])


def _face_up() -> tuple[TableChoice, ...]:
    return (
        of_terms(
            "face_up_approval",
            lambda text: text or None,
            lambda reference: reference or "",
            key="face_up",
            label="Approval of face-up dealing",
            group=Group.FACE_UP,
            kind=ChoiceKind.WORDS,
            about="its reference turns face-up dealing on; none turns it off (R17)",
        ),
        of_terms(
            "open_spots",
            parse_count("a number of spots"),
            count_text,
            key="open_spots",
            label="Open spots",
            group=Group.FACE_UP,
            kind=ChoiceKind.ONE,
            about="how many play at a face-up table; three, unless more is said (R17)",
            options=(("", "three, as usual"), *((str(n), str(n)) for n in range(1, 7))),
        ),
    )


def _bank(rules: RuleSet) -> tuple[TableChoice, ...]:
    felts = " and ".join(spot.felt for spot in circles(rules.game))
    return (
        of_terms(
            "coverage",
            parse_coverage,
            lambda coverage: str(coverage.value),
            key="coverage",
            label="Coverage of the bank's wager",
            group=Group.BANK,
            kind=ChoiceKind.ONE,
            options=(
                (Coverage.NET.value, "net: what it collected pays later seats"),
                (Coverage.GROSS.value, "gross: every cent that moves uses up a cent"),
            ),
        ),
        of_terms(
            "collection",
            _schedule,
            lambda schedule: "" if schedule is None else str(schedule.value),
            key="collection",
            label="Schedule of the collection",
            group=Group.BANK,
            kind=ChoiceKind.ONE,
            options=(
                ("1", f"1: bank $1 up to $50 of action, $2 above; each player {dollars(PLAYER_FEE)}"),
                ("2", "2: bank $0.50 up to $50, $2 up to $300, $3 above; players nothing, which is under review"),
            ),
        ),
        of_terms(
            "player_fee",
            lambda text: needed(text, "a fee"),
            cents_text,
            key="player_fee",
            label="Fee of each player",
            group=Group.BANK,
            kind=ChoiceKind.DOLLARS,
            about="a round, under schedule 1 (R32)",
            fixed=True,
        ),
        of_terms(
            "fee_per_circle",
            _fee_per_circle,
            lambda per_circle: _CIRCLE if per_circle else _SEAT,
            key="fee_per",
            label="That fee is taken",
            group=Group.BANK,
            kind=ChoiceKind.ONE,
            options=(
                (_SEAT, "once per seat"),
                (_CIRCLE, f"once per betting circle, {felts}; none for a bonus bet"),
            ),
            about="under schedule 1 (R32)",
        ),
    )


def _clock() -> tuple[TableChoice, ...]:
    return (
        of_terms(
            "clock_s",
            parse_count("a clock"),
            count_text,
            key="clock",
            label="Clock",
            group=Group.CLOCK,
            kind=ChoiceKind.SECONDS,
            about="seconds to decide in; none where people wait for each other (R19)",
        ),
        of_settings(
            "colours",
            parse_words,
            words_text,
            key="colours",
            label="Colours of the two decks",
            group=Group.CLOCK,
            kind=ChoiceKind.PAIR,
            about="one word each for their backs, and not the same (R4)",
        ),
    )


def _dealt_by(text: str) -> DealtBy:
    try:
        return DealtBy(text)
    except ValueError:
        raise Refused(
            f"a table is dealt by machine or by a person, not by {text!r}; want 'machine' or 'person'"
        ) from None


def _cards_from(text: str) -> CardsFrom:
    try:
        return CardsFrom(text)
    except ValueError:
        raise Refused(f"cards come from the shuffle or from the felt, not from {text!r}; want one of the two") from None


def _fee_per_circle(text: str) -> bool:
    if text not in (_SEAT, _CIRCLE):
        raise Refused(
            f"the fee of a player is taken per seat or per betting circle, not {text!r}; want {_SEAT!r} or {_CIRCLE!r}"
        )
    return text == _CIRCLE


def _schedule(text: str) -> Schedule:
    if text not in ("1", "2"):
        raise Refused(f"no schedule {text!r}; want '1' or '2'")
    return Schedule(int(text))
