"""What MkDocs calls while it builds the site (`mkdocs.yml` names this file)."""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from handbook import ROOT
from handbook.commands import command_pages, option_table
from handbook.links import PROJECT, led_on
from handbook.notebooks import as_markdown
from handbook.operations import operation_pages, schema

_CHIP: Final = "src/croupier/web/static/chip.svg"
_FILLED: Final[Mapping[str, Callable[[], str]]] = {
    "<!-- every command -->": command_pages,
    "<!-- every option -->": option_table,
    "<!-- every operation -->": lambda: operation_pages(schema()),
}
"""Marked lines, and what they are filled with."""
_PICTURE: Final = re.compile(r'<img (?:alt="[^"]*" )?src="([^":]+\.(?:png|webp))"')
_ALIGNED: Final = re.compile(r'<(t[hd]) style="text-align: (left|right|center);">')
_UNNAMED: Final = re.compile(
    r'aria-labelledby="(__nav_\w+)_label"(?=[^>]*>\s*<label class="md-nav__title" for="\1">\s*<span[^>]*></span>\s*'
    r"([^<]*?)\s*</label>)"
)
_LANGUAGES: Final = "assets/javascripts/lunr"
_UNSEARCHED: Final = "---\nsearch:\n  exclude: true\n---\n\n"


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add what does not lie in `docs/`: pages of the project, notebooks as pages, the chip."""
    for file, page in PROJECT.items():
        text = (ROOT / file).read_text(encoding="utf-8")
        # The changelog has every word in it, and is seldom what somebody looks for.
        head = _UNSEARCHED if file == "CHANGELOG.md" else ""
        files.append(File.generated(config, page, content=head + led_on(text, file, page)))
    for notebook in [one for one in files if one.src_uri.endswith(".ipynb")]:
        told = as_markdown(Path(config.docs_dir) / notebook.src_uri)
        page = f"{notebook.src_uri.removesuffix('.ipynb')}.md"
        files.append(File.generated(config, page, content=led_on(told.text, f"docs/{page}", page)))
        folder = notebook.src_uri.rpartition("/")[0]
        for name, picture in told.pictures.items():
            files.append(File.generated(config, f"{folder}/{name}", content=picture))
    files.append(File.generated(config, "assets/chip.svg", abs_src_path=str(ROOT / _CHIP)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links on, and fill in what only a program knows."""
    if page.file.generated_by is None:
        markdown = led_on(markdown, f"docs/{page.file.src_uri}", page.file.src_uri)
    for mark, filled in _FILLED.items():
        if mark in markdown:
            markdown = markdown.replace(mark, filled())
    return markdown


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Say by a class what Markdown says by a style, since the room's pages take no inline styles; and say of each
    picture how large it is, so that no text jumps when it comes."""

    def with_size(found: re.Match[str]) -> str:
        size = size_of(Path(config.docs_dir) / posixpath.normpath(posixpath.join(page.url, found[1])))
        return found[0] if size is None else f'{found[0]} width="{size[0]}" height="{size[1]}" loading="lazy"'

    return _PICTURE.sub(with_size, _ALIGNED.sub(r'<\1 class="\2">', html))


def size_of(picture: Path) -> tuple[int, int] | None:
    """How wide and high a PNG or WebP is, by its first bytes; `None` for anything else."""
    head = picture.read_bytes()[:30] if picture.is_file() else b""
    if head.startswith(b"\x89PNG"):
        return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
    if head[8:16] == b"WEBPVP8 ":
        return int.from_bytes(head[26:28], "little") & 0x3FFF, int.from_bytes(head[28:30], "little") & 0x3FFF
    if head[8:16] == b"WEBPVP8X":
        return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
    return None


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:
    """Name the search and each part of the navigation for those who hear the page: the theme leaves them bare."""
    named = _UNNAMED.sub(r'aria-label="\2"', output)
    return named.replace('class="md-search" ', 'class="md-search" aria-label="Search" ')


def on_post_build(*, config: MkDocsConfig) -> None:
    """Leave out what no reader asks for: source maps, and the stemmers of languages that the pages are not in."""
    site = Path(config.site_dir)
    for map in site.rglob("*.map"):
        map.unlink()
    for script in [*site.glob("assets/**/*.js"), *site.glob("assets/**/*.css")]:
        text = script.read_text(encoding="utf-8")
        text = re.sub(r"\n?(//|/\*)# sourceMappingURL=\S+( \*/)?", "", text)
        # A button to copy is no place to navigate to: as one, each piece of code would be announced as a landmark.
        script.write_text(
            text.replace('"nav",{class:"md-code__nav"}', '"div",{class:"md-code__nav"}'), encoding="utf-8"
        )
    shutil.rmtree(site / _LANGUAGES, ignore_errors=True)
    (site / "404.html").unlink(missing_ok=True)  # the room says it itself
