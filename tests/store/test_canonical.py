"""The canonical text is what the standard library says; columns of rows are what PostgreSQL reads."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from croupier.store.dialects.postgresql import array
from croupier.store.entry import canonical
from depth import thorough

LIBRARY = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner))


def outcome(encode: Any, value: object) -> object:
    """The text, or of which kind the refusal is."""
    try:
        return encode(value)
    except (TypeError, ValueError) as why:
        return type(why), str(why)


@thorough
@given(VALUES)
@example({"b": 2**80, "a": "caf\u00e9 \U0001f0a1 \x7f\udcff", "": [(), {}, None]})
@example({1: "a", "1": "b"})
def test_the_canonical_text_is_the_librarys(value: object) -> None:
    assert outcome(canonical, value) == outcome(LIBRARY.encode, value)


@pytest.mark.parametrize("value", [float("nan"), [float("inf")], {"a": object()}, {b"a": 1}, {"a": {1, 2}}, b"a"])
def test_what_the_library_refuses_has_no_canonical_text(value: object) -> None:
    assert isinstance(outcome(canonical, value), tuple)
    assert outcome(canonical, value) == outcome(LIBRARY.encode, value)


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"))))
@example(['{"a",\\"b\\"}', "", "NULL", "null", " a ", "\\x41", "\n\t", "é"])
def test_a_column_of_text_is_read_by_postgresql_as_it_was(postgres_array: Any, values: list[str]) -> None:
    assert postgres_array("text", array(values)) == values


@given(st.lists(st.integers(-(2**63), 2**63 - 1)))
def test_a_column_of_numbers_is_read_by_postgresql_as_it_was(postgres_array: Any, values: list[int]) -> None:
    assert postgres_array("bigint", array(values)) == values


@given(st.lists(st.binary()))
def test_a_column_of_bytes_is_read_by_postgresql_as_it_was(postgres_array: Any, values: list[bytes]) -> None:
    assert postgres_array("bytea", array(values)) == values


@pytest.fixture(scope="module")
def postgres_array(postgres: Any) -> Any:
    """Asks a PostgreSQL what it takes a text for, as an array."""
    import psycopg

    connection = psycopg.connect(postgres())

    def read(kind: str, told: str) -> Any:
        row = connection.execute(f"SELECT CAST(%s AS {kind}[])", (told,)).fetchone()
        assert row is not None
        return row[0]

    yield read
    connection.close()
