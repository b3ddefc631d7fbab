"""A variant as named fields with one text each, the same in a file, on a page and in an answer.

    variant_of(UTH, {"ante.unqualified": "pays", "streets.river": "bet2 bet1 fold", "blind.pays.flush": "2 to 1"})
    fields_of(variant)["dealer.qualifies"]       # 'pair'
    differences(variant)                         # what is not as in the house game

A field that is not named is as in the house game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, NamedTuple

from croupier.errors import Refused
from croupier.hands import MANY
from croupier.hands.thresholds import ANY, AtLeast, at_least
from croupier.rules.actions import CHECK, FOLD, PULL, RIDE, Action, Bet, NotAnAction, parse_action
from croupier.rules.bets import BetRule, Needs, PairLine, PairLines, Then
from croupier.rules.game import Game, Street
from croupier.rules.paytables import Pay, Paytable, To, parse_pay
from croupier.rules.variants.variant import Variant, house, multiples
from croupier.values import replace

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

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}" if field else why)
        self.field = field


class Difference(NamedTuple):
    """A field that is not as in the house game."""

    field: str
    house: str
    now: str


def fields_of(variant: Variant) -> dict[str, str]:
    """Every field of a variant, in the order of a round."""
    game = variant.game
    values: dict[str, str] = {}
    if game.layout.dealer:
        values[QUALIFIES] = game.qualifies.words if game.qualifies else ANY
    for street in game.streets:
        values[f"{STREETS}.{street.key}"] = " ".join(map(str, street.offers))
    if len(game.streets) == 1:
        needs = _needs(game.streets[0])
        for bet in map(Bet, multiples(game.streets[0].offers)):
            values[f"{NEEDS}.{bet}"] = needs[bet].words if bet in needs else ANY
    if not game.layout.dealer:
        for pair in _pairs(game):
            values[f"{ONE_TABLE}.{pair.name}_from"] = MANY[pair.lowest]
        ((kind, table),) = variant.tables.items()
        return values | _pays(game, ONE_TABLE, kind, table)
    for rule in game.bets:
        for name in _names(rule):
            value = getattr(rule, name)
            values[f"{rule.spot}.{name}"] = value.value if isinstance(value, Then) else str(value).lower()
        if rule.table:
            values |= _pays(game, rule.spot, rule.table, variant.tables[rule.table])
    return values


def choices_of(field: str) -> tuple[str, ...]:
    """What a field may say, where that is one of a few words."""
    name = field.partition(".")[2]
    if name == "always_pays":
        return tuple(_YES_NO)
    return tuple(then.value for then in _CHOICES.get(name, ()))


def variant_of(game: Game, changes: Mapping[str, str], name: str = "variant") -> Variant:
    """The house game with these fields changed."""
    variant = house(game)
    # Streets first: which bets there are decides which fields there are.
    for field in sorted(changes, key=lambda field: not field.startswith(STREETS)):
        variant = changed(variant, field, changes[field])
    for street in variant.game.streets:
        if all(action in _needs(street) for action in street.offers):
            raise BadVariant(
                f"{STREETS}.{street.key}", "a hand that no bet is open to could do nothing; offer check or fold"
            )
    return replace(variant, name=name)


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


def changes_only_pays(variant: Variant) -> bool:
    """Whether nothing but pays of its tables is not as in the house game."""
    return all(".pays." in one.field for one in differences(variant))


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


def _pairs(game: Game) -> tuple[PairLine, ...]:
    """The lines of the game's pay table for pairs, the highest first."""
    return game.line_of.lines if isinstance(game.line_of, PairLines) else ()


def _line_name(game: Game, line: str) -> str:
    """What fields call a line: one for pairs has a name that does not say from which rank on it pays."""
    return next((pair.name for pair in _pairs(game) if pair.line == line), line)


def _needs(street: Street) -> Mapping[Action, AtLeast]:
    """The least hand that an offer of a street needs, by the offer."""
    return street.allows.least if isinstance(street.allows, Needs) else {}


def _changed(variant: Variant, field: str, text: str) -> Variant:
    """The variant with one field changed, which it has."""
    section, _, rest = field.partition(".")
    game = variant.game
    if field == QUALIFIES:
        return _with_game(variant, qualifies=_at_least(text, game))
    if section == STREETS:
        return _with_street(variant, rest, _offers(field, variant, text.replace(",", " ").split()))
    if section == NEEDS:
        (street,) = game.streets
        needs = {**_needs(street), _action(rest): _at_least(text, game)}
        return _with_game(variant, streets=(_needing(street, needs),))
    if rest.startswith(f"{PAYS}."):
        return _with_pay(variant, section, rest.removeprefix(f"{PAYS}."), text)
    if section == ONE_TABLE:
        return _with_pair(variant, field, rest.removesuffix("_from"), text)
    if text not in choices_of(field):
        raise BadVariant(field, f"{text!r} is none of {', '.join(choices_of(field))}")
    change: dict[str, Any] = {rest: _YES_NO[text] if rest == "always_pays" else Then(text)}
    return _with_rules(variant, lambda rule: rule.spot == section, **change)


def _with_game(variant: Variant, **change: Any) -> Variant:
    return replace(variant, game=replace(variant.game, **change))


def _with_rules(variant: Variant, whose: Callable[[BetRule], bool], **change: Any) -> Variant:
    """The variant with some bets' rules changed. The house's reason for a hand below a table goes: another table may
    begin elsewhere, and what is below it come out otherwise."""
    bets = tuple(replace(rule, why_below=None, **change) if whose(rule) else rule for rule in variant.game.bets)
    first = variant.base.returned_first
    comes_back = any(rule.spot == first and rule.unqualified is Then.PUSH for rule in bets)
    return _with_game(variant, bets=bets, returned_first=first if comes_back else None)


def _at_least(text: str, game: Game) -> AtLeast | None:
    least = at_least(text, game.ranking)
    return least if least.least else None


def _needing(street: Street, needs: Mapping[Action, AtLeast | None]) -> Street:
    some = {action: least for action, least in needs.items() if least is not None}
    return replace(street, allows=Needs(MappingProxyType(some)) if some else None)


def _offers(field: str, variant: Variant, texts: list[str]) -> tuple[Action, ...]:
    """What a street offers, the largest bet first."""
    rides = RIDE in variant.base.streets[0].offers
    want = "ride and pull, or one of them" if rides else f"bet1 to bet{MOST_TIMES}, check and fold, at least one"
    try:
        actions = {_action(text) for text in texts}
    except NotAnAction as error:
        raise BadVariant(field, f"not an action: {error.text!r}; want {want}") from None
    if not actions or len(actions) < len(texts) or any((action in (RIDE, PULL)) != rides for action in actions):
        raise BadVariant(field, f"{' '.join(texts)!r} cannot be offered; want {want}, each once")
    bets = [Bet(times) for times in multiples(tuple(actions))]
    return (*bets, *(action for action in (RIDE, PULL, CHECK, FOLD) if action in actions))


def _action(text: str) -> Action:
    times = text.removeprefix("bet")
    if times != text and times.isascii() and times.isdecimal() and 1 <= int(times[:3]) <= MOST_TIMES:
        return Bet(int(times))
    return parse_action(text)


def _with_street(variant: Variant, key: str, offers: tuple[Action, ...]) -> Variant:
    streets = variant.game.streets
    at = next(at for at, street in enumerate(streets) if street.key == key)
    usual = variant.base.streets[at]
    late = next((action for action in (usual.late, CHECK, FOLD) if action in offers), offers[-1])
    new_street = replace(streets[at], offers=offers, late=late)
    if needs := _needs(usual):
        # A bet that the house does not know needs what its largest does, if it is larger than its smallest.
        largest, *_, smallest = multiples(usual.offers)
        larger = [Bet(times) for times in multiples(offers) if times > smallest]
        new_street = _needing(new_street, {bet: needs.get(bet, needs[Bet(largest)]) for bet in larger})
    return _with_game(variant, streets=(*streets[:at], new_street, *streets[at + 1 :]))


def _with_pay(variant: Variant, section: str, name: str, text: str) -> Variant:
    kind = next(rule.table for rule in variant.game.bets if section in (rule.spot, ONE_TABLE))
    table = variant.tables[kind]
    lines = variant.base.base_tables[kind]
    line = next(line for line in lines if name in (line, _line_name(variant.base, line)))
    pays: dict[str, Pay] = {**table.pays, line: _pay(text)} if text != NONE else dict(table.pays)
    if text == NONE:
        pays.pop(line, None)
    ordered = MappingProxyType({line: pays[line] for line in lines if line in pays})
    changed_table = replace(table, name=f"{table.name.removesuffix('*')}*", pays=ordered, printed_edge=None)
    variant = replace(variant, tables=MappingProxyType({**variant.tables, kind: changed_table}))
    return _with_rules(variant, lambda rule: rule.table == kind)


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
    there = _pairs(variant.game)
    pairs = tuple(pair._replace(lowest=MANY.index(text)) if pair.name == name else pair for pair in there)
    if [pair.lowest for pair in pairs] != sorted((pair.lowest for pair in pairs), reverse=True):
        raise BadVariant(field, f"{text} are higher than the pairs of the line above; want a lower rank")
    return _with_rules(_with_game(variant, line_of=PairLines(pairs)), lambda rule: True)
