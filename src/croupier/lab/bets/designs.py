"""A pay table of one's own: an approved one, and what was changed in it.

    table = design(paytable("BLIND", BLIND), {"flush": "2 to 1", "straight": ""})
    changed_lines(table, approved)              # ("flush", "straight")
    toml_text(table)                            # what `parse_paytable` reads

Nothing here computes; a table that could not be posted on a felt is refused before anybody prices it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from croupier.hands import BY_KEY, Category
from croupier.rules.paytables import (
    ALL_SEVEN,
    BadPaytable,
    Paytable,
    kinds,
    line_words,
    parse_pay,
    parse_paytable,
)
from croupier.rules.wagers import PROGRESSIVE

_HANDS = tuple(reversed(BY_KEY))
_ROYALS = ("royal_flush_first_five", "royal_flush", "community_royal_flush")
_BARE = re.compile(r"\d[\d,]{0,11}", re.ASCII)
_RATIO = re.compile(r"(\d[\d,]{0,11})\s*[:/]\s*(\d[\d,]{0,11})", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}", re.ASCII)


class BadDesign(BadPaytable):
    """A change that no pay table can have. `line` is where it stands, empty for the table as a whole."""

    def __init__(self, text: str, line: str = "") -> None:
        super().__init__(text)
        self.line = line


def possible_lines(table: Paytable) -> tuple[str, ...]:
    """Every line that a table of this kind can have and somebody can hit, highest first."""
    if table.bet == PROGRESSIVE:
        return (*_ROYALS, *_HANDS[1:]) if table.cards == ALL_SEVEN else _HANDS
    return kinds()[table.bet]


def envy_lines(table: Paytable) -> tuple[str, ...]:
    """The lines that may pay envy: hands from the full house up, in a progressive whose royals are all alike."""
    if table.bet != PROGRESSIVE or table.cards == ALL_SEVEN:
        return ()
    return tuple(key for key in _HANDS if BY_KEY[key] >= Category.FULL_HOUSE)


def design(base: Paytable, pays: Mapping[str, str], envy: Mapping[str, str] | None = None, name: str = "") -> Paytable:
    """`base` with those pays put in place of its own; an empty text takes a line off the table.

    A bare number is the usual kind of pay: `40` is 40 to 1, or 40 for 1 in a progressive. A table in which
    nothing was changed is `base` itself.
    """
    lines = {line: str(pay) for line, pay in base.pays.items()}
    for line, text in pays.items():
        if line not in possible_lines(base):
            raise BadDesign(f"a {base.bet} table has no line {line!r}", line)
        lines[line] = _spelled(base.bet, line, text)
    envies = {line: str(amount) for line, amount in base.envy.items()} | dict(envy or {})
    table = Paytable(
        name=_named(name, base),
        bet=base.bet,
        pays=MappingProxyType({line: parse_pay(lines[line]) for line in possible_lines(base) if lines.get(line)}),
        envy=MappingProxyType(_envies(base, envies)),
        words=MappingProxyType({line: words for line, words in base.words.items() if lines.get(line)}),
        cards=base.cards,
        source=f"designed from {base.name}",
    )
    if not table.pays:
        raise BadDesign("a table that pays nothing is no table; give at least one line a pay")
    if not changed_lines(table, base) and not name:
        return base
    # Read back from its own text: whatever is downloaded is a table that every command reads.
    return parse_paytable(toml_text(table), table.name)


def _spelled(bet: str, line: str, text: str) -> str:
    """A pay as the tables spell it, or nothing for a line that is taken off."""
    text = " ".join(text.split())
    if not text:
        return ""
    progressive = bet == PROGRESSIVE
    if _BARE.fullmatch(text):
        text = f"{text} for 1" if progressive else f"{text} to 1"
    elif (ratio := _RATIO.fullmatch(text)) and not progressive:
        text = f"{ratio[1]} to {ratio[2]}"
    want = "'250 for 1' or '5 % of main'" if progressive else "'40 to 1' or '3 to 2'"
    try:
        pay = parse_pay(text)
    except BadPaytable:
        raise BadDesign(f"{line_words(line)}: {text!r} is no pay; want {want}, up to 1,000,000", line) from None
    if (" to " in str(pay)) == progressive:
        raise BadDesign(f"{line_words(line)}: {text!r} does not fit this bet; want {want}", line)
    return str(pay)


def _envies(base: Paytable, amounts: Mapping[str, str]) -> dict[str, int]:
    envies: dict[str, int] = {}
    for line in envy_lines(base):
        text = amounts.get(line, "").replace("$", "").replace(",", "").strip()
        if not text:
            continue
        if not _BARE.fullmatch(text) or int(text) > 1_000_000:
            raise BadDesign(f"envy of a {line_words(line)}: {text!r}; want whole dollars up to 1,000,000", line)
        if int(text):
            envies[line] = int(text)
    unknown = [line for line in amounts if line not in envy_lines(base)]
    if unknown:
        raise BadDesign(f"{base.name} can pay no envy for {unknown[0]!r}", unknown[0])
    return envies


def _named(name: str, base: Paytable) -> str:
    name = " ".join(name.split()) or f"{base.name} changed"
    if not _NAME.fullmatch(name):
        raise BadDesign(f"not a name for a table: {name!r}; want up to 40 letters, digits, spaces, '.', '-' or '_'")
    return name


def changed_lines(table: Paytable, approved: Paytable) -> tuple[str, ...]:
    """The lines in which a table pays otherwise than the approved one, highest first; envy among them."""
    return tuple(
        line
        for line in dict.fromkeys((*possible_lines(approved), *approved.pays, *table.pays))
        if table.pays.get(line) != approved.pays.get(line) or table.envy.get(line) != approved.envy.get(line)
    )


def nearest(table: Paytable, approved: Iterable[Paytable]) -> Paytable:
    """The approved table that a table of one's own differs least from, in lines."""
    alike = [one for one in approved if one.bet == table.bet and one.cards == table.cards]
    for one in alike:
        for line in table.pays:
            if line not in possible_lines(one):
                raise BadDesign(f"nobody can hit {line_words(line)} with a {table.bet} bet; take the line off", line)
    if not alike:
        raise BadDesign(f"there is no approved {table.bet} table for {table.cards} cards")
    return min(alike, key=lambda one: len(changed_lines(table, one)))


def toml_text(table: Paytable) -> str:
    """The table as a file in our own format: what `croupier.rules.paytables.parse_paytable` reads."""
    head = [f"name = {_quoted(table.name)}", f'bet = "{table.bet}"']
    printed = ("printed_edge", table.printed_edge), ("printed_hit_frequency", table.printed_hit_frequency)
    head += [
        f"{key} = {_quoted(text)}" for key, text in (*printed, ("source", table.source or None)) if text is not None
    ]
    if table.bet == PROGRESSIVE or table.cards != ALL_SEVEN:
        head.append(f'cards = "{table.cards}"')
    pays = _rows((line, f'"{pay}"') for line, pay in table.pays.items())
    return "\n".join((*head, "", "[pays]", *pays, *_envy_rows(table), *_word_rows(table), ""))


def _quoted(text: str) -> str:
    """A text in quotes, with what TOML does not take as it stands spelled out."""
    plain = (one if one.isprintable() and one not in '"\\' else f"\\U{ord(one):08x}" for one in text)
    return f'"{"".join(plain)}"'


def _envy_rows(table: Paytable) -> tuple[str, ...]:
    if not table.envy:
        return ()
    words = "[envy]  # dollars for each dollar of the envious player's own wager"
    return ("", words, *_rows((line, str(amount)) for line, amount in table.envy.items()))


def _word_rows(table: Paytable) -> tuple[str, ...]:
    if not table.words:
        return ()
    return ("", "[words]", *_rows((line, _quoted(words)) for line, words in table.words.items()))


def _rows(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{key} = {text}" for key, text in pairs]
