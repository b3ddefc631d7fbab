"""A changed copy is what `dataclasses.replace` makes, and the value it came from stays as it was."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.values import changer


@dataclass(frozen=True, slots=True, kw_only=True)
class Hat:
    """Something to change."""

    size: int
    colour: str = "blue"
    feathers: tuple[int, ...] = ()


changed = changer(Hat)
SOME = st.fixed_dictionaries(
    {}, optional={"size": st.integers(), "colour": st.text(), "feathers": st.tuples(st.integers())}
)


@given(st.builds(Hat, size=st.integers(), colour=st.text()), SOME)
def test_it_is_what_replace_makes(hat: Hat, changes: dict[str, object]) -> None:
    before = replace(hat)
    assert changed(hat, **changes) == replace(hat, **changes)  # type: ignore[arg-type]
    assert hat == before


def test_a_copy_is_as_frozen_as_any_value_and_has_no_other_fields() -> None:
    made = changed(Hat(size=7), size=8)
    with pytest.raises(FrozenInstanceError):
        made.size = 9  # type: ignore[misc]
    with pytest.raises(TypeError):
        changed(made, brim=1)
