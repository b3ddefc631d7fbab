"""Orders that an older version of Croupier decided differently: what it wrote then is right."""

from __future__ import annotations

import json

from croupier.fair.commitment import unbound_commitment
from croupier.floor.audit.finding import DecodedEntry
from croupier.floor.corrections import RoundCorrected
from croupier.floor.links.hand_buttons import HandButtonsAsked
from croupier.floor.record import happening_from_plain
from croupier.floor.sitting import has_account
from croupier.floor.table import Happening, Table, TableChanged
from croupier.money import Cents
from croupier.rules.events import RoundOpened
from croupier.rules.terms import Terms, customary_limits
from croupier.values import replace


def as_decided_then(
    events: tuple[Happening, ...], line: DecodedEntry, before: Table, fees: tuple[Cents, ...] = ()
) -> tuple[Happening, ...]:
    """The events of an order, as the version of Croupier decided it that wrote the record, and the law of its day:
    `fees` are those of a player that a legal profile on record has ever set (R55)."""
    match events:
        case (RoundOpened() as first, *others):
            return (_as_dealt_then(first, line, before), *others)
        case (*others, TableChanged() as last):
            return (*others, _as_changed_then(last, line, fees))
        case (RoundCorrected() as made,):
            return (_as_corrected_then(made, line),)
        case _:
            return events


def as_promised_then(event: RoundOpened, body: str, seed: bytes) -> RoundOpened:
    """A round is opened again with the promise of its own record: those of older ones fix the seed alone."""
    if not event.commitment:
        return event  # nothing is promised of a real deck (R58)
    unbound = unbound_commitment(event.round, seed)
    return replace(event, commitment=unbound) if unbound in body else event


def hand_buttons_in(body: str) -> tuple[HandButtonsAsked, ...]:
    """What the opening of a round says of its hand buttons; rounds of before say nothing (R44)."""
    if '"HandButtonsAsked"' not in body:
        return ()
    said = [plain for plain in json.loads(body)["events"] if plain["event"] == "HandButtonsAsked"]
    return tuple(event for event in map(happening_from_plain, said) if isinstance(event, HandButtonsAsked))


def _as_dealt_then(event: RoundOpened, line: DecodedEntry, before: Table) -> RoundOpened:
    """A round is played again as its own record says where that is older than today's rules: by an earlier version of
    its rule set, if the table had no later one before, and with folds after the bank's cards (R29)."""
    recorded = happening_from_plain(line.events[0])
    if not isinstance(recorded, RoundOpened):
        return event
    rules, folds_first = event.terms.rules, event.terms.folds_first and recorded.terms.folds_first
    reached = max(terms.rules.version for terms in _terms_before(before))
    if recorded.terms.rules.name == rules.name and reached <= recorded.terms.rules.version < rules.version:
        rules = recorded.terms.rules
    return replace(event, terms=replace(event.terms, rules=rules, folds_first=folds_first))


def _as_corrected_then(event: RoundCorrected, line: DecodedEntry) -> RoundCorrected:
    """A correction for who is there by name moved chips that people carry, and nothing that lies in front of them."""
    recorded = happening_from_plain(line.events[0])
    carried = isinstance(recorded, RoundCorrected) and not recorded.player
    return replace(event, player="") if carried and not has_account(event.player) else event


def _terms_before(table: Table) -> tuple[Terms, ...]:
    """The terms that a table was set to, and those of its last round."""
    return (table.settings.terms,) if table.round is None else (table.settings.terms, table.round.terms)


def _as_changed_then(event: TableChanged, line: DecodedEntry, fees: tuple[Cents, ...]) -> TableChanged:
    """A change is taken with what was said of its spots then, by the figures of its day (R17). One in California is
    taken as it was made: older ones left the fee of a player and the turn of the folds as they stood, or brought the
    Ante to its usual limits (R29, R32)."""
    recorded, old, new = happening_from_plain(line.events[-1]), event.old.terms, event.new.terms
    if not isinstance(recorded, TableChanged):
        return event
    event = replace(event, warning=recorded.warning)
    if not new.player_banked or new.limits is None:
        return event
    base = new.game.base
    for fee in (new.player_fee, old.player_fee, *fees):
        for folds_first in (new.folds_first, old.folds_first):
            for span in (new.limits.of(base), customary_limits(new.rules).of(base)):
                limits = new.limits.with_spot(base, span)
                terms = replace(new, player_fee=fee, folds_first=folds_first, limits=limits)
                if terms == recorded.new.terms:
                    return replace(event, new=replace(event.new, terms=terms))
    return event
