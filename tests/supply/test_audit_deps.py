"""An audit of the lock says what was found, and what was not looked up."""

from __future__ import annotations

from supply.audit import FOUND, NOT_AUDITED, audit

CLEAN = {"name": "rich", "version": "15.0.0", "vulns": []}
HOLED = {"name": "jinja2", "version": "3.0.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3.1.6"]}]}
SKIPPED = {"name": "typer", "skip_reason": "not found on the index"}


def test_a_clean_audit_says_how_many_were_looked_up() -> None:
    came = audit({"dependencies": [CLEAN]})
    assert (came.status, came.words) == (0, "1 packages looked up, 0 advisories")


def test_a_finding_is_named_with_the_version_that_mends_it() -> None:
    came = audit({"dependencies": [CLEAN, HOLED, SKIPPED]})
    assert came.status == FOUND
    assert came.words.splitlines()[0] == "jinja2 3.0.0: PYSEC-1, mended in 3.1.6"


def test_what_could_not_be_looked_up_is_no_clean_audit() -> None:
    came = audit({"dependencies": [CLEAN, SKIPPED]})
    assert came.status == NOT_AUDITED
    assert came.words.endswith("NOT audited, because no advisories could be had for them here: typer")
