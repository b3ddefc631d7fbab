"""Settings out of what was chosen, checked; and what differs between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from croupier.errors import Refused
from croupier.floor.choices.betting import OWN_BETS
from croupier.floor.choices.choice import NONE, ChoiceKind, TableChoice
from croupier.floor.choices.every import choices
from croupier.floor.table import DealtBy, Settings
from croupier.rules.law import LAW, Law
from croupier.rules.own.bet import check_house_hand
from croupier.rules.plan import RIGHT_TO_LEFT
from croupier.rules.rulesets import RuleSet
from croupier.rules.terms import (
    FACE_UP_SPOTS,
    Terms,
    as_dealt_now,
    check_law,
    check_terms,
    terms,
)
from croupier.rules.wagers import PROGRESSIVE
from croupier.values import replace

NO_APPROVAL: Final = "no approval on record"
"""R50: what stands beside a table that carries no reference."""
_LONGEST: Final = 120


class NoSuchChoice(Refused):
    """A choice that the rule set does not leave to the house."""

    def __init__(self, key: str, rules: RuleSet) -> None:
        there = ", ".join(choice.key for choice in choices(rules) if not choice.fixed)
        super().__init__(f"{rules.name} leaves no choice of {key!r} to the house; it leaves {there}")
        self.choice = key


class BadChoice(Refused):
    """A choice that was not understood. `choice` says which."""

    def __init__(self, choice: TableChoice, why: Refused) -> None:
        super().__init__(f"{choice.label}: {why}")
        self.choice = choice.key


class ChangedChoice(NamedTuple):
    """A choice that differs: its label, how it stood and how it stands."""

    label: str
    old: str
    new: str

    @property
    def words(self) -> str:
        return f"{self.label}: {self.old} → {self.new}"


def customary(rules: RuleSet, law: Law = LAW) -> Settings:
    """The settings of a table at which nobody has chosen anything. A progressive table comes with its link."""
    tables = {bet: names[0] for bet, names in rules.tables.items() if bet != PROGRESSIVE}
    return Settings(terms=terms(rules, tables, law=law))


def chosen(settings: Settings, texts: Mapping[str, str], law: Law | None = LAW) -> Settings:
    """The settings with these choices, checked. Refused if the rule set or the law does not leave a choice to the
    house.

    With `law=None` recorded choices are made again, whatever the law says of them now.
    """
    rules = settings.terms.rules
    known = {choice.key: choice for choice in choices(rules)}
    was_real = settings.terms.real_cards
    for key, value in texts.items():
        choice, text = known.get(key), value.strip()
        if choice is None:
            raise NoSuchChoice(key, rules)
        if len(text) > _LONGEST and choice.kind is not ChoiceKind.DECLARED:
            raise BadChoice(choice, Refused(f"{len(text)} characters; want at most {_LONGEST}"))
        try:
            settings = choice.put(settings, "" if text.lower() == NONE else text)
        except Refused as why:
            raise BadChoice(choice, why) from None
        if choice.fixed and law is not None and choice.text(settings) != choice.text(customary(rules, law)):
            check_law(settings.terms, law)  # which says why, where the law decides it
            raise NoSuchChoice(key, rules)
    changed = replace(settings, terms=_consistent(settings.terms, texts, LAW if law is None else law))
    if changed.terms.real_cards and (not was_real or "dealt_by" not in texts):
        # A form names every choice: whoever chooses a real deck there has not chosen the machine beside it.
        changed = replace(changed, dealt_by=DealtBy.PERSON)
    check_settings(changed, law)
    return changed


def as_far_as(settings: Settings, texts: Mapping[str, str], law: Law = LAW) -> tuple[Settings, Refused | None]:
    """The settings with these choices. If they are refused together: the settings with those that are accepted alone,
    and why."""
    try:
        return chosen(settings, texts, law), None
    except Refused as why:
        for key, text in texts.items():
            with suppress(Refused):
                settings = chosen(settings, {key: text}, law)
        return settings, why


def check_settings(settings: Settings, law: Law | None = LAW) -> None:
    """Refuse settings that no table is opened with, or changed to."""
    check_terms(settings.terms)
    if settings.terms.real_cards and settings.dealt_by is DealtBy.MACHINE:
        raise Refused("a machine cannot deal real cards; a table with them is dealt by a person")
    if law is not None:
        try:
            check_house_hand(settings.terms.own_bets)
        except Refused as why:
            (choice,) = (one for one in choices(settings.terms.rules) if one.key == OWN_BETS)
            raise BadChoice(choice, why) from None
        check_law(settings.terms, law)
    check_colours(settings.colours)


def changes(old: Settings, new: Settings) -> tuple[ChangedChoice, ...]:
    """What differs between two settings of a table, choice by choice."""
    return tuple(
        ChangedChoice(choice.label, choice.words(old), choice.words(new))
        for choice in choices(new.terms.rules)
        if choice.text(old) != choice.text(new)
    )


def check_colours(colours: tuple[str, ...]) -> None:
    """R4, R49: two decks take turns, and their backs tell them apart."""
    for colour in colours:
        if not colour.isalpha():
            raise Refused(f"no deck of colour {colour!r}; want one word for its backs, such as 'blue'")
    if len(colours) != 2:
        raise Refused(f"two decks take turns; want two colours, such as blue,red, not {','.join(colours)!r}")
    if colours[0].casefold() == colours[1].casefold():
        first, second = colours
        raise Refused(f"two decks have backs of two colours, not {first!r} and {second!r}; want such as blue,red")


def _consistent(terms: Terms, texts: Mapping[str, str], law: Law) -> Terms:
    """What follows from the choices: spots only where cards lie face up, no clock where they are real, an approval only
    for an order of one's own, and the one fee of a player that there is (R32), whenever the table was opened. Spots
    that were asked for are kept, for without face-up dealing they are refused; so is a fee that was named."""
    spots = terms.open_spots if texts.get("open_spots") else None
    if terms.face_up:
        spots = terms.open_spots or FACE_UP_SPOTS
    approval = terms.meter_order_approval if terms.meter_order != RIGHT_TO_LEFT else None
    fee = terms.player_fee if "player_fee" in texts else law[terms.rules.jurisdiction].player_fee
    clock = terms.clock_s if not terms.real_cards or texts.get("clock") else None
    return as_dealt_now(replace(terms, player_fee=fee, open_spots=spots, meter_order_approval=approval, clock_s=clock))
