"""How the pages in `docs/` become the site that the room serves: what is generated, and how links are followed.

The pages stay plain Markdown that reads well anywhere. What only a program knows (commands, operations, notebooks)
stands in them as one marked line, and is filled in here when the site is built.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SITE = ROOT / "src" / "croupier" / "web" / "docs" / "site"
"""Where the room looks for it; git does not keep it."""
