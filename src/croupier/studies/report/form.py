"""The mathematics report in the Lab: its form, and the fields that say what a table plays by."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.errors import Refused
from croupier.games.uth import BAD_BEAT
from croupier.rules.game import Game
from croupier.rules.own.file import parse_side_bets, side_bets_text
from croupier.rules.rulesets import RuleSet
from croupier.rules.wagers import PROGRESSIVE
from croupier.studies.question import BadQuestion, FieldChoice, FormField, FormValues, StudyQuestion
from croupier.studies.report.question import MathematicsReport, level_text, link_of
from croupier.studies.report.tables import chosen_tables, tables_of
from croupier.studies.words import plain_dollars

_NONE = "none"
_FOLDS = {BAD_BEAT: "bad_beat_lost", PROGRESSIVE: "progressive_lost"}


def fields(game: Game) -> list[FormField]:
    """The rule set, the pay table of each bet, and what a house may choose or add."""
    named = {rules.name: f"{rules.title} ({rules.name})" for rules in reversed(game.rule_sets)}
    sets = tuple(FieldChoice(name, named[name]) for name in dict.fromkeys(rules.name for rules in game.rule_sets))
    return [FormField("rules", "Rule set", sets[0].value, "choice", sets), *_tables(game), *_house(game)]


def _tables(game: Game) -> Iterator[FormField]:
    for bet in dict.fromkeys(bet for rules in game.rule_sets for bet in rules.tables):
        there = dict.fromkeys(name for rules in game.rule_sets for name in rules.tables.get(bet, ()))
        out = () if bet in game.base_tables else (FieldChoice(_NONE, "not offered"),)
        every = FieldChoice("", "every approved one" if out else "the customary one")
        words = game.table_words(bet) if bet in game.base_tables else game.by_key[bet].felt
        yield FormField(bet, words, "", "choice", (every, *(FieldChoice(name, name) for name in there), *out))


def _house(game: Game) -> Iterator[FormField]:
    if BAD_BEAT in game.side_bet:
        yield FormField(_FOLDS[BAD_BEAT], "A fold loses Bad Beat", "", "check")
    if PROGRESSIVE in game.by_key:
        yield FormField(_FOLDS[PROGRESSIVE], "A fold loses the Progressive", "", "check")
        yield FormField("stake", "Progressive wager $", "1", "number")
        hint = "shows / seed / % in / % aside, such as main=25000/10000/20/2; left empty, an example's"
        yield FormField("levels", "Meters of its link", "", hint=hint)
        yield FormField("fixed_off_meter", "Fixed pays come off the meter", "", "check")
    yield FormField(
        "own", "Side bets of the house's own", "", "area", hint="as a file declares them (TOML), or nothing"
    )
    yield FormField("table", "Name of the table, for the title page", "")


def question(game: Game, form: FormValues) -> StudyQuestion:
    """The report of a rule set, or of a table that plays by it."""
    rules = next(one for one in game.rule_sets if one.name == form.text("rules"))
    there = {field.key for field in form.fields}
    chosen = {bet: form.text(bet) for bet in rules.tables}
    try:
        return MathematicsReport(
            rules=rules,
            tables=chosen_tables(
                rules,
                [name for name in chosen.values() if name not in ("", _NONE)],
                without=[bet for bet, name in chosen.items() if name == _NONE],
            ),
            own_bets=parse_side_bets(form.text("own"), "own", game=game) if form.text("own").strip() else (),
            lost_by_fold=tuple(bet for bet, key in _FOLDS.items() if key in there and form.yes(key)),
            link=link_of(form.text("stake"), form.text("levels").split(), form.yes("fixed_off_meter"))
            if "levels" in there
            else None,
            table=form.text("table"),
        )
    except Refused as refused:
        raise BadQuestion("rules", str(refused)) from None


def address_fields(report: MathematicsReport) -> dict[str, str]:
    """The fields of the form that ask for the same report."""
    rules: RuleSet = report.rules
    texts = {"rules": rules.name, "table": report.table}
    for bet, approved in tables_of(rules).items():
        told = report.tables.get(bet, ())
        texts[bet] = _NONE if not told else "" if told == approved else told[0].name
    texts |= {key: "true" for bet, key in _FOLDS.items() if bet in report.lost_by_fold}
    if report.own_bets:
        texts["own"] = side_bets_text(report.own_bets)
    if report.link is not None:
        texts["stake"] = plain_dollars(report.link.stake)
        texts["levels"] = " ".join(level_text(name, level) for name, level in report.link.levels.items())
        texts |= {"fixed_off_meter": "true"} if report.link.fixed_off_meter else {}
    return {key: text for key, text in texts.items() if text}
