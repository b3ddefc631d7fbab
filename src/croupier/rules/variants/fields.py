"""A variant as named fields with one text each, the same in a file, on a page and in an answer.

    variant_of(UTH, {"ante.unqualified": "pays", "streets.river": "bet2 bet1 fold", "blind.pays.flush": "2 to 1"})
    fields_of(variant)["dealer.qualifies"]       # 'pair'
    differences(variant)                         # what is not as in the house game

A field that is not named is as in the house game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from croupier.errors import Refused
from croupier.hands import MANY, Strength
from croupier.rules.actions import CHECK, FOLD, PULL, RIDE, Action, Bet, NotAnAction, parse_action
from croupier.rules.game import Game
from croupier.rules.paytables import Pay, Paytable, To, parse_pay
from croupier.rules.variants.bets import BetRule, Then
from croupier.rules.variants.thresholds import parse_threshold, threshold_words
from croupier.rules.variants.variant import Variant, house, multiples

V = TypeVar("V")

MOST_TIMES = 10
"""The largest bet that a variant may offer, in base bets."""
NONE = "none"
"""What a line pays that is not on the table."""

QUALIFIES, STREETS, NEEDS, PAYS, ONE_TABLE = "dealer.qualifies", "streets", "needs", "pays", "bets"
_CHOICES = {
    "unqualified": (Then.PUSH, Then.PAYS, Then.LOSES, Then.PLAYS),
    "tie": (Then.PUSH, Then.PAYS, Then.LOSES),
    "lose": (Then.LOSES, Then.PUSH),
    "below": (Then.PUSH, Then.LOSES),
}
_YES_NO = {"true": True, "false": False}


class BadVariant(Refused):
    """A field of a variant that cannot be; the text says which, why not, and what would be right."""

    def __init__(self, field: str, said: str) -> None:
        super().__init__(f"{field}: {said}" if field else said)
        self.field = field


class Difference(NamedTuple):
    """A field that is not as in the house game."""

    field: str
    house: str
    now: str


def fields_of(variant: Variant) -> dict[str, str]:
    """Every field of a variant, in the order of a round."""
    game, ranking = variant.base, variant.base.ranking
    made: dict[str, str] = {}
    if game.layout.dealer:
        made[QUALIFIES] = threshold_words(variant.qualifies, ranking)
    for street, offers in variant.streets.items():
        made[f"{STREETS}.{street}"] = " ".join(map(str, offers))
    if variant.bets and len(game.streets) == 1:
        for times in multiples(variant.streets[game.streets[0].key]):
            made[f"{NEEDS}.{Bet(times)}"] = threshold_words(variant.needs.get(str(Bet(times)), 0), ranking)
    for rule in variant.bets:
        for name in _names(rule):
            value = getattr(rule, name)
            made[f"{rule.spot}.{name}"] = value.value if isinstance(value, Then) else str(value).lower()
        if rule.table:
            made |= _pays(game, rule.spot, rule.table, variant.tables[rule.table])
    if not variant.bets:
        ((kind, table),) = variant.tables.items()
        for line, rank in variant.pairs.items():
            made[f"{ONE_TABLE}.{_line_name(game, line)}_from"] = MANY[rank]
        made |= _pays(game, ONE_TABLE, kind, table)
    return made


def choices_of(field: str) -> tuple[str, ...]:
    """What a field may say, where that is one of a few words."""
    name = field.partition(".")[2]
    if name == "always_pays":
        return tuple(_YES_NO)
    return tuple(then.value for then in _CHOICES.get(name, ()))


def variant_of(game: Game, changes: Mapping[str, str], name: str = "variant") -> Variant:
    """The house game with these fields changed."""
    made = house(game)
    # Streets first: which bets there are decides which fields there are.
    for field in sorted(changes, key=lambda field: not field.startswith(STREETS)):
        made = changed(made, field, changes[field])
    for street, offers in made.streets.items():
        if made.needs and all(made.needs.get(str(action), 0) for action in offers):
            raise BadVariant(
                f"{STREETS}.{street}", "a hand that no bet is open to could do nothing; offer check or fold"
            )
    return replace(made, name=name)


def changed(variant: Variant, field: str, text: str) -> Variant:
    """The variant with one field changed."""
    there = fields_of(variant)
    if field not in there:
        raise BadVariant(field, f"no such field in {variant.base.name}{_near(field, there)}")
    try:
        return _changed(variant, field, text.strip())
    except BadVariant:
        raise
    except Refused as error:
        raise BadVariant(field, str(error)) from None


def differences(variant: Variant) -> list[Difference]:
    """What is not as in the house game; a bet that only one of the two offers is no field of the other."""
    usual = fields_of(house(variant.base))
    now = fields_of(variant)
    return [
        Difference(field, usual.get(field, "not offered"), text)
        for field, text in now.items()
        if usual.get(field) != text and not (field.startswith(NEEDS) and field not in usual and text == "any")
    ]


def _near(field: str, there: Mapping[str, str]) -> str:
    near = get_close_matches(field, there, 1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(there)}"


def _names(rule: BetRule) -> tuple[str, ...]:
    if rule.bonus:
        return ("always_pays",)
    return ("unqualified", "tie", "lose", *(("below", "always_pays") if rule.table else ()))


def _pays(game: Game, section: str, kind: str, table: Paytable) -> dict[str, str]:
    return {
        f"{section}.{PAYS}.{_line_name(game, line)}": str(table.pays[line]) if line in table.pays else NONE
        for line in game.base_tables[kind]
    }


def _line_name(game: Game, line: str) -> str:
    """What fields call a line: one for pairs has a name that does not say from which rank on it pays."""
    pairs = game.variation.pairs if game.variation is not None else {}
    return pairs[line][0] if line in pairs else line


def _changed(variant: Variant, field: str, text: str) -> Variant:
    """The variant with one field changed, which it has."""
    section, _, rest = field.partition(".")
    ranking = variant.base.ranking
    if field == QUALIFIES:
        return replace(variant, qualifies=parse_threshold(text, ranking))
    if section == STREETS:
        return _with_street(variant, rest, _offers(field, variant, text.replace(",", " ").split()))
    if section == NEEDS:
        return replace(variant, needs=_with(variant.needs, rest, parse_threshold(text, ranking)))
    if rest.startswith(f"{PAYS}."):
        return _with_pay(variant, section, rest.removeprefix(f"{PAYS}."), text)
    if section == ONE_TABLE:
        return _with_pair(variant, field, rest.removesuffix("_from"), text)
    if text not in choices_of(field):
        raise BadVariant(field, f"{text!r} is none of {', '.join(choices_of(field))}")
    change: dict[str, Any] = {rest: _YES_NO[text] if rest == "always_pays" else Then(text)}
    rules = tuple(replace(rule, **change) if rule.spot == section else rule for rule in variant.bets)
    return replace(variant, bets=rules)


def _offers(field: str, variant: Variant, texts: list[str]) -> tuple[Action, ...]:
    """What a street offers, the largest bet first."""
    rides = RIDE in variant.base.streets[0].offers
    want = "ride and pull, or one of them" if rides else f"bet1 to bet{MOST_TIMES}, check and fold, at least one"
    try:
        found = {_action(text) for text in texts}
    except NotAnAction as error:
        raise BadVariant(field, f"not an action: {error.text!r}; want {want}") from None
    if not found or len(found) < len(texts) or any((action in (RIDE, PULL)) != rides for action in found):
        raise BadVariant(field, f"{' '.join(texts)!r} cannot be offered; want {want}, each once")
    bets = [Bet(times) for times in multiples(tuple(found))]
    return (*bets, *(action for action in (RIDE, PULL, CHECK, FOLD) if action in found))


def _action(text: str) -> Action:
    times = text.removeprefix("bet")
    if times != text and times.isascii() and times.isdecimal() and 1 <= int(times[:3]) <= MOST_TIMES:
        return Bet(int(times))
    return parse_action(text)


def _with_street(variant: Variant, street: str, offers: tuple[Action, ...]) -> Variant:
    usual = house(variant.base)
    needs: Mapping[str, Strength] = variant.needs
    if usual.needs:
        # A bet that the house does not know needs what its largest does, if it is larger than its smallest.
        *_, smallest = known = multiples(usual.streets[street])
        larger = [times for times in multiples(offers) if times > smallest]
        most = usual.needs[str(Bet(known[0]))]
        needs = MappingProxyType({str(Bet(times)): usual.needs.get(str(Bet(times)), most) for times in larger})
    return replace(variant, streets=_with(variant.streets, street, offers), needs=needs)


def _with_pay(variant: Variant, section: str, name: str, text: str) -> Variant:
    kind = next(iter(variant.tables)) if section == ONE_TABLE else variant.rule(section).table
    table = variant.tables[kind]
    lines = variant.base.base_tables[kind]
    line = next(line for line in lines if name in (line, _line_name(variant.base, line)))
    pays: dict[str, Pay] = {**table.pays, line: _pay(text)} if text != NONE else dict(table.pays)
    if text == NONE:
        pays.pop(line, None)
    ordered = MappingProxyType({line: pays[line] for line in lines if line in pays})
    made = replace(table, name=f"{table.name.removesuffix('*')}*", pays=ordered, printed_edge=None)
    return replace(variant, tables=_with(variant.tables, kind, made))


def _pay(text: str) -> Pay:
    if text == Then.PUSH.value:
        return To(0)
    pay = parse_pay(f"{text} to 1" if text.isascii() and text.isdecimal() else text)
    if not isinstance(pay, To):
        raise Refused(f"{text!r} is no pay of a base game; want '3 to 2', 'push' or '{NONE}'")
    return pay


def _with_pair(variant: Variant, field: str, name: str, text: str) -> Variant:
    if text not in MANY:
        raise BadVariant(field, f"{text!r} are no cards; want {MANY[0]}, {MANY[1]}, … {MANY[-1]}")
    line = next(line for line in variant.pairs if _line_name(variant.base, line) == name)
    pairs = _with(variant.pairs, line, MANY.index(text))
    if list(pairs.values()) != sorted(pairs.values(), reverse=True):
        raise BadVariant(field, f"{text} are higher than the pairs of the line above; want a lower rank")
    return replace(variant, pairs=pairs)


def _with(there: Mapping[str, V], key: str, value: V) -> Mapping[str, V]:
    return MappingProxyType({**there, key: value})
