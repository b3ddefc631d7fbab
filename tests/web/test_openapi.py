"""The description of the API says of every operation what it is, whom it is for, what it takes, how it is refused."""

from __future__ import annotations

import ast
import shlex
from typing import Any

import pytest
from web_place import Place

from croupier.web.api.describing import body_schema
from croupier.web.api.page import grouped_operations


@pytest.fixture(scope="module")
def told(place: Place) -> dict[str, Any]:
    schema: dict[str, Any] = place.app.openapi()
    return schema


def operations(told: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(f"{method} {path}", one) for path, ways in told["paths"].items() for method, one in ways.items()]


def test_every_operation_says_what_it_is_and_whom_it_is_for(told: dict[str, Any]) -> None:
    assert len(operations(told)) > 100
    for name, one in operations(told):
        assert one["summary"], name
        assert one["summary"] in one["description"] or len(one["description"]) > 40, name
        assert "\n\nFor " in one["description"], name


def test_every_parameter_and_body_is_described(told: dict[str, Any]) -> None:
    for name, one in operations(told):
        assert all(field["description"] for field in one.get("parameters", [])), name
        if "requestBody" in one:
            assert one["requestBody"]["description"], name
        elif name.startswith("post "):
            assert "csrf" in one["description"] or "x-csrf" in str(one["parameters"]), name


def test_every_change_says_how_it_is_signed_and_how_it_may_be_refused(told: dict[str, Any]) -> None:
    for name, one in operations(told):
        assert all(answer["description"] for answer in one["responses"].values()), name
        assert "503" in one["responses"], name
        if name.startswith("post "):
            assert {"403", "409", "429"} <= set(one["responses"]), name
            assert "token" in one["description"], name
        if "{" in name:
            assert "404" in one["responses"], name


def test_what_is_not_for_everybody_says_so(told: dict[str, Any]) -> None:
    by_name = dict(operations(told))
    assert "For everybody." in by_name["get /api/tables"]["description"]
    assert "401" not in by_name["get /api/tables"]["responses"]
    order = by_name["post /api/tables/{name}/orders"]
    assert "401" in order["responses"]
    assert order["security"] == [{"cookie": [], "token": []}]
    assert "`order`, `version`, `command`" in order["requestBody"]["description"]


def test_the_whole_says_how_to_sign_in_and_what_orders_there_are(told: dict[str, Any]) -> None:
    about = told["info"]["description"]
    for word in ("/sign-in", "csrf", "x-csrf", "bet 10 trips 5", "/live/tables/{name}", "/practice"):
        assert word in about


def test_every_field_outside_the_lab_has_a_meaning_of_its_own(told: dict[str, Any]) -> None:
    """The lab's pages say theirs beside their inputs."""
    for name, one in operations(told):
        if "/lab" in name:
            continue
        fields = {field["name"]: field["description"] for field in one.get("parameters", [])}
        if "requestBody" in one:
            found = body_schema(one["requestBody"], told["components"]["schemas"])
            fields |= {key: field["description"] for key, field in found.get("properties", {}).items()}
        for field, words in fields.items():
            assert words != f"{field.replace('_', ' ').replace('-', ' ').capitalize()}.", f"{name}: {field}"


def test_the_page_has_an_example_of_every_operation_in_both_ways(told: dict[str, Any], place: Place) -> None:
    shown = [one for group in grouped_operations(told) for one in group.operations]
    assert [(one.method.lower(), one.path) for one in shown] != []
    assert {f"{one.method.lower()} {one.path}" for one in shown} == {name for name, _ in operations(told)}
    assert len({one.id for one in shown}) == len(shown)
    for one in shown:
        ast.parse(one.python)
        words = shlex.split(one.curl)
        assert words[0] == "curl"
        assert words[-1].startswith("http://localhost:8000/")
        assert "{" not in words[-1], "every name in a path has a value"
        assert any("x-csrf" in word or "csrf=" in word or word == "-u" for word in words) or (
            one.method == "GET" or one.kind == "text"
        )
    page = place.visit().get("/api").text
    assert page.count('<details class="operation"') == len(shown)
    for word in ("4401", "x-csrf", "bet 10 trips 5 pairs 1", "croupier.client", "Retry-After"):
        assert word in page
