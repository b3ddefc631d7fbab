"""Events and terms as plain data, for journals and files: `from_plain(to_plain(event)) == event`.

Cards are their names, money whole cents, pays and actions their text form, so that a record can be read
without Croupier.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from json import dumps, loads
from typing import Any, get_args

from croupier.cards import Card, cards_text, parse_cards
from croupier.codec import BadData, Codec, Plain, TextForm
from croupier.rules.actions import Action, parse_action
from croupier.rules.events import Event
from croupier.rules.own.bet import OwnBet
from croupier.rules.own.file import parse_side_bet, side_bet_text
from croupier.rules.paytables import For, Share, parse_pay
from croupier.rules.registry import GAMES, versions
from croupier.rules.rulesets import RuleSet
from croupier.rules.settlement import Result
from croupier.rules.terms import Terms, check_terms
from croupier.rules.wagers import OWN, Stakes


def _is_spot(key: str) -> bool:
    """Whether money can lie there in any game: an event alone does not say which game it is of."""
    if key in _spots or key.startswith(OWN):
        return True
    if any(key in game.by_key for game in GAMES.values()):
        _spots.add(key)
        return True
    return False


_spots: set[str] = set()
"""Those that were found: games come, and none goes."""


def _read_stakes(plain: Any) -> Stakes:
    if not isinstance(plain, dict) or not all(type(cents) is int for cents in plain.values()):
        raise BadData(f"not stakes: {str(plain)[:120]}; want whole cents by spot")
    if strange := sorted(key for key in plain if not _is_spot(key)):
        raise BadData(f"not stakes: {str(plain)[:120]}; no game has a spot {strange[0]!r}")
    return Stakes(plain)


_write_result, _read_any_result = Codec().writer(Result), Codec().reader(Result)


def read_result(plain: Any) -> Result:
    """The result that an event has as plain data."""
    row: Result = _read_any_result(plain)
    if not _is_spot(row.spot):
        raise BadData(f"not a result: {str(plain)[:120]}; no game has a spot {row.spot!r}")
    return row


def _read_meter_pay(text: str) -> Share | For:
    pay = parse_pay(text)
    if not isinstance(pay, Share | For):
        raise BadData(f"a meter does not pay {text!r}")
    return pay


def rules_text(rules: RuleSet) -> str:
    """A rule set by its name; a later version says so: `three-card/2`."""
    return rules.name if rules.version == 1 else f"{rules.name}/{rules.version}"


def parse_rules(text: str) -> RuleSet:
    """The rule set, in the version, that `rules_text` wrote."""
    known = {rules_text(rules): rules for rules in versions(text.partition("/")[0])}
    if text not in known:
        raise BadData(f"no rule set {text!r} is known here; there are {', '.join(known)}")
    return known[text]


_TEXTS: dict[Any, TextForm] = {
    tuple[Card, ...]: (cards_text, parse_cards),
    Action: (str, parse_action),
    Share | For: (str, _read_meter_pay),
    RuleSet: (rules_text, parse_rules),
    Stakes: (dict, _read_stakes),
    Result: (_write_result, read_result),
    OwnBet: (side_bet_text, parse_side_bet),
}
_TERMS = Codec(texts=_TEXTS)


def terms_to_plain(terms: Terms) -> Plain:
    """The terms of a table, so that a round can be settled again from its record alone."""
    plain: Plain = _TERMS.plain(Terms, terms)
    return plain


def terms_from_plain(plain: Mapping[str, Any]) -> Terms:
    """The terms that `terms_to_plain` wrote, checked again."""
    terms: Terms = _TERMS.value(Terms, plain)
    check_terms(terms)
    return terms


@lru_cache(maxsize=1024)
def _known_terms(text: str) -> Terms:
    return terms_from_plain(loads(text))


def _read_terms(plain: Any) -> Terms:
    # Every round names its terms in full, and a table's rounds all name the same: read them once.
    return _known_terms(dumps(plain, sort_keys=True))


TEXTS: Mapping[Any, TextForm] = {
    **_TEXTS,
    Terms: (lru_cache(maxsize=1024)(terms_to_plain), _read_terms),
    bytes: (bytes.hex, bytes.fromhex),
}
"""The text forms of the rules' values, for a codec of any room above that has them in its own."""

_EVENTS = Codec(get_args(Event), TEXTS)


def to_plain(event: Event) -> Plain:
    """An event as data that JSON can hold; `event` names its kind."""
    return _EVENTS.to_plain(event)


def from_plain(plain: Mapping[str, Any]) -> Event:
    """The event that `to_plain` wrote."""
    event: Event = _EVENTS.from_plain(plain)
    return event
