"""The attack on the routes finds what is planted."""

from __future__ import annotations

import pytest

from croupier.web import app as application
from croupier.web.gate.middleware import SAFETY
from depth import thorough
from torture.report import Report
from torture.routes import call_all, problems_of
from torture.routes.house import room

pytestmark = thorough


def test_an_answer_without_a_safety_header_is_found() -> None:
    assert problems_of(SAFETY, "fine", 200) == []
    less = {name: value for name, value in SAFETY.items() if name != "x-frame-options"}
    assert problems_of(less, "fine", 200) == ["200 without x-frame-options"]


@pytest.mark.parametrize(
    "text", ["Traceback (most recent call last)", '  File "/srv/a.py"', "sqlalchemy.exc.DataError"]
)
def test_words_of_our_code_in_an_answer_are_found(text: str) -> None:
    assert len(problems_of(SAFETY, f"<p>{text}</p>", 409)) == 1


@pytest.mark.slow
def test_a_mistake_of_the_houses_is_found_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise KeyError("figures")

    monkeypatch.setattr(application, "_metrics", fails)
    report = Report()
    with room("sqlite") as opened:
        call_all(report, opened, 1, 1, "sqlite", only="/metrics")
    assert report.counts["calls"] == len(opened.callers) == 8
    assert len(report.findings) == 8
    assert "Server error" in report.findings[0]
