"""What the help calls the value of an option: `--table TABLE`, `--most N`, `--out FILE`; not its type in Python."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import typer
from typer.models import ArgumentInfo, OptionInfo

_KINDS = {int: "N", float: "NUMBER", Path: "FILE"}


def name_values(app: typer.Typer) -> None:
    """Name the values of every command that is registered by now, where it has not done so itself."""
    for group in app.registered_groups:
        if group.typer_instance is not None:
            name_values(group.typer_instance)
    for command in app.registered_commands:
        if command.callback is not None:
            said = get_type_hints(command.callback, include_extras=True)
            for name, annotation in said.items():
                _name(name, annotation)
            # Words that are read a second time would be other options, without their names.
            command.callback.__annotations__ = said


def leave_types_out(command: Any) -> None:
    """Have the list of arguments say no types: Typer adds them there, however their values are named."""
    for param in command.params:
        if param.param_type_name == "argument" and hasattr(param, "display_type_rich"):
            param.display_type_rich = _nothing
    for below in getattr(command, "commands", {}).values():
        leave_types_out(below)


def _nothing(ctx: Any) -> str:
    return ""


def _name(name: str, annotation: Any) -> None:
    if get_origin(annotation) is not Annotated:
        return
    kind, *said = get_args(annotation)
    kinds = _kinds(kind)
    if bool in kinds or any(map(_is_choice, kinds)):
        return  # a flag has no value, and what there is to choose from says the most
    for info in said:
        if isinstance(info, OptionInfo) and info.metavar is None:
            flag = next((one for one in info.param_decls or () if one.startswith("--")), f"--{name}")
            named = next((_KINDS[one] for one in kinds if one in _KINDS), None)
            info.metavar = named or flag.replace("_", "-").rpartition("-")[2].upper()
        elif isinstance(info, ArgumentInfo) and info.metavar is None:
            info.metavar = name.upper()


def _is_choice(kind: Any) -> bool:
    return get_origin(kind) is Literal or (isinstance(kind, type) and issubclass(kind, Enum))


def _kinds(kind: Any) -> list[Any]:
    """The types that a value can have: of `list[str] | None`, text."""
    if get_origin(kind) is Literal:
        return [kind]
    if parts := get_args(kind):
        return [one for part in parts for one in _kinds(part)]
    return [] if kind is type(None) else [kind]
