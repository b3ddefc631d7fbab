"""The fields of a table's form, made of its choices, and the choices read from a form."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pydantic import BaseModel

from croupier.errors import Refused
from croupier.floor.choices.choice import ChoiceKind, Group, TableChoice
from croupier.floor.choices.every import choices
from croupier.floor.choices.making import NO_APPROVAL
from croupier.floor.table import Settings
from croupier.rules.rulesets import RuleSet
from croupier.web.forms import BadField

_FORMS = {
    ChoiceKind.DOLLARS: "money",
    ChoiceKind.SECONDS: "seconds",
    ChoiceKind.ONE: "select",
    ChoiceKind.DECLARED: "long",
}


class Input(BaseModel):
    """One field of a form. `form` is how it is drawn: text, money, seconds, select or check."""

    name: str
    label: str
    form: str
    value: str
    options: list[tuple[str, str]] = []


class ChoiceField(BaseModel):
    """A choice with its fields; none where the rule set has decided it."""

    key: str
    label: str
    about: str
    words: str
    fixed: bool
    inputs: list[Input]


class FieldGroup(BaseModel):
    title: str
    fields: list[ChoiceField]


def field_groups(
    settings: Settings, sent: Mapping[str, str] | None = None, *, leave_out: Collection[str] = ()
) -> list[FieldGroup]:
    """The form of a table with these settings; `sent` is what somebody has typed into it meanwhile."""
    every = tuple(choice for choice in choices(settings.terms.rules) if choice.key not in leave_out)
    every_group = [FieldGroup(title=group.value, fields=_fields(group, every, settings, sent)) for group in Group]
    return [group for group in every_group if group.fields]


def _fields(
    group: Group, every: tuple[TableChoice, ...], settings: Settings, sent: Mapping[str, str] | None
) -> list[ChoiceField]:
    return [
        ChoiceField(
            key=choice.key,
            label=choice.label,
            about="set by the rule set" if choice.fixed else choice.about,
            words=NO_APPROVAL if choice.key == "approval" and not settings.approval else choice.words(settings),
            fixed=choice.fixed,
            inputs=[] if choice.fixed else _inputs(choice, choice.text(settings), sent),
        )
        for choice in every
        if choice.group is group
    ]


def _inputs(choice: TableChoice, text: str, sent: Mapping[str, str] | None) -> list[Input]:
    def one(name: str, label: str, form: str, value: str, options: list[tuple[str, str]] | None = None) -> Input:
        now = value if sent is None else sent.get(name, "" if form == "check" else value)
        return Input(name=name, label=label, form=form, value=now, options=options or [])

    match choice.kind:
        case ChoiceKind.SPAN:
            least, _, most = text.partition("-")
            ends = ((f"{choice.key}.least", "from", least), (f"{choice.key}.most", "to", most))
            return [one(name, f"{choice.label} {word}", "money", value) for name, word, value in ends]
        case ChoiceKind.PAIR:
            first, _, second = text.partition(",")
            halves = ((f"{choice.key}.1", "First deck", first), (f"{choice.key}.2", "Second deck", second))
            return [one(name, label, "text", value) for name, label, value in halves]
        case ChoiceKind.SOME:
            on = text.split(",")
            return [
                one(f"{choice.key}.{value}", words, "check", "on" if value in on else "")
                for value, words in choice.options
            ]
        case _:
            return [one(choice.key, choice.label, _FORMS.get(choice.kind, "text"), text, list(choice.options))]


def choice_texts(rules: RuleSet, sent: Mapping[str, str]) -> dict[str, str]:
    """What a form says, by choice. Only in a form that was sent whole does an empty box mean no."""
    texts_by_key: dict[str, str] = {}
    for choice in choices(rules):
        key = choice.key
        match choice.kind:
            case ChoiceKind.SPAN if f"{key}.least" in sent:
                texts_by_key[key] = f"{sent[f'{key}.least']}-{sent.get(f'{key}.most', '')}"
            case ChoiceKind.PAIR if f"{key}.1" in sent:
                texts_by_key[key] = f"{sent[f'{key}.1']},{sent.get(f'{key}.2', '')}"
            case ChoiceKind.SOME if "whole" in sent:
                texts_by_key[key] = ",".join(value for value, _ in choice.options if sent.get(f"{key}.{value}"))
            case _ if key in sent:
                # A browser ends the lines of a long text in its own way.
                texts_by_key[key] = sent[key].replace("\r\n", "\n")
    return texts_by_key


def changed_choices(settings: Settings, texts: Mapping[str, str]) -> dict[str, str]:
    """Those choices of a form that are not as the table has them."""
    now = {choice.key: choice.text(settings) for choice in choices(settings.terms.rules)}
    return {key: text for key, text in texts.items() if text.strip() != now[key]}


def in_form(why: Refused, rules: RuleSet) -> Refused:
    """A refusal about one choice, with the field of the form that it belongs to."""
    key = getattr(why, "choice", None)
    choice = next((one for one in choices(rules) if one.key == key), None)
    if choice is None:
        return why
    return BadField(_inputs(choice, "", None)[0].name, why)
