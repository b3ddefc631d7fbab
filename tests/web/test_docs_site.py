"""The documentation that the room serves: its pages, their policy, and what is said where it is not built."""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
from pathlib import Path

import pytest
from web_place import Place

from croupier.web.docs import pages
from croupier.web.gate.middleware import SAFETY
from handbook.operations import operation_pages

SCRIPT = b"document.documentElement.dataset.light = 1"
HASH = f"'sha256-{base64.b64encode(hashlib.sha256(SCRIPT).digest()).decode()}'"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small site, where the built one would be."""
    made = tmp_path / "site"
    (made / "start").mkdir(parents=True)
    (made / "index.html").write_bytes(b"<h1>Croupier</h1><script>" + SCRIPT + b"</script>")
    (made / "start" / "index.html").write_text("<h1>Start</h1>")
    (made / "main.0a1b2c3d.min.css").write_text("h1 {}")
    (made / "picture.png").write_bytes(b"\x89PNG")
    (tmp_path / "secret.txt").write_text("nobody's")
    monkeypatch.setattr(pages, "SITE", made)
    return made


@pytest.fixture
def unbuilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the built one would be, and how its build stands: nothing yet."""
    monkeypatch.setattr(pages, "SITE", tmp_path / "site")
    monkeypatch.setattr(pages, "BUILDER", tmp_path / "site.pid")
    monkeypatch.setattr(pages, "LOG", tmp_path / "site.log")
    return tmp_path


def test_where_it_is_not_built_the_page_says_what_to_do(place: Place, unbuilt: Path) -> None:
    answer = place.visit().http.get("/docs/", headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert "make site" in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert "refresh" not in answer.headers


def test_while_it_is_being_built_the_page_says_so_and_looks_again_until_it_is_there(
    place: Place, unbuilt: Path
) -> None:
    (unbuilt / "site.pid").write_text(f"{os.getpid()}\n")
    (unbuilt / "site.log").touch()
    visit = place.visit()
    answer = visit.http.get("/docs/start/", headers={"accept": "text/html"})
    assert answer.status_code == 503
    assert "is being built" in answer.text
    assert answer.headers["refresh"] == answer.headers["retry-after"] == "5"
    assert answer.headers["cache-control"] == "no-store"
    (unbuilt / "site").mkdir()
    (unbuilt / "site" / "index.html").write_text("<h1>Croupier</h1>")
    assert visit.get("/docs/").text == "<h1>Croupier</h1>", "without a new start of the room"


@pytest.mark.parametrize("by_force", [False, True], ids=["a build that failed", "a build that was ended by force"])
def test_where_its_build_failed_the_page_says_so_and_where_to_read_why(
    place: Place, unbuilt: Path, by_force: bool
) -> None:
    (unbuilt / "site.log").write_text("WARNING - a link leads nowhere\n")
    if by_force:
        ended = subprocess.Popen(["true"])
        ended.wait()
        (unbuilt / "site.pid").write_text(f"{ended.pid}\n")
    answer = place.visit().http.get("/docs/", headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert "could not be built" in answer.text
    assert "site.log" in answer.text
    assert "refresh" not in answer.headers


def test_a_page_may_run_its_own_scripts_by_their_hashes_and_nothing_else(place: Place, site: Path) -> None:
    answer = place.visit().get("/docs/")
    assert "<h1>Croupier</h1>" in answer.text
    policy = answer.headers["content-security-policy"]
    assert f"script-src 'self' {HASH};" in policy
    assert policy.replace(f" {HASH}", "") == SAFETY["content-security-policy"], "all else is as everywhere"
    assert "unsafe" not in policy
    assert place.visit().get("/docs/start/").headers["content-security-policy"] == SAFETY["content-security-policy"]


def test_a_page_that_has_not_changed_is_not_sent_again_and_keeps_its_policy(place: Place, site: Path) -> None:
    visit = place.visit()
    first = visit.get("/docs/")
    assert first.headers["cache-control"] == "no-cache"
    again = visit.http.get("/docs/", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert HASH in again.headers["content-security-policy"]


def test_files_are_kept_by_caches_and_bring_no_cookie(place: Place, site: Path) -> None:
    visit = place.visit()
    assert visit.get("/docs/main.0a1b2c3d.min.css").headers["cache-control"] == "public, max-age=86400"
    picture = visit.get("/docs/picture.png")
    assert picture.headers["cache-control"] == "public, max-age=300"
    assert "set-cookie" not in picture.headers


def test_without_its_slash_an_address_leads_to_the_one_with_it(place: Place, site: Path) -> None:
    for path in ("/docs", "/docs/start"):
        answer = place.visit().get(path)
        assert answer.status_code == 307
        assert answer.headers["location"].endswith(f"{path}/")


@pytest.mark.parametrize("path", ["nowhere/", "../secret.txt", "..%2fsecret.txt", "%2e%2e/secret.txt", "/etc/passwd"])
def test_nothing_outside_of_it_is_served(place: Place, site: Path, path: str) -> None:
    answer = place.visit().get(f"/docs/{path}")
    assert answer.status_code == 404
    assert "nobody's" not in answer.text


def test_every_page_of_the_room_leads_to_the_documentation_and_to_the_api(place: Place) -> None:
    page = place.visit().http.get("/", headers={"accept": "text/html"}).text
    assert 'href="/docs/"' in page
    assert 'href="/api"' in page


def test_every_operation_of_the_schema_is_in_the_reference(place: Place) -> None:
    described = place.app.openapi()
    told = operation_pages(described)
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert f"### `{method.upper()} {path}`" in told
            assert operation["summary"] in told or operation["description"] in told
