"""A changed copy is what `dataclasses.replace` makes, and the value it came from stays as it was; a class that is
made swiftly is the class that it was."""

from __future__ import annotations

import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.values import changer, swift


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


@dataclass(frozen=True, slots=True)
class Coat:
    """Every kind of field that a value can have, made as dataclasses make it."""

    size: int
    colour: str = "blue"
    buttons: list[int] = field(default_factory=list)
    lining: str | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError(f"no coat of size {self.size}")


@swift
@dataclass(frozen=True, slots=True)
class SwiftCoat:
    """The same fields, made swiftly."""

    size: int
    colour: str = "blue"
    buttons: list[int] = field(default_factory=list)
    lining: str | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError(f"no coat of size {self.size}")


COATS = st.fixed_dictionaries(
    {"size": st.integers(min_value=0)},
    optional={"colour": st.text(), "buttons": st.lists(st.integers()), "lining": st.none() | st.text()},
)


@given(COATS)
def test_a_swift_class_makes_the_same_values(fields: dict[str, object]) -> None:
    plain, swift_one = Coat(**fields), SwiftCoat(**fields)  # type: ignore[arg-type]
    assert repr(swift_one) == f"Swift{plain!r}"
    assert type(swift_one) is SwiftCoat
    assert swift_one == SwiftCoat(**fields) == pickle.loads(pickle.dumps(swift_one))  # type: ignore[arg-type]
    assert replace(swift_one, size=3) == SwiftCoat(**{**fields, "size": 3})  # type: ignore[arg-type]


def test_a_swift_value_is_frozen_checked_and_called_as_before() -> None:
    one, other = SwiftCoat(4), SwiftCoat(4)
    assert one.buttons is not other.buttons
    assert inspect.signature(SwiftCoat).parameters.keys() == inspect.signature(Coat).parameters.keys()
    with pytest.raises(FrozenInstanceError):
        one.size = 5  # type: ignore[misc]
    with pytest.raises(ValueError, match="no coat of size -1"):
        SwiftCoat(-1)
    for wrong in (lambda: SwiftCoat(), lambda: SwiftCoat(1, brim=2), lambda: SwiftCoat(1, "red", [], "silk")):
        with pytest.raises(TypeError):
            wrong()


def test_only_a_class_with_all_its_own_slots_can_be_swift() -> None:
    @dataclass(frozen=True, slots=True)
    class Cape(Coat):
        hood: bool = False

    with pytest.raises(AssertionError, match="Cape has fields of another class"):
        swift(Cape)


@given(st.builds(Hat, size=st.integers(), colour=st.text()), st.text(), st.integers())
def test_what_always_changes_the_same_fields_is_what_replace_makes(hat: Hat, colour: str, size: int) -> None:
    before, painted = replace(hat), changer(Hat, "colour", "size")(hat, colour, size)
    assert painted == replace(hat, colour=colour, size=size)
    assert hat == before
    with pytest.raises(FrozenInstanceError):
        painted.size = 9  # type: ignore[misc]


def test_it_changes_no_field_that_is_not_there() -> None:
    with pytest.raises(AssertionError, match="Hat has no such field"):
        changer(Hat, "brim")


@swift
@dataclass(frozen=True, slots=True)
class Sock:
    """So few fields that it is filled another way."""

    size: int
    holes: list[int] = field(default_factory=list)
    colour: str = field(default="blue", kw_only=True)

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError(f"no sock of size {self.size}")


def test_a_class_of_few_fields_is_as_frozen_and_as_checked() -> None:
    one, other = Sock(4), Sock(4, colour="red")
    assert (one.size, one.holes, one.colour, other.colour) == (4, [], "blue", "red")
    assert one.holes is not other.holes
    assert one == pickle.loads(pickle.dumps(one)) == replace(other, colour="blue")
    with pytest.raises(FrozenInstanceError):
        one.size = 5  # type: ignore[misc]
    with pytest.raises(ValueError, match="no sock of size -1"):
        Sock(-1)
    with pytest.raises(TypeError):
        Sock(1, brim=2)  # type: ignore[call-arg]
