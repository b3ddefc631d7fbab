"""One option for every choice of the house at a table, so that opening and changing take the same ones."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Final

from croupier.cli.files import read_text
from croupier.cli.parameters import Option
from croupier.cli.paytable_options import SIDE_BETS, pay_table_words
from croupier.errors import Refused
from croupier.rules.rulesets import RuleSet
from croupier.rules.wagers import PROGRESSIVE

_ONE: Final = {
    "approval": "Reference of the internal controls' approval (R50).",
    "procedure": "hand-held, packet, shoe or shuffler.",
    "dealt_by": "machine, or person who presses the steps.",
    "cards": "shuffle, the room's own, or felt: a real deck, whose cards the dealer enters (R58).",
    "settling_order": "Such as 1,2,3,4,5,6; none is right to left.",
    "bet_order": "Bets resolved first within a seat, such as trips,ante; none is as the felt has them.",
    "unit": "Every wager is a multiple of it, in dollars.",
    "legal": "The most that one wager may be, the largest raise included; the law's limit, or less.",
    "cap": "The most that a round pays altogether, in dollars; none if left out.",
    "lost_by_fold": "Bets that lose with a folded hand, such as bad_beat,progressive; none lets them play.",
    "meter_order": "Order of meter pays, such as 6,5,4,3,2,1.",
    "meter_order_approval": "Approval reference of another order of meter pays.",
    "face_up": "Approval reference for face-up dealing; none turns it off.",
    "open_spots": "Players at a face-up table; 3 if left out.",
    "coverage": "California: net or gross.",
    "collection": "California: schedule 1, or 2: nothing from players, which is under review.",
    "fee_per": "California: the fee of a player once per seat, or per betting circle.",
    "clock": "Seconds to decide in; none for no clock.",
    "colours": "Colours of the two decks, such as blue,red.",
}
"""Choices that have an option of their own name."""
_VALUES: Final = {"dealt_by": "DEALER", "face_up": "REFERENCE", "open_spots": "N", "fee_per": "PLACE"}
"""What the help calls their values, where the option's last word says nothing."""


def choice_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each choice; those that were given reach it as `options`, by name."""
    text, several = str | None, list[str] | None
    annotations: dict[str, Any] = {
        key: Annotated[text, Option(help=words, metavar=_VALUES.get(key))] for key, words in _ONE.items()
    }
    annotations["ante"] = Annotated[
        text, Option(help="Limits of the Ante, or of the game's base bet: 5-100.", metavar="LOW-HIGH")
    ]
    annotations["limit"] = Annotated[
        several, Option(help="Limits of another bet, such as trips=1-50; repeat it.", metavar="BET=LOW-HIGH")
    ]
    annotations["pays"] = Annotated[
        several, Option(help="Pay table of any bet, such as blind=BLIND; repeat it.", metavar="BET=PAYTABLE")
    ]
    annotations["side_bet"] = Annotated[
        several,
        Option(help="A file that declares a side bet of your own (TOML); repeat it. 'none' takes them off."),
    ]
    for key, felt in SIDE_BETS.items():
        annotations[key] = Annotated[text, Option(help=pay_table_words(felt), metavar="PAYTABLE")]
    parameters = [
        inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
        for key, annotation in annotations.items()
    ]

    @wraps(command)
    def with_options(**values: Any) -> None:
        options = {key: values.pop(key) for key in annotations}
        command(**values, options={key: value for key, value in options.items() if value})

    own = inspect.signature(command, eval_str=True).parameters.values()
    own_parameters = [one.replace(kind=one.KEYWORD_ONLY) for one in own if one.name != "options"]
    with_options.__signature__ = inspect.Signature([*own_parameters, *parameters])  # type: ignore[attr-defined]
    with_options.__annotations__ = {one.name: one.annotation for one in (*own_parameters, *parameters)}
    return with_options


def declarations(files: list[str]) -> str:
    """The text of all files that declare side bets; nothing for `none`."""
    return "" if files == ["none"] else "\n".join(read_text(Path(file), "side bet") for file in files)


def choice_texts(options: dict[str, Any], rules: RuleSet) -> dict[str, str]:
    """The options of the command line as choices of a table under these rules, without the Progressive."""
    texts: dict[str, str] = {}
    for option, value in options.items():
        match option:
            case "ante":
                texts[f"limits.{rules.game.base}"] = value
            case "limit" | "pays":
                for one in value:
                    bet, equals, text = one.partition("=")
                    if not equals:
                        raise Refused(f"not a choice: {one!r}; want the bet and a value, such as trips=1-50")
                    texts[f"{'limits' if option == 'limit' else 'pays'}.{bet}"] = text
            case "side_bet":
                texts["own_bets"] = declarations(value)
            case _ if option in _ONE:
                texts[option] = value
            case _ if option != PROGRESSIVE:
                texts[f"pays.{option}"] = value
    return texts
