"""The witness in a real browser: every honest round is proved by it, and every lie about a deal is found out.

Random rounds of all games are played honestly, with several who look. A browser takes in the states that each of them
was sent, by the scripts of the table's own page, and checks the papers. Then the house lies: about one field after
another of the page's state, from one state on, with the cards and the papers that go with the lie.
"""

from __future__ import annotations

import json
import mimetypes
import multiprocessing
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from playwright.sync_api import Page, Route, sync_playwright

import croupier.web
from torture.report import Report
from torture.witness.lies import covered, lies_about
from torture.witness.story import Story, furnish_again, play

A_RUN: Final = 40
"""Rounds at `much` 1."""
IN_A_ROOM: Final = 40
_LIED_TO: Final = 0.3
"""Of those who look at a round, so many are lied to; it takes ten times as long as to tell them the truth."""
_AT_ONCE: Final = 100
_MOST_FINDINGS: Final = 20
_ROOM: Final = "http://room.test"
_STATIC: Final = Path(croupier.web.__file__).parent / "static"
_BROWSERS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_CHECK: Final = """
async (text) => {
  const { keptOf, said, witness } = await import("/static/table/witness.js");
  const { findings, verdictOf } = await import("/static/table/fair.js");
  return JSON.parse(text).map(({ round, states, said: words, papers }) => {
    localStorage.clear();
    window.told = (window.told || 0) + 1;
    states.forEach((page, at) => {
      page.table.id = `table ${window.told}`;
      witness(page);
      for (const [when, seat, text] of words) if (when === at) said(round, seat, text);
    });
    const found = findings(papers, keptOf(round));
    return [verdictOf(found)[0], found.filter(({ ok }) => ok === false).map(({ text }) => text)];
  });
}
"""


class Verdict(NamedTuple):
    """What a browser says of a round: `win` is proved, `loss` is broken, `muted` is not known; and what is broken."""

    tone: str
    broken: list[str]


def run(much: float, seed: int) -> Report:
    """Play rooms of forty rounds until there are enough, and tell each round as it was and with lies."""
    report, rounds = Report(), max(1, round(A_RUN * much))
    with browser_page() as page:
        if page is None:
            report.counts["skipped, for there is no Chromium here"] += 1
            return report
        for number, begun in enumerate(range(0, rounds, IN_A_ROOM)):
            chance = Random(f"witness {seed}/{number}")
            for story in stories(f"{seed}/{number}", min(IN_A_ROOM, rounds - begun)):
                try_story(report, page, story, chance)
                if len(report.findings) >= _MOST_FINDINGS:
                    return report
    return report


def stories(seed: str, rounds: int) -> list[Story]:
    """What everybody who looked was shown of so many rounds, in a room of their own."""
    # A process for each: its clock and its chance are changed for good.
    with TemporaryDirectory() as folder:
        for work, arguments in ((furnish_again, (seed,)), (play, (seed, rounds))):
            with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as process:
                told = process.submit(work, f"{folder}/room.db", *arguments).result()
    assert told is not None, "a room that was played tells stories"
    return told


def try_story(report: Report, page: Page, story: Story, chance: Random) -> None:
    """Tell a browser one round as it was, to somebody who came later, and with every lie, each also with another."""
    (honest,) = checked(page, [story], [story])
    report.counts["stories"] += 1
    report.counts["states"] += len(story.states)
    report.counts["proved"] += honest.tone == "win"
    if honest.tone == "loss" or (story.from_the_beginning and honest.tone != "win"):
        report.found(f"an honest round, {story.round}, is {honest.tone}: {honest.broken}")
    if len(story.states) > 1:
        late = story.without_first(chance.randrange(1, len(story.states)))
        (verdict,) = checked(page, [late], [late])
        if verdict.tone == "loss":
            report.found(f"an honest round, {story.round}, is broken for who came later: {verdict.broken}")
    if chance.random() > _LIED_TO:
        return
    told = [*(lies := list(lies_about(story, chance))), *(covered(lie, chance) for lie in lies)]
    for lie, verdict in zip(told, checked(page, [lie.story for lie in told], [story] * len(told)), strict=True):
        report.counts["lies"] += 1
        report.counts["lies found out"] += verdict.tone == "loss"
        if verdict.tone == "win" or (verdict.tone == "muted" and not lie.may_be_missed):
            report.found(f"{story.round}: {lie.words}: the browser says {verdict.tone}")


def checked(page: Page, told: Sequence[Story], true: Sequence[Story]) -> list[Verdict]:
    """What the browser says of rounds as they are told; what its owner mixed in themselves is true."""
    plain = [
        {"round": one.round, "states": one.states, "papers": one.papers, "said": honest.said}
        for one, honest in zip(told, true, strict=True)
    ]
    verdicts: list[Verdict] = []
    for begun in range(0, len(plain), _AT_ONCE):
        # As text: what is handed over as an object is wrapped field by field, which takes a hundred times as long.
        text = json.dumps(plain[begun : begun + _AT_ONCE])
        verdicts += [Verdict(*one) for one in page.evaluate(_CHECK, text)]
    return verdicts


@contextmanager
def browser_page() -> Iterator[Page | None]:
    """A page of a real browser with the room's own scripts; nothing where no Chromium is installed."""
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
        found = next(filter(None, map(shutil.which, _BROWSERS)), str(own) if own.exists() else None)
        if found is None:
            yield None
            return
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page()
        serve_scripts(page)
        page.goto(f"{_ROOM}/")
        try:
            yield page
        finally:
            browser.close()


def serve_scripts(page: Page) -> None:
    """Have a page find the room's scripts, and nothing else, at an address that nobody serves."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(_ROOM)
        if not path.startswith("/static/"):
            return route.fulfill(content_type="text/html", body="<!doctype html><title>a table</title>")
        file = _STATIC / path.removeprefix("/static/").partition("?")[0]
        return route.fulfill(content_type=mimetypes.guess_type(file)[0], body=file.read_bytes())

    page.route(f"{_ROOM}/**", answer)
