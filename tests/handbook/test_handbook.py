"""The documentation is whole: every page is on the site, and every command and every setting is in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
import yaml
from click.testing import CliRunner, Result
from mkdocs.__main__ import cli as mkdocs
from PIL import Image
from prometheus_client import Counter, Gauge, Histogram

from croupier.cli.listing import COMMANDS
from croupier.floor.house.choices import CHOICES
from croupier.web import metrics
from handbook import DOCS, ROOT
from handbook.commands import command_pages, every_command, option_table
from handbook.hooks import on_page_content, size_of
from handbook.links import PROJECT, led_on, shown_at


class _Loader(yaml.SafeLoader):
    """Reads what MkDocs reads; what names a function is not called."""


_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda loader, suffix, node: suffix)
SITE: dict[str, Any] = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader=_Loader)


def listed(nav: Any) -> Iterator[str]:
    match nav:
        case str():
            yield nav
        case list():
            for one in nav:
                yield from listed(one)
        case dict():
            for one in nav.values():
                yield from listed(one)


def test_every_page_has_its_place_on_the_site_and_every_place_its_page() -> None:
    pages = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")} | set(PROJECT.values())
    pages |= {str(page.relative_to(DOCS).with_suffix(".md")) for page in DOCS.rglob("*.ipynb")}
    places = list(listed(SITE["nav"]))
    assert sorted(places) == sorted(pages), "mkdocs.yml, nav: each page of docs/ stands there once"


def test_the_site_is_found_by_what_a_reader_wants_to_do() -> None:
    tabs = [next(iter(tab)) for tab in SITE["nav"]]
    assert tabs[1:] == [
        *("Start", "Play", "Learn", "Run a room", "Staff manual", "Rules", "Mathematics", "Face-up report"),
        *("Assurance", "Reference", "Architecture"),
    ]


def test_a_picture_is_small_and_its_page_says_how_large_it_is() -> None:
    pictures = [path for path in (*DOCS.glob("*.png"), *(DOCS / "img").iterdir()) if path.suffix in (".png", ".webp")]
    for picture in pictures:
        with Image.open(picture) as opened:
            assert size_of(picture) == opened.size, picture.name
        film = picture.name == "demo.webp"
        assert picture.stat().st_size < (400_000 if film else 150_000), f"{picture.name}: save it as WebP"
    html = '<img alt="The coach" src="../img/coach.webp" />'
    page, config = SimpleNamespace(url="learn/"), SimpleNamespace(docs_dir=str(DOCS))
    told = on_page_content(html, page=page, config=config, files=None)  # type: ignore[arg-type]
    assert told == html.replace(" />", ' width="1440" height="900" loading="lazy" />')


def test_nothing_of_the_site_is_loaded_from_elsewhere() -> None:
    assert SITE["theme"]["font"] is False
    assert not [file for file in SITE["extra_css"] if "://" in file]
    assert "extra_javascript" not in SITE
    assert "://" not in re.sub(r"/\*.*?\*/", "", (DOCS / "assets" / "house.css").read_text(encoding="utf-8"))


def built_as_make_does(text: str, folder: Path) -> Result:
    """A site of one page, built as strictly as ours and by the same words; somewhere else."""
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text(f"# Here\n\n{text}\n", encoding="utf-8")
    (folder / "mkdocs.yml").write_text(
        yaml.safe_dump({"site_name": "One page", "strict": SITE["strict"], "validation": SITE["validation"]})
    )
    (words,) = re.findall(r"-m mkdocs (.+)", (ROOT / "Makefile").read_text(encoding="utf-8"))
    elsewhere = ["--config-file", str(folder / "mkdocs.yml"), "--site-dir", str(folder / "site")]
    return CliRunner().invoke(mkdocs, [*words.split(), *elsewhere])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("[away](nowhere.md)", "a file"), ("[away](#nowhere)", "an anchor"), ("[away](/nowhere)", "an absolute link")],
)
def test_a_broken_link_ends_the_build(text: str, complaint: str, tmp_path: Path) -> None:
    build = built_as_make_does(text, tmp_path)
    assert build.exit_code == 1, complaint
    assert "Aborted with 1 warnings in strict mode!" in build.output


def test_a_page_whose_links_lead_somewhere_is_built(tmp_path: Path) -> None:
    build = built_as_make_does("[here](#here)", tmp_path)
    assert build.exit_code == 0, build.output
    assert (tmp_path / "site" / "index.html").is_file()


def test_a_link_is_led_to_where_the_site_has_its_file() -> None:
    text = "[a](../record.md#audit) [b](../../SECURITY.md) [c](../../tests/test_docs.py) `[d](x.md)` [e](https://x.org)"
    led = led_on(text, "docs/run/backup.md", "run/backup.md")
    assert led == "[a](../record.md#audit) [b](../project/security.md) c `[d](x.md)` [e](https://x.org)"
    assert led_on("[how](docs/web.md)", "CHANGELOG.md", "project/changelog.md") == "[how](../web.md)"
    assert shown_at("docs/notebooks/two-seats.ipynb") == "notebooks/two-seats.md"
    fenced = "```\n[x](../../tests/y.py)\n```"
    assert led_on(fenced, "docs/run/backup.md", "run/backup.md") == fenced


def test_every_command_is_in_the_reference_with_everything_that_it_takes() -> None:
    told = command_pages()
    sections = dict(re.findall(r"^#+ `(croupier [^`]+)`\n(.*?)(?=^#+ `|\Z)", told, re.M | re.S))
    assert {words.split()[1] for words in sections} == set(COMMANDS)
    for words, command in every_command():
        for one in command.params:
            if one.name != "help" and not hasattr(command, "commands"):
                names = one.opts if one.param_type_name == "option" else [str(one.metavar or one.name).upper()]
                assert all(name in sections[words] for name in names), f"{words} {names}"


def every_option() -> Iterator[tuple[str, str, Any]]:
    """Every command and each of its options, under each of its names."""
    for words, command in every_command():
        for one in command.params:
            if one.param_type_name == "option":
                yield from ((words.removeprefix("croupier "), flag, one) for flag in one.opts)


def test_the_table_of_options_has_every_option_of_every_command() -> None:
    rows = option_table().splitlines()[2:]
    named = {(flag, words) for row in rows for flag in re.findall(r"(--?[a-z][a-z-]*)[ `]", row.split(" | ")[0])
             for words in row.rstrip(" |").split(" | ")[-1].split(", ")}  # fmt: skip
    assert {(flag, words) for words, flag, _ in every_option()} <= named
    assert "<!-- every option -->" in (DOCS / "reference" / "options.md").read_text("utf-8")


TWO_KINDS = {
    "--ante": {"DOLLARS", "LOW-HIGH"}, "--by": {"NAME", "WHAT"}, "--document": {"DOCUMENT", "FILE"},
    "--face-up": {"REFERENCE", "N"}, "--limit": {"LIMIT", "BET=LOW-HIGH"}, "--paytable": {"PAYTABLE", "FILE"},
    "--seed": {"N", "TEXT"}, "--since": {"DAY", "FILE"},
}  # fmt: skip
"""Options whose value is of one kind at some commands and of another at others; each new one needs a reason."""


def test_an_option_takes_the_same_kind_of_value_at_every_command() -> None:
    kinds: dict[str, set[str]] = {}
    for _, flag, one in every_option():
        if not one.is_flag and not isinstance(one.type, click.Choice):
            kinds.setdefault(flag, set()).add(re.sub(r"\[=.*\]|[][]", "", one.metavar))
    several = {flag: names for flag, names in kinds.items() if len(names) > 1}
    assert {flag: names for flag, names in several.items() if not names <= TWO_KINDS.get(flag, set())} == {}
    assert kinds["--bankroll"] == {"DOLLARS"}


def test_pictures_go_to_chart_and_documents_and_data_to_out() -> None:
    drawn = {flag for _, flag, one in every_option() if ".png" in one.help or ".svg" in one.help}
    assert drawn == {"--chart"}
    written = {tuple(one.opts) for _, flag, one in every_option() if flag == "--out"}
    assert written == {("--out", "-o")}


def test_every_command_has_a_page_that_speaks_of_it_besides_the_reference() -> None:
    pages = [*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "SECURITY.md"]
    said = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    assert [name for name in COMMANDS if f"croupier {name}" not in said] == []


SETTING = re.compile(r"\bCROUPIER_[A-Z_]+[A-Z]\b")


def test_every_setting_of_the_environment_is_in_the_list() -> None:
    places = ["src/croupier", "tests", "torture", "benchmarks", "proofs", "supply", "handbook", "examples"]
    files = [file for place in places for file in (ROOT / place).rglob("*.py")] + [ROOT / "Makefile"]
    read = {name for file in files for name in SETTING.findall(file.read_text(encoding="utf-8"))}
    told = (DOCS / "reference" / "settings.md").read_text(encoding="utf-8")
    assert len(read) >= 6
    assert sorted(read) == sorted(set(SETTING.findall(told))), "docs/reference/settings.md lists them, and no others"


def test_what_the_house_chooses_and_what_the_server_takes_are_in_the_list() -> None:
    told = (DOCS / "reference" / "settings.md").read_text(encoding="utf-8")
    assert [name for name in CHOICES if f"| `{name}` |" not in told] == []
    (serve,) = [command for words, command in every_command() if words == "croupier serve"]
    assert [name for one in serve.params for name in one.opts if name != "--help" and f"`{name}`" not in told] == []


FIGURES = [one for one in vars(metrics).values() if isinstance(one, Counter | Gauge | Histogram)]


def test_every_figure_for_the_operator_is_told_and_the_alerts_ask_for_figures_that_there_are() -> None:
    page = (DOCS / "run" / "monitoring.md").read_text(encoding="utf-8")
    exposed = {sample.name for figure in FIGURES for family in figure.collect() for sample in family.samples}
    exposed |= {
        f"{figure.describe()[0].name}{end}" for figure in FIGURES for end in ("", "_total", "_count", "_bucket")
    }
    for figure in FIGURES:
        name = figure.describe()[0].name + ("_total" if isinstance(figure, Counter) else "")
        assert f"| `{name}" in page
    _, alerts = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    for rule in alerts["groups"][0]["rules"]:
        assert set(re.findall(r"croupier_\w+", rule["expr"])) <= exposed, rule["alert"]
