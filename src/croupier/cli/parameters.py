"""Arguments and options of a command, declared in the annotations of its function, as parameters of Click.

    def settle(file: Annotated[Path | None, Argument(help="Cases, one a line.")] = None) -> None: ...

The type says what is read and how often, the default whether it may be left out; what the help calls a value is its own
name, `--table TABLE`, or what kind it is, `--most N`, `--out FILE`, `--ante DOLLARS`; not its type in Python.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import click


class Argument(NamedTuple):
    """Something that is given by its place."""

    help: str = ""
    metavar: str | None = None


class Option:
    """Something that is given by its name: that of the parameter, unless there are flags."""

    def __init__(
        self,
        *flags: str,
        help: str = "",
        metavar: str | None = None,
        bare: str | None = None,
        envvar: str | None = None,
        min: int | None = None,
        max: int | None = None,
        show_default: bool = True,
        secret: bool = False,
    ) -> None:
        self.flags = flags
        self.help = help
        self.metavar = metavar
        self.bare = bare
        """The value of the option where it stands alone; none where it always takes one."""
        self.envvar = envvar
        self.min = min
        self.max = max
        self.show_default = show_default
        self.secret = secret
        """Asked for, if it is left out, and not shown while it is typed."""


def click_parameters(work: Callable[..., Any]) -> list[click.Parameter]:
    """The parameters of a command's function, for Click."""
    return [_parameter(one) for one in inspect.signature(work, eval_str=True).parameters.values()]


def _parameter(one: inspect.Parameter) -> click.Parameter:
    assert get_origin(one.annotation) is Annotated, f"{one.name} says whether it is an argument or an option"
    kind, declaration = get_args(one.annotation)
    base, many = _kind(kind)
    attributes: dict[str, Any] = {"required": one.default is one.empty}
    if not attributes["required"]:
        attributes["default"] = one.default
    if many:
        # An option that is left out has the default of the function, and is never an empty list.
        attributes |= {"default": None, "callback": lambda ctx, param, value: list(value) if value else one.default}
    if isinstance(declaration, Argument):
        return _DescribedArgument([one.name], declaration, type=_type(base), nargs=-1 if many else 1, **attributes)
    return _option(one, declaration, base, many, attributes)


def _option(
    one: inspect.Parameter, declaration: Option, base: Any, many: bool, attributes: dict[str, Any]
) -> click.Option:
    spelled = one.name.replace("_", "-")
    if base is bool:
        flags = declaration.flags or (f"--{spelled}/--no-{spelled}",)
        attributes |= {"is_flag": True, "type": bool}
    else:
        flags = declaration.flags or (f"--{spelled}",)
        metavar = declaration.metavar or _value_name(base, flags)
        attributes |= {"type": _type(base, declaration), "multiple": many, "metavar": metavar}
        if declaration.bare is not None:
            attributes |= {"is_flag": False, "flag_value": declaration.bare}
    return click.Option(
        [one.name, *flags],
        help=declaration.help,
        envvar=declaration.envvar,
        show_envvar=True,
        show_default=declaration.show_default and one.default != "",
        prompt=declaration.secret,
        hide_input=declaration.secret,
        **attributes,
    )


class _DescribedArgument(click.Argument):
    """An argument with a line of its own in the help, as options have."""

    def __init__(self, names: list[str], declaration: Argument, **attributes: Any) -> None:
        super().__init__(names, metavar=declaration.metavar or names[0].upper(), **attributes)
        self.help = declaration.help

    def make_metavar(self, ctx: click.Context) -> str:
        named = self.human_readable_name if self.required else f"[{self.human_readable_name}]"
        return f"{named}..." if self.nargs == -1 else named

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        more = "required" if self.required else "" if self.default is None else f"default: {self.default}"
        return self.human_readable_name, f"{self.help}  [{more}]" if more else self.help or ""


class _Kind(NamedTuple):
    base: Any
    many: bool


def _kind(kind: Any) -> _Kind:
    """The type of one value, and whether there may be many: of `list[str] | None`, `str` and many."""
    if get_origin(kind) is UnionType:
        (kind,) = (one for one in get_args(kind) if one is not NoneType)
    return _Kind(get_args(kind)[0], True) if get_origin(kind) is list else _Kind(kind, False)


def _type(base: Any, declaration: Option | None = None) -> click.ParamType[Any]:
    if get_origin(base) is Literal:
        return click.Choice(get_args(base))
    if base is int and declaration is not None and (declaration.min is not None or declaration.max is not None):
        return click.IntRange(declaration.min, declaration.max)
    return _TYPES[base]


_TYPES: dict[type, click.ParamType[Any]] = {
    str: click.STRING,
    int: click.INT,
    float: click.FLOAT,
    Path: click.Path(path_type=Path),
}
_NAMES = {int: "N", float: "NUMBER", Path: "FILE"}
_KINDS = {
    "BETS": "bet-order lost-by-fold",
    "CARD": "up",
    "CARDS": "seen",
    "DAY": "at date from since until",
    "DOLLARS": "ante bankroll box cap change executive-above legal stake staked stop-loss tray unit wager win-goal "
    "withheld won",
    "FILE": "side-bet",
    "LINE=PERCENT": "seek",
    "NAME": "approver by cost for player second strategy winner",
    "PAYTABLE": "pay-table",
    "PERCENT": "tax",
    "REFERENCE": "approval meter-order-approval",
    "SEATS": "meter-order settling-order",
    "SECONDS": "clock",
    "TEXT": "seed why",
    "[LEVEL=]DOLLARS": "meter reseed",
    "[LEVEL=]PERCENT": "contribution preconfigured reserve",
}
_KIND_OF = {f"--{option}": kind for kind, options in _KINDS.items() for option in options.split()}
"""What kind a value is, where neither its type nor the last word of its option says that."""


def _value_name(base: Any, flags: tuple[str, ...]) -> str | None:
    if get_origin(base) is Literal:
        return None  # what there is to choose from says the most
    spelled = next(one for one in flags if one.startswith("--"))
    return _NAMES.get(base) or _KIND_OF.get(spelled) or spelled.rpartition("-")[2].upper()
