"""The reference of the terminal, from the commands themselves."""

from __future__ import annotations

from functools import cache
from typing import Any

from croupier.cli.app import app


@cache
def every_command() -> tuple[tuple[str, Any], ...]:
    """Every command by the words that call it, a group before those in it."""
    return tuple((f"croupier {words}", command) for words, command in app.load_all())


def command_pages() -> str:
    """Every command as Markdown: what it does, how it is called, everything that it takes."""
    return "\n\n".join(_told(words, command) for words, command in every_command())


def option_table() -> str:
    """Every option as Markdown: what it takes, what it is, and the commands that have it."""
    rows: dict[tuple[str, str], list[str]] = {}
    for words, command in every_command():
        for one in command.params:
            if one.param_type_name == "option":
                rows.setdefault((_name(one), _help(one)), []).append(words.removeprefix("croupier "))
    lines = [f"| {name} | {said} | {', '.join(commands)} |" for (name, said), commands in sorted(rows.items())]
    return "\n".join(["| option | what it is | commands |", "|---|---|---|", *lines])


def _told(words: str, command: Any) -> str:
    deep = "#" * len(words.split())
    parts = [f"{deep} `{words}`", _plain(command.help or "")]
    if hasattr(command, "commands"):
        return "\n\n".join(filter(None, parts))
    taken = [one for one in command.params if one.name != "help"]
    arguments = [one for one in taken if one.param_type_name == "argument"]
    options = [one for one in taken if one.param_type_name == "option"]
    called = [words, *(_spelled(one) for one in arguments), *(["[OPTIONS]"] if options else [])]
    parts.append(f"```text\n{' '.join(called)}\n```")
    if taken:
        rows = [f"| {_name(one)} | {_words(one)} |" for one in [*arguments, *options]]
        parts.append("\n".join(["| takes | what it is |", "|---|---|", *rows]))
    return "\n\n".join(filter(None, parts))


def _plain(help: str) -> str:
    """A docstring's paragraphs; what is indented in it stays as it stands."""
    return help.replace("\b\n", "").strip()


def _spelled(one: Any) -> str:
    name = (one.metavar or one.name).upper().strip("[]")
    many = "..." if one.nargs == -1 else ""
    return f"{name}{many}" if one.required else f"[{name}]{many}"


def _name(one: Any) -> str:
    if one.param_type_name == "argument":
        return f"`{_spelled(one)}`"
    value = "" if one.is_flag else f" {one.metavar or '…'}"
    return "`, `".join(f"{name}{value}" for name in [*one.opts, *one.secondary_opts]).join("``")


def _words(one: Any) -> str:
    said = [_help(one)]
    default = one.default
    if default not in (None, False, (), "") and not callable(default) and not one.required and default is not ...:
        said.append(f"Otherwise `{getattr(default, 'value', default)}`.")
    if one.param_type_name == "option" and one.required:
        said.append("Required.")
    if one.envvar:
        said.append(f"Or set `{one.envvar}`.")
    return " ".join(filter(None, said))


def _help(one: Any) -> str:
    said = str(getattr(one, "help", "") or "").strip()
    return said.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
