"""The terms of a link from a form: a row of fields for each level of its pay table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias, TypeVar

from croupier.errors import Refused
from croupier.floor.links.economics import preconfigured_levels
from croupier.floor.links.terms import link_terms
from croupier.jackpot.terms import ConfirmingCard, Flow, LevelTerms, LinkTerms
from croupier.money import Cents, dollars, parse_basis_points, parse_dollars
from croupier.rules.own.meters import own_reference
from croupier.rules.paytables import parse_paytable, paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.web.forms import BadField, in_field

Form: TypeAlias = dict[str, str]
T = TypeVar("T")


def new_terms(form: Form) -> LinkTerms:
    """The terms that a form for a new link asks for."""
    own = form.get("own_paytable", "").strip()
    name = in_field("own_paytable", _own, own) if own else form.get("paytable", "")
    in_field("paytable", lambda name: paytable(name, PROGRESSIVE), name)
    stake = _read(form, "stake", parse_dollars, 100)
    off_meter = form.get("fixed") == "meter"
    flow = form.get("flow", "")
    return link_terms(
        name,
        stake,
        tuple(_level(level, form) for level in _proposed(name, stake, off_meter=off_meter)),
        flow=Flow(flow) if flow in ("keyed", "card") else None,
        fixed_off_meter=off_meter,
        executive_above=_perhaps(form, "executive_above", parse_dollars, None),
        approval=form.get("approval", ""),
    )


def changed_terms(terms: LinkTerms, form: Form) -> LinkTerms:
    """A link's terms with what a form changes of them; the pay table and the flow stay."""
    return link_terms(
        terms.paytable,
        _read(form, "stake", parse_dollars, terms.stake),
        tuple(_level(level, form) for level in terms.levels),
        flow=terms.flow,
        fixed_off_meter=form["fixed"] == "meter" if form.get("fixed") else terms.all_pays_off_meter,
        executive_above=_perhaps(form, "executive_above", parse_dollars, terms.executive_above),
        approval=form.get("approval", terms.approval),
    )


def _proposed(name: str, stake: Cents, *, off_meter: bool) -> tuple[LevelTerms, ...]:
    """The levels that come with the system for a pay table (R42); where a field is empty, they stand."""
    if stake <= 0:
        raise BadField("stake", Refused(f"a stake of {dollars(stake)} is no wager; want a fixed amount, such as $1"))
    return in_field("fixed", lambda _: preconfigured_levels(name, stake, fixed_off_meter=off_meter), "")


def _own(declaration: str) -> str:
    """The name of a pay table that a form declares."""
    return own_reference(parse_paytable(declaration, "the pay table"))


def _level(level: LevelTerms, form: Form) -> LevelTerms:
    def field(name: str) -> str:
        return f"{name}_{level.name}"

    return replace(
        level,
        rate_bp=_read(form, field("rate"), parse_basis_points, level.rate_bp),
        reserve_bp=_read(form, field("reserve"), parse_basis_points, level.reserve_bp),
        seed=_read(form, field("seed"), parse_dollars, level.seed),
        maximum=_perhaps(form, field("maximum"), parse_dollars, level.maximum),
        card=_read(form, field("card"), _card, level.card),
    )


def _card(text: str) -> ConfirmingCard:
    try:
        return ConfirmingCard(text)
    except ValueError:
        raise Refused(f"no card {text!r}; there are {', '.join(card.value for card in ConfirmingCard)}") from None


def _read(form: Form, key: str, read: Callable[[str], T], now: T) -> T:
    """The value of a field; where it is empty, what is so now."""
    return in_field(key, read, form[key]) if form.get(key) else now


def _perhaps(form: Form, key: str, read: Callable[[str], T], now: T | None) -> T | None:
    """The value of a field. An empty one means none; one that is missing changes nothing."""
    if key not in form:
        return now
    return in_field(key, read, form[key]) if form[key] else None
