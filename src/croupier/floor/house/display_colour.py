"""The colour of the house, on which its jackpot displays are drawn: any that the words on it can be read on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from croupier.errors import Refused

COLOURS: Final[Mapping[str, str]] = {
    "green": "#17624a",
    "blue": "#1d4a8a",
    "burgundy": "#7a1f33",
    "purple": "#4d2a7a",
    "charcoal": "#2b3438",
}
"""Colours by name; the first is what a display has where the house has not chosen."""
FELT: Final = COLOURS["green"]
LETTERS: Final = "#d9b76a"
"""The darkest words on a display: the names of the levels and of the house. What they can be read on, amounts can."""
_LARGE: Final = 3
"""The contrast that large letters need (WCAG AA)."""


class UnreadableColour(Refused):
    """A colour that hides what is written on it."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{text!r} is too light: the words of a display could not be read on it from across the room; "
            f"want a darker one, such as {', '.join(COLOURS)}"
        )


def parse_colour(text: str) -> str:
    """The colour that `text` names, as `#rrggbb`; nothing is the colour of the felt."""
    wanted = text.strip().casefold()
    colour = COLOURS.get(wanted or "green", wanted)
    if not re.fullmatch(r"#[0-9a-f]{6}", colour):
        raise Refused(f"no colour {text!r}; want {', '.join(COLOURS)}, or six digits such as #1d4a8a")
    if not has_contrast(LETTERS, colour, _LARGE):
        raise UnreadableColour(text)
    return colour


def has_contrast(light: str, dark: str, least: int) -> bool:
    """Whether `light` letters on `dark` have at least this contrast, by the formula of WCAG 2.

    >>> has_contrast("#ffffff", "#000000", 20), has_contrast("#ffffff", "#808080", 4)
    (True, False)
    """
    flare = luminance("#ffffff") * Decimal("0.05")
    return luminance(light) + flare >= least * (luminance(dark) + flare)


def luminance(colour: str) -> Decimal:
    """How bright a colour is, beside others. It is not scaled: only what is compared with another has a meaning."""
    red, green, blue = (_linear(int(colour[nth : nth + 2], 16)) for nth in (1, 3, 5))
    return 2126 * red + 7152 * green + 722 * blue


def _linear(channel: int) -> Decimal:
    # The straight part of the curve, below 11 of 255, is left out: it moves no contrast by as much as a hundredth.
    return (channel + Decimal("14.025")) ** Decimal("2.4")
