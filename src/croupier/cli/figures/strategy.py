"""`croupier strategy`: the best decision and the price of every other; charts, tables, readable strategies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.console import Console
from rich.text import Text

from croupier.cards import SUITS, Card, Cards, check_distinct, parse_cards
from croupier.cli.app import app
from croupier.cli.figures.output import check_chart, interruptible, print_answer, progress_bar, show_answer
from croupier.cli.figures.seat import game_played, strategy_of
from croupier.cli.figures.written import (
    AT_TERMINAL,
    check_card,
    check_street,
    print_phrases,
    print_strategies,
    written_strategy,
)
from croupier.cli.files import print_json, write_whole
from croupier.cli.options import GameKey, Json, OwnBase, OwnBets, OwnRules
from croupier.cli.parameters import Argument, Option
from croupier.cli.paytable_options import base_table
from croupier.errors import Refused
from croupier.lab.capabilities import is_learnt_first
from croupier.lab.solver import solver
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable
from croupier.rules.variants.fields import changes_only_pays, differences
from croupier.rules.variants.variant import Variant, house
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet
from croupier.studies.frontier import USUAL_MOST, StrategyFrontier
from croupier.studies.playing import OPTIMAL, Playing
from croupier.studies.strategy import BestChoice, StrategyCost
from croupier.studies.words import choice_words
from croupier.studies.written import StrategySearch, WrittenStrategy

if TYPE_CHECKING:  # its module loads the compiler
    from croupier.lab.games.chart import GameChart, StreetChart


@app.command()
def strategy(
    cards: Annotated[
        list[str] | None,
        Argument(help="The hand, and what lies on the board: AsKh, AsKh 9d7c2h, AKs; 'As Kd 9h 7c 2s'."),
    ] = None,
    game: GameKey = None,
    up: Annotated[str | None, Option(help="The card that the dealer shows, where one is shown.")] = None,
    down: Annotated[int | None, Option(help="Base bets on the felt already, where they add up.")] = None,
    chart: Annotated[
        Path | None,
        Option(
            metavar="[FILE]",
            bare=str(AT_TERMINAL),
            help="The chart of the best play, or drawn into this file (.png or .svg); with --strategy or --search "
            "the strategy drawn as a card to print (.svg).",
        ),
    ] = None,
    table: Annotated[bool, Option("--table", help="List all 169 starting hands.")] = False,
    cost: Annotated[str | None, Option(help="Price a readable strategy: a name, or a TOML file.")] = None,
    written: Annotated[
        str | None,
        Option("--strategy", help="Price a written strategy: a name, or a text file (.txt)."),
    ] = None,
    searching: Annotated[
        int | None, Option("--search", help="Find the best strategy of at most so many rules, as a card.")
    ] = None,
    frontier: Annotated[
        bool, Option("--frontier", help="What 1, 2, 3 … rules give up, found by search; up to --search N.")
    ] = False,
    street: Annotated[str | None, Option(help="Search this street only: preflop, flop, river …")] = None,
    phrases: Annotated[bool, Option("--phrases", help="List the words of the strategy language.")] = False,
    names: Annotated[bool, Option("--list", help="List the readable strategies.")] = False,
    seen: Annotated[str | None, Option(help="Cards seen elsewhere, such as 'Kd 7h'; with a hand.")] = None,
    paytable: OwnBase = None,
    variant: OwnRules = None,
    side_bet: OwnBets = None,
    json: Json = False,
) -> None:
    """Say what each choice is worth in Antes, which is best, and what a mistake costs."""
    carded = written is not None or (searching is not None and not frontier)
    charted = chart and not carded and not frontier
    questions = (cards, charted, table, cost, names, written, searching is not None or frontier, phrases)
    if sum(map(bool, questions)) != 1:
        raise Refused(
            "want one of: cards (AsKh 9d7c2h), --chart, --table, --cost NAME, --list, --strategy NAME, --search N, "
            "--frontier, --phrases"
        )
    out = None if chart == AT_TERMINAL else chart
    if carded:
        check_card(chart)
    else:
        check_chart(out)
    if side_bet is not None:
        raise Refused(
            "a side bet is decided by the cards and not by how a hand is played, and changes no choice here; leave "
            "--side-bet out, or ask croupier simulate, ruin or hold, which also tell what a fold loses of it"
        )
    played, rules = game_played(game, variant)
    check_street(street, searching)
    if not cards and (seen or up or down):
        raise Refused("--seen, --up and --down say more about a hand; want its cards")
    own = None if paytable is None else base_table(paytable)
    if rules is not None:
        own, rules = _own_rules(rules, paytable, asked=bool(cards or charted))
    if cards:
        show_answer(_decision(played, cards, up, seen, down, own, rules), json=json)
    elif cost is not None:
        show_answer(_cost(played, cost, own), json=json)
    elif written is not None:
        show_answer(WrittenStrategy(played, written_strategy(played, written), table=own), json=json, card=chart)
    elif frontier:
        if street:
            raise Refused("--frontier searches the whole game; leave --street out")
        show_answer(StrategyFrontier(played, searching or USUAL_MOST, own), json=json, chart=out)
    elif searching is not None:
        show_answer(StrategySearch(played, searching, street, own), json=json, card=chart)
    elif names:
        print_strategies(played, json=json)
    elif phrases:
        print_phrases(played, json=json)
    elif rules is not None:
        from croupier.lab.variants.advice import variant_chart  # numba, as above

        _chart(lambda: variant_chart(rules), out, json=json)
    elif is_learnt_first(played):
        _starts(played, own, out, chart=chart is not None, json=json)
    else:
        _chart(lambda: solver(played).chart(None if own is None else {own.bet: own}), out, json=json)


def _own_rules(rules: Variant, paytable: Path | None, *, asked: bool) -> tuple[Paytable | None, Variant | None]:
    """The pay table of a variant that is no more than that, or the variant itself."""
    if paytable is not None:
        raise Refused("a variant has pay tables of its own; leave --paytable or --variant out")
    if changes_only_pays(rules):
        usual = house(rules.base).tables
        return next((table for bet, table in rules.tables.items() if table != usual[bet]), None), None
    if not asked:
        changed = ", ".join(one.field for one in differences(rules) if ".pays." not in one.field)
        raise Refused(
            f"strategies are priced by the rules of the house, with any pays; {rules.name!r} also changes {changed}: "
            "want a hand or --chart with it"
        )
    return None, rules


def _decision(
    game: Game,
    texts: list[str],
    up: str | None,
    seen: str | None,
    down: int | None,
    table: Paytable | None,
    rules: Variant | None,
) -> BestChoice:
    cards = _cards(game, texts)
    up_cards, others = (() if text is None else parse_cards(text) for text in (up, seen))
    own = game.layout.own
    return BestChoice(
        game=game, own=cards[:own], board=cards[own:], up=up_cards, seen=others, down=down, table=table, variant=rules
    )


def _cards(game: Game, texts: list[str]) -> Cards:
    first = texts[0]
    if game.layout.own == 2 and len(texts) == 1 and len(first) in (2, 3) and (len(first) == 3 or first[0] == first[1]):
        from croupier.lab.hands.starts import parse_start  # numba, like the solver: 0.4 s that --list does without

        # A starting hand by name: any of its holes has its values.
        parse_start(first)
        suited = first.endswith("s")
        return tuple(Card.parse(rank + SUITS[0 if suited else i]) for i, rank in enumerate(first[:2]))
    cards = parse_cards(" ".join(texts))
    check_distinct(cards)
    return cards


def _cost(game: Game, name: str, table: Paytable | None) -> StrategyCost:
    strategy = strategy_of(game, name)
    if strategy is None:
        raise Refused(f"{OPTIMAL} makes no mistakes to be priced; `croupier edge` has what it costs")
    return StrategyCost(Playing(game, strategy, table))


def _starts(game: Game, blind: Paytable | None, out: Path | None, *, chart: bool, json: bool) -> None:
    from croupier.lab.solution_cache import cached_solution

    with interruptible("the computation"):
        with progress_bar() as progress:
            starts: list[dict[str, Any]] = cached_solution(blind, progress).to_dict()["starts"]  # type: ignore[assignment]
        if out is not None:
            from croupier.lab.games.chart_drawing import draw_chart

            drawing = solver(game).chart(None if blind is None else {blind.bet: blind})
            write_whole(out, lambda path: draw_chart(drawing, path))
    if json:
        print_json(starts)
    elif out is not None:
        print(f"Chart in {out}")
    elif chart:
        offers = [str(action) for action in game.streets[0].offers]
        _terminal_chart(offers, [(start["hand"], start["best"], start["combos"]) for start in starts])
    else:
        _table_page(starts)


def _chart(solve: Callable[[], GameChart], out: Path | None, *, json: bool) -> None:
    with interruptible("the computation"):
        chart = solve()
        if out is not None:
            from croupier.lab.games.chart_drawing import draw_chart

            write_whole(out, lambda path: draw_chart(chart, path))
    if json:
        print_json(chart.to_list())
    elif out is not None:
        print(f"Chart in {out}")
    else:
        charted = [one for one in chart.streets if not _is_grid(one)]
        for grid in (one for one in chart.streets if _is_grid(one)):
            offers = [str(action) for action in grid.street.offers]
            _terminal_chart(offers, [(row.low, row.best, row.hands) for row in grid.rows])
        sheets = tuple(
            FigureSheet(
                f"{one.street.words[0].upper()}{one.street.words[1:]}",
                (FigureColumn("hand", "hand"), *(FigureColumn(up or "best", up or "best") for up in one.columns)),
                [(row.words, *(_played(shares) for shares in row.shares)) for row in one.rows],
            )
            for one in charted
        )
        if sheets:
            print_answer(FigureAnswer(headline=(f"The best play of {chart.game.name}", "by hand"), sheets=sheets))


def _is_grid(chart: StreetChart) -> bool:
    """Whether a street's hands are the 169 that two cards can be."""
    return len(chart.rows) == 13 * 13 and all(row.low == row.high for row in chart.rows)


def _played(shares: Mapping[str, Fraction]) -> str:
    """What is best with some hands, with the share of each choice where it is not always the same."""
    if len(shares) == 1:
        return choice_words(next(iter(shares)))
    return ", ".join(f"{choice_words(choice)} {float(share):.0%}" for choice, share in shares.items())


def _table_page(starts: list[dict[str, Any]]) -> None:
    choices = ("check", "bet3", "bet4")
    columns = (
        FigureColumn("hand", "hand"), FigureColumn("combos", "combos", "whole"),
        *(FigureColumn(name, choice_words(name), "signed", 5) for name in choices),
        FigureColumn("best", "best"), FigureColumn("margin", "by", "number", 5),
    )  # fmt: skip
    rows, lit = [], set()
    for at, start in enumerate(sorted(starts, key=lambda start: -start[start["best"]])):
        values = sorted((start[choice] for choice in choices), reverse=True)
        figures = (start[choice] for choice in choices)
        rows.append((start["hand"], start["combos"], *figures, choice_words(start["best"]), values[0] - values[1]))
        lit |= {at} if start["best"] == "bet4" else set()
    bets = sum(start["combos"] for start in starts if start["best"] == "bet4")
    sheet = FigureSheet("Every starting hand, in Antes", columns, rows, frozenset(lit))
    print_answer(FigureAnswer(headline=("Bet 4x before the flop", f"{bets} of 1,326 hands"), sheets=(sheet,)))


def _terminal_chart(offers: Sequence[str], starts: Sequence[tuple[str, str, int]]) -> None:
    """The 13 × 13 starting hands, each with its best choice and how many hands it is, and what the marks mean."""
    most, *others, least = offers
    styles = {most: "white on dark_green", **dict.fromkeys(others, "black on yellow"), least: "grey50"}
    marks = {choice: choice.removeprefix("bet") if choice.startswith("bet") else "·" for choice in offers}
    console = Console(highlight=False)
    for row in range(13):
        line = Text()
        for hand, best, _ in starts[row * 13 : row * 13 + 13]:
            line.append(f" {hand:<3}{marks[best]}", styles[best])
        console.print(line, no_wrap=True, crop=False)
    hands = {choice: sum(number for _, best, number in starts if best == choice) for choice in offers}
    every = sum(hands.values())
    legend = [
        f"{marks[choice]}: {choice_words(choice)} ({hands[choice]:,} of {every:,} hands)" if hands[choice] else
        f"{choice_words(choice)} is never best"
        for choice in offers
    ]  # fmt: skip
    console.print("   ".join(legend))
