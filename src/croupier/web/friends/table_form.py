"""The form of a private table: its fields, and the table that a form asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic import BaseModel

from croupier.errors import Refused
from croupier.floor.choices.making import chosen, customary
from croupier.floor.practice import COMPANY, CompanyStrength, Making, practice_settings
from croupier.floor.practice.names import check_table_name
from croupier.floor.practice.progressive import check_progressive, progressives
from croupier.floor.practice.tables import FRIENDS_CLOCK, HOUSES_OWN
from croupier.floor.table import CoachMode
from croupier.games import HOUSE_RULES, ruleset
from croupier.rules.rulesets import RuleSet
from croupier.web.forms import in_field
from croupier.web.models import Page, RuleSetChoice
from croupier.web.staff.tables.fields import FieldGroup, choice_texts, field_groups, in_form

STRENGTHS: Final = [("", "nobody"), *((one.value, f"{one.value}: {one.words}") for one in CompanyStrength)]
COACHES: Final = [
    (CoachMode.EACH.value, "each chooses"),
    (CoachMode.VALUES.value, "exact values for everybody"),
    (CoachMode.QUIZ.value, "quiz: decide first, values afterwards"),
    (CoachMode.OFF.value, "no coach"),
]
_LEFT_OUT: Final = HOUSES_OWN | {"face_up"}


class CompanyField(BaseModel):
    """Whether one of the company comes, and how well they play."""

    name: str
    label: str
    value: str


class MakingPage(Page):
    """Every choice of a private table."""

    rules: str
    game: str
    title: str
    name: str = ""
    """The maker's at the table."""
    called: str = ""
    """The table's."""
    others: list[RuleSetChoice]
    """The rule sets of the same game."""
    face_up: str
    """None where the rules do not allow it, else whether it is asked for: `off` or `on`."""
    groups: list[FieldGroup]
    company: list[CompanyField]
    strengths: list[tuple[str, str]]
    coach: str
    coaches: list[tuple[str, str]]
    progressive: str
    progressives: list[tuple[str, str]]
    """The progressives that the rules have, by pay table; none where they have none."""


def making_page(rules: RuleSet, sent: Mapping[str, str] | None) -> MakingPage:
    """The form for a private table under these rules; `sent` is what somebody has typed into it."""
    typed = sent or {}
    usual = dict(enumerate(Making(rules=rules, choices={}).players if sent is None else (), start=1))
    return MakingPage(
        rules=rules.name,
        game=rules.game.name,
        title=rules.title,
        called=typed.get("called", ""),
        others=[RuleSetChoice(name=one.name, title=one.title, usual=one is rules) for one in rules.game.rule_sets],
        face_up="" if not rules.face_up_allowed else "on" if typed.get("face_up") else "off",
        groups=field_groups(chosen(customary(rules), {"clock": FRIENDS_CLOCK}), sent, leave_out=_LEFT_OUT),
        company=[
            CompanyField(
                name=f"company.{i}",
                label=who.capitalize(),
                value=typed.get(f"company.{i}", usual[i].value if i in usual else ""),
            )
            for i, who in enumerate(COMPANY, start=1)
        ],
        strengths=STRENGTHS,
        coach=typed.get("coach", CoachMode.EACH.value),
        coaches=COACHES,
        progressive=typed.get("progressive", ""),
        progressives=list(progressives(rules).items()),
    )


def making_of(sent: Mapping[str, str], *, friends: bool) -> Making:
    """The table that a form asks for. The short form has only the rules, the long one everything."""
    rules = in_field("rules", ruleset, sent.get("rules", HOUSE_RULES.name))
    choices = {key: text for key, text in choice_texts(rules, sent).items() if key not in _LEFT_OUT}
    if "whole" not in sent:
        choices = {"clock": FRIENDS_CLOCK} if friends else {}
    elif sent.get("face_up"):
        choices["face_up"] = "on"
    if not friends:
        choices.pop("clock", None)  # alone nobody is waited for
    making = Making(
        rules=rules,
        choices=choices,
        company=_company(sent) if "whole" in sent else None,
        coach=in_field("coach", _coach, sent.get("coach", CoachMode.EACH.value)),
        friends=friends,
        called=_called(sent),
        progressive=_progressive(rules, sent),
    )
    try:
        practice_settings(making)
    except Refused as why:
        raise in_form(why, rules) from why
    return making


def _called(sent: Mapping[str, str]) -> str:
    name = " ".join(sent.get("called", "").split())
    if name:
        in_field("called", check_table_name, name)
    return name


def _progressive(rules: RuleSet, sent: Mapping[str, str]) -> str:
    name = sent.get("progressive", "")
    if name:
        in_field("progressive", lambda paytable: check_progressive(rules, paytable), name)
    return name


def _company(sent: Mapping[str, str]) -> tuple[CompanyStrength, ...]:
    fields = [f"company.{i}" for i in range(1, len(COMPANY) + 1)]
    return tuple(in_field(field, _strength, sent[field]) for field in fields if sent.get(field))


def _strength(text: str) -> CompanyStrength:
    try:
        return CompanyStrength(text)
    except ValueError:
        want = ", ".join(one.value for one in CompanyStrength)
        raise Refused(f"nobody in company plays {text!r}; want one of {want}, or nobody") from None


def _coach(text: str) -> CoachMode:
    try:
        return CoachMode(text)
    except ValueError:
        raise Refused(f"no coach does {text!r}; want one of {', '.join(one.value for one in CoachMode)}") from None
