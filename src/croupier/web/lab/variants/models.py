"""What the page of rules and its answers are made of, typed."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.lab.models import Figure, LabPage


class RuleField(BaseModel):
    """A field of a variant: as the house has it, and what it may say where that is one of a few words."""

    key: str
    words: str
    house: str
    choices: list[str]


class RuleSection(BaseModel):
    """Fields that belong together: the streets, a bet, its pay table."""

    words: str
    fields: list[RuleField]


class RulesPage(LabPage):
    """The page of rules of one's own."""

    sections: list[RuleSection]


class Changed(BaseModel):
    """A field that is not as in the house game."""

    field: str
    house: str
    now: str


class ChoiceShare(BaseModel):
    """The share of all rounds in which a choice is made, here and in the house game."""

    choice: str
    share: float
    house: float


class StreetShares(BaseModel):
    """How a street is decided."""

    words: str
    choices: list[ChoiceShare]


class VariantAnswer(BaseModel):
    """A variant played best, beside the house game."""

    name: str
    game: str
    changed: list[Changed]
    figures: list[Figure]
    exact: str
    streets: list[StreetShares]
    toml: str
