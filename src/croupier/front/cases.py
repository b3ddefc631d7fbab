"""Settle a round that is given whole, as a regulator hands it over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import Refused
from croupier.floor.cases import answer


def settle(case: Mapping[str, Any]) -> dict[str, Any]:
    """What every bet of a case is worth, to the cent; `docs/cases.md` says what a case and an answer hold.

    A case that breaks a rule is refused.
    """
    told = answer(dict(case))
    if "error" in told:
        raise Refused(told["error"])
    return told
