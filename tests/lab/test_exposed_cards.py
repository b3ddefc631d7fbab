"""The dealer's exposed cards against what Eliot Jacobson published; single flops are in `test_known_cards`."""

from __future__ import annotations

import pytest

from croupier.errors import Refused
from croupier.lab.known_cards.exposed import PUBLISHED, WORDS, _ordered_pairs, exposed


def test_a_card_and_another_are_325_classes() -> None:
    pairs = list(_ordered_pairs())
    assert len(pairs) == 325
    assert sum(weight for _, _, weight in pairs) == 52 * 51
    assert PUBLISHED.keys() == WORDS.keys()


def test_only_what_can_be_exposed() -> None:
    with pytest.raises(Refused, match="want one of dealer, dealers"):
        exposed("burn")


@pytest.mark.slow
@pytest.mark.parametrize("what", list(PUBLISHED))
def test_jacobsons_edges(what: str) -> None:
    assert f"{float(exposed(what).value) * 100:.4f}" == PUBLISHED[what]
