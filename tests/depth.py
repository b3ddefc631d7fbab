"""How deep a run of the tests goes: `make test` proves everything once, `make check` runs what that leaves out.

The mark `thorough` leaves a test, or one of its cases, to `make check`: a second size of the screen, the second
database, a longer walk of what a short one has shown. Two kinds run in both: pages that are looked at in a browser, for
axe-core looks too in the second, and laws, of which the second draws three times as many examples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from inspect import isfunction
from typing import Any

import pytest

thorough = pytest.mark.thorough
PROOFS = "slow"
_COMMANDS = {"thorough": "`make check` runs them", PROOFS: "proofs of minutes, `make slow` runs them"}
MARKS = tuple(_COMMANDS)
_PLAIN = pytest.param()
_looks: list[bool] = [False]


def first_of(cases: Iterable[Any]) -> list[Any]:
    """Cases of a test of which the first stands for all in the quick run: sizes of a screen, above all."""
    first, *others = cases
    return [first, *map(_left_to_check, others)]


def _left_to_check(case: Any) -> Any:
    if isinstance(case, type(_PLAIN)):
        return pytest.param(*case.values, id=case.id, marks=(*case.marks, thorough))
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=thorough)


def axe_looks() -> bool:
    """Whether axe-core looks at the pages in this run."""
    return _looks[0]


def choose(config: pytest.Config, items: list[pytest.Item]) -> Counter[str]:
    """Keep the tests of the run that was asked for; how many were left out, by their mark."""
    if config.option.markexpr == PROOFS:
        return Counter()
    deep = _looks[0] = config.getoption("--thorough")
    kept, left = [], []
    for item in items:
        wanted = (deep and _runs_twice(item)) or deep == bool(item.get_closest_marker("thorough"))
        (kept if wanted else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept
    proofs = sum(bool(item.get_closest_marker(PROOFS)) for item in kept)
    return Counter({"thorough": 0 if deep else len(left), PROOFS: proofs})


def _runs_twice(item: pytest.Item) -> bool:
    """Whether a thorough run tries more of it: a page that axe-core looks at, or a law."""
    test = getattr(item, "obj", None)
    law = getattr(test, "is_hypothesis_test", False)
    return law or ("browser" in getattr(item, "fixturenames", ()) and _looks_at_a_page(test))


def _looks_at_a_page(test: Any) -> bool:
    """Whether a test, or a function of its file that it calls, has a screen looked at (`Screen.look`)."""
    called = set(test.__code__.co_names)
    beside = [test.__globals__[name] for name in called & test.__globals__.keys()]
    return "look" in called.union(*(function.__code__.co_names for function in beside if isfunction(function)))


def said_at_the_end(left: Mapping[str, int], skipped: Iterable[pytest.TestReport]) -> list[str]:
    """What was not run: a line for each command that runs more, and one for each reason that tests were skipped for."""
    lines = [f"{number:,} tests not run: {_COMMANDS[mark]}" for mark, number in left.items() if number]
    reasons = Counter(str(report.longrepr[2]) for report in skipped if isinstance(report.longrepr, tuple))
    return lines + [f"{number:,} tests skipped: {why.removeprefix('Skipped: ')}" for why, number in reasons.items()]
