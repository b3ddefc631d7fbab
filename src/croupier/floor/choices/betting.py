"""The choices of a table's wagers: limits, unit, cap, and the pay table of each bet."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor.choices.choice import (
    ChoiceKind,
    Group,
    TableChoice,
    cents_text,
    of_terms,
    parse_cents,
    parse_span,
    parse_words,
    span_text,
    words_text,
)
from croupier.floor.table import Settings
from croupier.money import dollars
from croupier.rules.game import AfterFold
from croupier.rules.law import LAW
from croupier.rules.own.bet import TABLE
from croupier.rules.own.felt import with_own_bets
from croupier.rules.own.file import parse_side_bets, side_bets_text
from croupier.rules.rulesets import BankedBy, RuleSet
from croupier.rules.terms import customary_limits
from croupier.rules.wagers import PROGRESSIVE, Spot
from croupier.values import replace

PAYS = "pays."
LIMITS = "limits."
OWN_BETS = "own_bets"


def limits(rules: RuleSet) -> tuple[TableChoice, ...]:
    """The limits of every wager that a player names, and what bounds them all."""
    game, most = rules.game, LAW[rules.jurisdiction].largest_wager
    choices = [_span(rules, spot) for spot in rules.named]
    choices.append(
        TableChoice(
            key="unit",
            label="Unit",
            group=Group.LIMITS,
            kind=ChoiceKind.DOLLARS,
            about="every wager is a multiple of it; an even number of cents, so that 3 to 2 is exact (R11)",
            text=lambda settings: cents_text(None if settings.terms.limits is None else settings.terms.limits.unit),
            put=lambda settings, text: _with_limits(settings, unit=needed(text, "a unit")),
        )
    )
    if most is not None:
        choices.append(
            TableChoice(
                key="legal",
                label="Legal limit of one wager",
                group=Group.LIMITS,
                kind=ChoiceKind.DOLLARS,
                about=f"no single wager, the {game.largest_raise} included, passes it; the law's, {dollars(most)} "
                "unless the house's legal profile says otherwise, or less (R11, R55)",
                text=lambda settings: cents_text(
                    None if settings.terms.limits is None else settings.terms.limits.legal
                ),
                put=lambda settings, text: _with_limits(settings, legal=needed(text, "a legal limit")),
            )
        )
    if rules.banked_by is BankedBy.HOUSE:
        choices.append(
            of_terms(
                "aggregate_cap",
                parse_cents,
                cents_text,
                key="cap",
                label="Cap on all winnings of a round",
                group=Group.LIMITS,
                kind=ChoiceKind.DOLLARS,
                about="none, or at least 50 times the largest wager; it is shown on the layout (R12)",
            )
        )
    return tuple(choices)


def _span(rules: RuleSet, spot: Spot) -> TableChoice:
    usual, law = customary_limits(rules).of(spot.key), LAW[rules.jurisdiction]
    within = ""
    if law.named_wagers is not None:
        within = f"; in {law.place} within {law.named_wagers.words}, or as the house's legal profile says (R32, R55)"

    def text(settings: Settings) -> str:
        return span_text(usual if settings.terms.limits is None else settings.terms.limits.of(spot.key))

    def put(settings: Settings, text: str) -> Settings:
        now = settings.terms.limits or customary_limits(rules)
        return replace(settings, terms=replace(settings.terms, limits=now.with_spot(spot.key, parse_span(text))))

    return TableChoice(
        key=f"{LIMITS}{spot.key}",
        label=rules.game.base_label if spot.key == rules.game.base and rules.game.base_label else spot.felt,
        group=Group.LIMITS,
        kind=ChoiceKind.SPAN,
        about=f"the least and the most; usually {usual.words}{within}",
        text=text,
        put=put,
    )


def _with_limits(settings: Settings, **values: int | None) -> Settings:
    now = settings.terms.limits or customary_limits(settings.terms.rules)
    return replace(settings, terms=replace(settings.terms, limits=replace(now, **values)))  # type: ignore[arg-type]


def bets(rules: RuleSet) -> tuple[TableChoice, ...]:
    """The pay table of each bet; the Progressive's comes from its link."""
    choices = [_pays(rules, bet) for bet in rules.tables if bet != PROGRESSIVE]
    open_ = [
        (bet.key, bet.spot.felt)
        for bet in rules.game.side_bets
        if bet.after_fold is AfterFold.HOUSE_CHOOSES and rules.offers(bet.key)
    ]
    if rules.offers(PROGRESSIVE):
        open_.append((PROGRESSIVE, rules.game.by_key[PROGRESSIVE].felt))
    if open_:
        choices.append(
            of_terms(
                "lost_by_fold",
                parse_words,
                words_text,
                key="lost_by_fold",
                label="Lost by a fold",
                group=Group.BETS,
                kind=ChoiceKind.SOME,
                about="bets that lose with the hand; the others stay in action (R24, R40)",
                options=tuple(open_),
            )
        )
    if rules.banked_by is BankedBy.HOUSE:
        choices.append(_own_bets(rules))
    return tuple(choices)


def _own_bets(rules: RuleSet) -> TableChoice:
    """Side bets of the house's own; each brings its pay table and its limits."""

    def put(settings: Settings, text: str) -> Settings:
        bets = parse_side_bets(text, game=rules.game) if text else ()
        return replace(settings, terms=with_own_bets(settings.terms, bets))

    return TableChoice(
        key=OWN_BETS,
        label="Side bets of one's own",
        group=Group.BETS,
        kind=ChoiceKind.DECLARED,
        about="declared in TOML, with cards, lines, pays and limits; none on the dealer's cards alone (R9); not "
        "approved bets, and marked so",
        text=lambda settings: side_bets_text(settings.terms.own_bets).strip(),
        put=put,
    )


def _pays(rules: RuleSet, bet: str) -> TableChoice:
    offered = tuple((name, name) for name in rules.tables[bet])

    def put(settings: Settings, text: str) -> Settings:
        tables = {key: name for key, name in settings.terms.tables.items() if key != bet}
        # The order of the rule set, so that a bet that is left out and taken in again stands where it stood.
        names = {key: tables.get(key, text) for key in rules.tables if key in tables or (key == bet and text)}
        names |= {own.spot: TABLE for own in settings.terms.own_bets}
        return replace(settings, terms=replace(settings.terms, tables=names))

    return TableChoice(
        key=f"{PAYS}{bet}",
        label=rules.game.table_words(bet),
        group=Group.BETS,
        kind=ChoiceKind.ONE,
        options=offered if bet in rules.game.base_tables else (*offered, ("", "not offered")),
        fixed=bet in rules.game.base_tables and len(offered) == 1,
        text=lambda settings: settings.terms.tables.get(bet, ""),
        put=put,
    )


def needed(text: str, what: str) -> int:
    """An amount where there must be one."""
    if not text:
        raise Refused(f"a table has {what}; want dollars, such as 1")
    cents = parse_cents(text)
    assert cents is not None, "a text that is not empty is an amount, or refused"
    return cents
