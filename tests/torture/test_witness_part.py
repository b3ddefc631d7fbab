"""The attack on the witness in the browser finds one that takes the house's word."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

import torture.witness
from depth import thorough
from torture.report import Report
from torture.witness import browser_page, run, stories, try_story

pytestmark = thorough


@pytest.mark.slow
def test_some_rounds_are_proved_and_no_lie_about_them_is() -> None:
    report = run(0.1, 1)
    if not report.counts["stories"]:
        pytest.skip("no Chromium here")
    assert report.findings == []
    assert report.counts["proved"] > 0
    assert report.counts["lies found out"] > 50


PLANTED = [
    (
        "witness",
        "else if (changes) wrong(",
        "else if (changes) Object.assign(kept, now); if (false) wrong(",
        "comes in",
    ),
    ("fair", "const other = kept.closed ?", "const other = false ?", "in the papers"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("script", "true", "planted", "words"), PLANTED, ids=["seats", "words"])
def test_a_witness_that_takes_the_houses_word_is_found(
    script: str, true: str, planted: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = shutil.copytree(torture.witness._STATIC, tmp_path / "static")
    file = static / "table" / f"{script}.js"
    assert true in file.read_text()
    file.write_text(file.read_text().replace(true, planted))
    monkeypatch.setattr(torture.witness, "_STATIC", static)
    monkeypatch.setattr(torture.witness, "_LIED_TO", 1)
    report, chance = Report(), Random(1)
    told = stories("7/0", 4)
    with browser_page() as page:
        if page is None:
            pytest.skip("no Chromium here")
        for story in told[:6]:
            try_story(report, page, story, chance)
    assert any(words in finding for finding in report.findings)
