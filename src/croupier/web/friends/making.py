"""The form of a private table: its fields out of the choices, and a table out of what was sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from croupier.errors import Refused
from croupier.floor.choices.making import customary
from croupier.floor.practice import COMPANY, Making, Strength, practice_settings
from croupier.floor.practice.tables import FRIENDS_CLOCK, HOUSES_OWN
from croupier.floor.table import CoachMode
from croupier.games import HOUSE_RULES, ruleset
from croupier.rules.rulesets import RuleSet
from croupier.web.forms import in_field
from croupier.web.friends.models import CompanyField, MakingPage
from croupier.web.models import RuleSetChoice
from croupier.web.staff.tables.fields import groups, in_form, texts

STRENGTHS: Final = [("", "nobody"), *((one.value, f"{one.value}: {one.words}") for one in Strength)]
COACHES: Final = [
    (CoachMode.EACH.value, "each chooses"),
    (CoachMode.VALUES.value, "exact values for everybody"),
    (CoachMode.QUIZ.value, "quiz: decide first, values afterwards"),
    (CoachMode.OFF.value, "no coach"),
]
_LEFT_OUT: Final = HOUSES_OWN | {"face_up"}


def making_page(rules: RuleSet, said: Mapping[str, str] | None) -> MakingPage:
    """The form for a private table under these rules; `said` is what somebody has typed into it."""
    typed = said or {}
    usual = dict(enumerate(Making(rules=rules, choices={}).players if said is None else (), start=1))
    return MakingPage(
        rules=rules.name,
        game=rules.game.name,
        title=rules.title,
        others=[RuleSetChoice(name=one.name, title=one.title, usual=one is rules) for one in rules.game.rule_sets],
        face_up="" if not rules.face_up_allowed else "on" if typed.get("face_up") else "off",
        groups=groups(customary(rules), said, leave_out=_LEFT_OUT),
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
    )


def making_of(sent: Mapping[str, str], *, friends: bool) -> Making:
    """What a form asks for: one click says only the rules, the long form everything. Refused where it cannot be."""
    rules = in_field("rules", ruleset, sent.get("rules", HOUSE_RULES.name))
    choices = {key: text for key, text in texts(rules, sent).items() if key not in _LEFT_OUT}
    if "whole" not in sent:
        choices = {"clock": FRIENDS_CLOCK} if friends else {}
    elif sent.get("face_up"):
        choices["face_up"] = "on"
    making = Making(
        rules=rules,
        choices=choices,
        company=_company(sent) if "whole" in sent else None,
        coach=in_field("coach", _coach, sent.get("coach", CoachMode.EACH.value)),
        friends=friends,
    )
    try:
        practice_settings(making)
    except Refused as why:
        raise in_form(why, rules) from why
    return making


def _company(sent: Mapping[str, str]) -> tuple[Strength, ...]:
    fields = [f"company.{i}" for i in range(1, len(COMPANY) + 1)]
    return tuple(in_field(field, _strength, sent[field]) for field in fields if sent.get(field))


def _strength(text: str) -> Strength:
    try:
        return Strength(text)
    except ValueError:
        want = ", ".join(one.value for one in Strength)
        raise Refused(f"nobody in company plays {text!r}; want one of {want}, or nobody") from None


def _coach(text: str) -> CoachMode:
    try:
        return CoachMode(text)
    except ValueError:
        raise Refused(f"no coach does {text!r}; want one of {', '.join(one.value for one in CoachMode)}") from None
