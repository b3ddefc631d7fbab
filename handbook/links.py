"""Links that work beside the sources work on the site too: each is followed to its file, and led to its page."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

PROJECT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "CHANGELOG.md": "project/changelog.md",
        "CONTRIBUTING.md": "project/contributing.md",
        "SECURITY.md": "project/security.md",
        "benchmarks/results.md": "project/results.md",
    }
)
"""Pages that lie elsewhere in the repository, and where the site has them."""

_CODE_OR_LINK: Final = re.compile(
    r"(?P<code>^(?P<fence>```+|~~~+).*?^(?P=fence)\s*?$|(?P<ticks>`+)[^`].*?(?P=ticks))"
    r"|(?P<image>!?)\[(?P<words>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)\)",
    re.MULTILINE | re.DOTALL,
)


def shown_at(file: str) -> str | None:
    """Where the site has a file of the repository, relative to its root; none where it has not.

    >>> shown_at("docs/rules/uth.md"), shown_at("CHANGELOG.md"), shown_at("tests/test_docs.py")
    ('rules/uth.md', 'project/changelog.md', None)
    """
    if file in PROJECT:
        return PROJECT[file]
    if file == "README.md":
        return file  # the front page of the one leads where that of the other does
    if not file.startswith("docs/"):
        return None
    inside = file.removeprefix("docs/")
    return f"{inside.removesuffix('.ipynb')}.md" if inside.endswith(".ipynb") else inside


def led_on(markdown: str, file: str, page: str) -> str:
    """The text of `file`, a page of the repository that the site shows as `page`, with its links led on.

    What the site does not have (a test, a module) is not linked: its words stay.
    """

    def follow(found: re.Match[str]) -> str:
        whole, target = found[0], found["target"]
        if found["code"] or "://" in target or target.startswith(("#", "/", "mailto:")):
            return whole
        path, hash, anchor = target.partition("#")
        there = shown_at(posixpath.normpath(posixpath.join(posixpath.dirname(file), path)))
        if there is None:
            return found["words"]
        near = posixpath.relpath(there, posixpath.dirname(page) or ".")
        return f"{found['image']}[{found['words']}]({near}{hash}{anchor})"

    return _CODE_OR_LINK.sub(follow, markdown)
