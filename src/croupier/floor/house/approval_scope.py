"""What an approval covers (R56): rule sets, pay tables, limits, switches, face-up dealing, links and components, each
listed or any; and how that is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from croupier.errors import Refused
from croupier.floor.choices.betting import LIMITS, OWN_BETS, PAYS
from croupier.floor.choices.choice import parse_span, span_text
from croupier.floor.choices.every import choices
from croupier.games import RULE_SETS
from croupier.inputs import whole_number
from croupier.rules.paytables import OWN_TABLE
from croupier.rules.rulesets import RuleSet
from croupier.rules.seat import SEATS
from croupier.rules.wagers import OWN, Range

ANY: Final = "any"
FIXED_OFF_METER: Final = "fixed_off_meter"
"""The switch of a link whose fixed pays come off the meter (R37)."""
_SPOKEN_FOR: Final = frozenset(
    {OWN_BETS, "approval", "unit", "legal", "face_up", "open_spots", "meter_order_approval", "player_fee"}
    | {"dealt_by", "clock", "colours"}
)
"""Choices of a table that are no switches: another part of the scope speaks of them, or the law, or nobody approves
them."""
_LONGEST: Final = 120
_MOST: Final = 60


class BadApproval(Refused):
    """An approval that cannot be entered. `field` says what of it is wrong."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(why)
        self.field = field


Listed: TypeAlias = tuple[str, ...] | None
"""What a part of the scope lists; `None` is any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What an approval covers. `None` is any; what is not listed is not covered.

    `limits` are such as `ante=5-100`. `switches` are such as `lost_by_fold=bad_beat`: a switch that is listed stands as
    listed, any other as is customary under the rule set. `face_up` is on how many spots cards may lie face up, none
    where it is 0. `components` are those of a link, with their versions.
    """

    rules: Listed = ()
    paytables: Listed = ()
    limits: Listed = ()
    switches: Listed = ()
    face_up: int | None = 0
    links: Listed = ()
    components: Listed = ()

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """Every part in words."""
        face_up = ANY if self.face_up is None else f"up to {self.face_up} spots" if self.face_up else "no"
        return (
            ("Rule sets", _words(self.rules)),
            ("Pay tables", _words(self.paytables)),
            ("Limits", _words(self.limits)),
            ("Switches", _words(self.switches, "as is customary")),
            ("Face up", face_up),
            ("Links", _words(self.links)),
            ("Components", _words(self.components)),
        )


def _words(listed: Listed, nothing: str = "none") -> str:
    return ANY if listed is None else "; ".join(listed) or nothing


# What a scope is written in: items, one a line or between semicolons; `any`; nothing.


def parse_listed(texts: Iterable[str]) -> Listed:
    """The items of a part of the scope, or any of them."""
    items = tuple(item.strip() for text in texts for item in re.split(r"[;\n]", text) if item.strip())
    return None if items == (ANY,) else tuple(dict.fromkeys(items))


def parse_face_up(text: str) -> int | None:
    """On how many spots cards may lie face up: a number, `no` or `any`."""
    text = text.strip()
    if text == ANY:
        return None
    if text in ("", "no"):
        return 0
    number = whole_number(text)
    if number is None:
        raise BadApproval("face_up", f"not a number of spots: {text!r}; want 1 to {len(SEATS)}, 'no' or 'any'")
    return number


def limit_of(item: str) -> tuple[str, Range]:
    """The spot and the limits that `ante=5-100` says."""
    spot, _, span = item.partition("=")
    return spot.strip(), parse_span(span)


def check_scope(scope: Scope) -> None:
    """Refuse a scope that no table or link can be measured by."""
    rule_sets = list(RULE_SETS.values())
    for name, listed in (("rules", scope.rules), ("paytables", scope.paytables), ("limits", scope.limits)):
        if listed == () and not scope.links:
            raise BadApproval(name, f"an approval says which {_NAMED[name]} it covers; list them, or say 'any'")
    _check_items("rules", scope.rules, {rules.name for rules in rule_sets}.__contains__, "the name of a rule set")
    tables = {name for rules in rule_sets for names in rules.tables.values() for name in names}
    _check_items(
        "paytables",
        scope.paytables,
        lambda item: item in tables or item.startswith((OWN, OWN_TABLE)),
        "the name of a pay table such as UTH-02, or the key of a bet of the house's own",
    )
    _check_items("limits", scope.limits, _is_limit, "a wager with its limits, such as ante=5-100")
    known = {choice for rules in rule_sets for choice in switches(rules)} | {FIXED_OFF_METER}
    _check_items(
        "switches",
        scope.switches,
        lambda item: "=" in item and item.partition("=")[0] in known,
        f"a switch as it stands, such as lost_by_fold=bad_beat; there are {', '.join(sorted(known))}",
    )
    _check_items("links", scope.links, lambda item: True, "the name of a link")
    _check_items("components", scope.components, lambda item: True, "a component with its version")
    if scope.face_up is not None and not 0 <= scope.face_up <= len(SEATS):
        raise BadApproval("face_up", f"{scope.face_up} spots cannot be face up; want 1 to {len(SEATS)}, 'no' or 'any'")


_NAMED: Final = {"rules": "rule sets", "paytables": "pay tables", "limits": "limits"}


def _check_items(field: str, listed: Listed, right: Callable[[str], bool], want: str) -> None:
    if listed is not None and len(listed) > _MOST:
        raise BadApproval(field, f"{len(listed)} items are too many; want at most {_MOST}, or 'any'")
    for item in listed or ():
        if len(item) > _LONGEST or item == ANY or not right(item):
            raise BadApproval(field, f"{item!r} is not {want}")


def _is_limit(item: str) -> bool:
    try:
        spot, span = limit_of(item)
    except Refused:
        return False
    return bool(spot) and 0 < span.minimum <= span.maximum and item == f"{spot}={span_text(span)}"


def switches(rules: RuleSet) -> tuple[str, ...]:
    """The choices of a table under these rules that an approval knows as switches."""
    keys = (choice.key for choice in choices(rules))
    return tuple(key for key in keys if key not in _SPOKEN_FOR and not key.startswith((LIMITS, PAYS)))
