"""Rules of one's own, of any game: the form with every field, and the game solved with what was changed.

A question names the fields that are not as in the house: `?game=uth&set=ante.unqualified:pays`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from croupier.games import game as game_of
from croupier.games.uth import UTH
from croupier.lab.capabilities import has_quick_variants
from croupier.rules.game import Game
from croupier.rules.paytables import line_words
from croupier.rules.variants.fields import BadVariant, choices_of, differences, fields_of, variant_of
from croupier.rules.variants.file import variant_text
from croupier.rules.variants.variant import Variant, house
from croupier.web.context import InHouse, Visiting, page_response
from croupier.web.lab.files import file_response
from croupier.web.lab.models import Figure, LabPage
from croupier.web.lab.places import lab_page, path_of
from croupier.web.lab.routing import LabRoute, as_json, lab_of
from croupier.web.lab.studies.pending import RULES, key_of


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


router = APIRouter(route_class=LabRoute)

_WORDS = {
    "qualifies": "plays from",
    "unqualified": "dealer does not qualify",
    "tie": "equal hands",
    "lose": "dealer's hand is better",
    "below": "wins, hand not on the table",
    "always_pays": "pays whatever the dealer has",
    "high_pair_from": "high pair from",
    "middle_pair_from": "middle pair from",
}
_SECTIONS = {"dealer": "Dealer", "streets": "What each street offers", "needs": "A bet needs", "bets": "All bets"}


def variant_in_query(
    game: Annotated[str, Query(max_length=20)] = UTH.key,
    changes: Annotated[list[str] | None, Query(alias="set", max_length=80)] = None,
    name: Annotated[str, Query(max_length=60)] = "",
) -> Variant:
    """The variant that an address describes."""
    fields: dict[str, str] = {}
    for change in changes or []:
        field, there, text = change.partition(":")
        if not there:
            raise BadVariant(field, "says nothing; want field:value, such as ante.unqualified:pays")
        fields[field] = text[:200]
    return variant_of(game_of(game), fields, name.strip() or "mine")


VariantQuery = Annotated[Variant, Depends(variant_in_query)]


@router.get("/lab/rules", summary="The lab: rules of one's own", response_model=RulesPage)
def page(request: Request) -> Response:
    return page_response(request, "lab/lab_rules.html", _page(UTH))


@router.get("/lab/{game}/rules", summary="The lab: rules of one's own of a game", response_model=RulesPage)
def page_of_game(request: Request, game: str) -> Response:
    played = game_of(game)
    if path_of(played, RULES) != request.url.path:
        return RedirectResponse(path_of(played, RULES))
    return page_response(request, "lab/lab_rules.html", _page(played))


@router.get("/api/lab/variant", summary="A game with rules of one's own, solved exactly", response_model=VariantAnswer)
async def solved(house: InHouse, visitor: Visiting, variant: VariantQuery) -> Response:
    text = variant_text(variant)
    if has_quick_variants(variant.base):
        answer = await lab_of(house).ask("variant", slow=True, owner=visitor.mark, game=variant.base.key, text=text)
    else:
        answer = await house.coach.pending.ask(key_of(RULES, variant.base.key, {"text": text}), visitor.mark)
    changed = [Changed(**one._asdict()) for one in differences(variant)]
    return as_json(VariantAnswer(name=variant.name, game=variant.base.key, changed=changed, toml=text, **answer))


@router.get(
    "/api/lab/variant.{ending}", summary="The rules as a file that the terminal reads (toml), or solved: csv, json, svg"
)
async def rules_file(
    ending: Literal["toml", "csv", "json", "svg"], house: InHouse, visitor: Visiting, variant: VariantQuery
) -> Response:
    if ending != "toml":
        # Beside the house game, as the page has it.
        lines = "\n".join(f"{one.field}: {one.now}" for one in differences(variant))
        key = key_of("versus", variant.base.key, {"b_changes": lines})
        answer = await house.coach.pending.whole(key, visitor.mark)
        return file_response(variant.name, ending, answer[ending].encode())
    name = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in variant.name)
    headers = {"content-disposition": f'attachment; filename="{name}.{ending}"'}
    return Response(variant_text(variant), media_type="application/toml; charset=utf-8", headers=headers)


def _page(game: Game) -> RulesPage:
    sections: dict[str, RuleSection] = {}
    for field, text in fields_of(house(game)).items():
        section, _, rest = field.partition(".")
        pays = rest.startswith("pays.")
        words = _SECTIONS.get(section) or game.by_key[section].felt
        rule_section = sections.setdefault(
            f"{section} pays" if pays else section, RuleSection(words=f"{words} pays" if pays else words, fields=[])
        )
        rule_section.fields.append(
            RuleField(key=field, words=_words(game, section, rest), house=text, choices=list(choices_of(field)))
        )
    return RulesPage(**lab_page(game, RULES).model_dump(exclude_unset=True), sections=list(sections.values()))


def _words(game: Game, section: str, rest: str) -> str:
    if section == "streets":
        return next(street.words for street in game.streets if street.key == rest)
    return _WORDS.get(rest) or line_words(rest.removeprefix("pays."))
