"""A variant as a TOML text, and back.

game = "uth"
name = "Ante pays"

[dealer]
qualifies = "pair of fives"

[streets]
river = ["bet2", "bet1", "fold"]

[ante]
unqualified = "pays"

[blind.pays]
flush = "2 to 1"
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from croupier.rules.game import Game
from croupier.rules.registry import GAMES
from croupier.rules.variants.fields import STREETS, BadVariant, differences, variant_of
from croupier.rules.variants.variant import Variant


def parse_variant(text: str, origin: str = "variant", game: Game | None = None) -> Variant:
    """The variant in a TOML text; `origin` names it in errors, `game` is what it is asked for, if anything."""
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadVariant("", f"{origin} is not TOML: {error}") from None
    try:
        return _variant(raw, origin, game)
    except RecursionError:
        want = "want a section, a field and its text, such as ante.tie"
        raise BadVariant("", f"{origin} is nested too deeply for a variant; {want}") from None


def _variant(raw: dict[str, Any], origin: str, game: Game | None) -> Variant:
    # Where nobody says which game is meant it is the house's own, which is announced first.
    key = raw.pop("game", (game or next(iter(GAMES.values()))).key)
    name = raw.pop("name", origin)
    if key not in GAMES if isinstance(key, str) else True:
        raise BadVariant("game", f"no game {key!r}; there are {', '.join(GAMES)}")
    if not isinstance(name, str) or not name.strip():
        raise BadVariant("name", f"{name!r} is no name; want text in quotes")
    if game is not None and key != game.key:
        raise BadVariant("game", f"{origin} is a variant of {key}, and {game.key} was asked for; want one of them")
    return variant_of(GAMES[key], dict(_flat(raw)), name.strip())


def _flat(raw: Mapping[str, object], before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in raw.items():
        field = f"{before}{key}"
        match value:
            case dict():
                yield from _flat(value, f"{field}.")
            case list() if all(isinstance(one, str) for one in value):
                yield field, " ".join(value)
            case bool() | int():
                yield field, str(value).lower()
            case str():
                yield field, value
            case _:
                raise BadVariant(field, f"{value!r} cannot be read; want text in quotes")


def variant_text(variant: Variant) -> str:
    """A variant as TOML: what is not as in the house game, and nothing else."""
    sections: dict[str, list[str]] = {}
    for field, _, now in differences(variant):
        section, _, name = field.rpartition(".")
        value = f"[{', '.join(map(_quoted, now.split()))}]" if section == STREETS else _quoted(now)
        sections.setdefault(section, []).append(f"{name} = {value if now not in ('true', 'false') else now}")
    head = f"game = {_quoted(variant.base.key)}\nname = {_quoted(variant.name)}\n"
    return head + "".join(f"\n[{section}]\n" + "\n".join(lines) + "\n" for section, lines in sections.items())


def _quoted(text: str) -> str:
    plain = "".join(letter if letter >= " " and letter != "\x7f" else " " for letter in text)
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
