"""Which pay of a base game's line gives a wanted edge? Every pay that is tried is a whole game solved.

found = seek(house(UTH), "blind.pays.flush", Fraction(1, 100))
found.below, found.above                     # the whole pays on either side, with their edges
found.near                                   # a pay between them that comes near
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from croupier.lab.bets.seek import PaysAround, search
from croupier.lab.variants.solved import best_play
from croupier.rules.variants.fields import BadVariant, changed, fields_of
from croupier.rules.variants.variant import Variant

MOST = 1_000
"""No line is sought beyond so much to 1."""


def seek(
    variant: Variant, field: str, target: Fraction, progress: Callable[[str, float], None] | None = None
) -> PaysAround:
    """The pays of a line between which the house edge of the base bet is what is wanted."""
    pays = [one for one in fields_of(variant) if ".pays." in one]
    if field not in pays:
        raise BadVariant(field, f"no line of a pay table here; there are {', '.join(pays)}")
    tries = 0

    def edge_of(pay: Fraction) -> Fraction:
        nonlocal tries
        text = f"{pay.numerator} to {pay.denominator}"
        tries += 1
        if progress is not None:
            # Most are found in some ten tries.
            progress(f"trying {text}", 1 - 0.85**tries)
        return best_play(changed(variant, field, text)).edge

    return search(field, target, MOST, edge_of)
