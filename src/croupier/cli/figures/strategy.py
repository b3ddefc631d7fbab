"""`croupier strategy`: the best decision and the price of every other; charts, tables, readable strategies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.app import app
from croupier.cli.options import GameKey, Json, OwnBase
from croupier.cli.parameters import Argument, Option

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.cards import Cards
    from croupier.lab.seen.advice import SeenAdvice
    from croupier.lab.uth.solution import GameSolution
    from croupier.rules.game import Game
    from croupier.strategy.advice import Advice
    from croupier.strategy.cost import Cost


@app.command()
def strategy(
    cards: Annotated[
        list[str] | None,
        Argument(help="The hand, and what lies on the board: AsKh, AsKh 9d7c2h, AKs; 'As Kd 9h 7c 2s'."),
    ] = None,
    game: GameKey = None,
    up: Annotated[str | None, Option(help="The card that the dealer shows, where one is shown.")] = None,
    down: Annotated[int | None, Option(help="Antes down already, in Mississippi Stud.")] = None,
    chart: Annotated[bool, Option("--chart", help="Draw the 13 × 13 chart of starting hands.")] = False,
    out: Annotated[Path | None, Option(help="Draw the chart into this file (.png or .svg).")] = None,
    table: Annotated[bool, Option("--table", help="List all 169 starting hands.")] = False,
    cost: Annotated[str | None, Option(help="Price a readable strategy: a name, or a TOML file.")] = None,
    written: Annotated[
        str | None,
        Option("--strategy", help="Price a written strategy: a name, or a text file (.txt)."),
    ] = None,
    searching: Annotated[
        int | None, Option("--search", help="Find the best strategy of at most so many rules, as a card.")
    ] = None,
    street: Annotated[str | None, Option(help="Search this street only: preflop, flop, river …")] = None,
    svg: Annotated[Path | None, Option(help="Draw the strategy as a card to print, into this .svg.")] = None,
    phrases: Annotated[bool, Option("--phrases", help="List the words of the strategy language.")] = False,
    names: Annotated[bool, Option("--list", help="List the readable strategies.")] = False,
    seen: Annotated[str | None, Option(help="Cards seen elsewhere, such as 'Kd 7h'; with a hand.")] = None,
    paytable: OwnBase = None,
    json: Json = False,
) -> None:
    """Say what each choice is worth in Antes, which is best, and what a mistake costs."""
    from croupier.cli.figures.output import CHARTS, check_chart, interruptible, print_json
    from croupier.errors import Refused
    from croupier.games.uth import UTH
    from croupier.lab.solved import answered_game

    if chart and out is None and cards and len(cards) == 1 and Path(cards[0]).suffix.lower() in CHARTS:
        # `--chart chart.svg` can only mean one thing.
        out, cards = Path(cards[0]), None
    wanted = [bool(cards), chart or out is not None, table, cost is not None, names]
    about_written = [written is not None, searching is not None, phrases]
    if sum(wanted) + sum(about_written) != 1:
        raise Refused(
            "want one of: cards (AsKh 9d7c2h), --chart, --table, --cost NAME, --list, --strategy NAME, --search N, "
            "--phrases"
        )
    check_chart(out)
    played = answered_game(game)
    if any(about_written) or street is not None or svg is not None:
        from croupier.cli.figures.written import check_options, check_svg, phrases_page, price_page, search_page

        check_options(street, searching, svg, written)
        check_svg(svg)
        if seen or up or down:
            raise Refused("--seen, --up and --down say more about a hand; want its cards")
        with interruptible("the computation"):
            if written is not None:
                price_page(played, written, paytable, svg, json=json)
            elif searching is not None:
                search_page(played, searching, street, paytable, svg, json=json)
            else:
                phrases_page(played, json=json)
        return
    if played is not UTH:
        from croupier.cli.figures.strategy_of_games import Asked, answer

        if not cards and (seen or up or down):
            raise Refused("--seen, --up and --down say more about a hand; want its cards")
        if wanted[1] or table:
            raise Refused(f"starting hands are charted for {UTH.name}; for {played.name} want cards, --cost or --list")
        with interruptible("the computation"):
            answer(played, Asked(cards or [], up, seen, down), cost, paytable, json=json)
        return
    if up is not None or down is not None:
        raise Refused(f"{UTH.name} has no card of the dealer's to show and counts no bets; leave --up and --down out")
    if seen is not None and (not cards or paytable is not None):
        raise Refused("seen cards change the advice for a hand, with the approved Blind; want HAND … --seen 'Kd 7h'")
    if names:
        _names(json)
        return
    with interruptible("the computation"):
        if cost is not None:
            priced = _cost(cost, paytable)
            print_json(priced.to_dict()) if json else _cost_page(priced)
        elif cards and seen is not None:
            with_seen = _advice_seen(cards, seen)
            print_json(with_seen.to_dict()) if json else _seen_page(with_seen)
        elif cards:
            advice = _advice(cards, paytable)
            print_json(advice.to_dict()) if json else _advice_page(advice)
        else:
            _starts(_solved(paytable), out, chart=bool(wanted[1]), json=json)


def _solved(paytable: Path | None) -> GameSolution:
    from croupier.cli.figures.output import own_blind, progress_bar
    from croupier.lab.known import solved

    blind = own_blind(paytable)
    with progress_bar() as progress:
        return solved(blind, progress)


def _advice(texts: list[str], paytable: Path | None) -> Advice:
    from croupier.strategy.advice import advise

    cards = _cards(texts)
    return advise(cards[:2], cards[2:], _solved(paytable))


def _advice_seen(texts: list[str], seen: str) -> SeenAdvice:
    from croupier.cards import parse_cards
    from croupier.lab.seen.advice import advise_seen

    cards = _cards(texts)
    return advise_seen(parse_cards(seen), cards[:2], cards[2:])


def _cards(texts: list[str]) -> Cards:
    from croupier.cards import SUITS, Card, check_distinct, parse_cards
    from croupier.errors import Refused

    if len(texts) == 1 and len(texts[0]) in (2, 3) and (len(texts[0]) == 3 or texts[0][0] == texts[0][1]):
        # A starting hand by name: any of its holes has its values.
        from croupier.lab.hands.starts import parse_start

        parse_start(texts[0])
        suited = texts[0].endswith("s")
        cards = tuple(Card.parse(rank + SUITS[0 if suited else i]) for i, rank in enumerate(texts[0][:2]))
    else:
        cards = parse_cards(" ".join(texts) if all(len(text) == 2 for text in texts) else "".join(texts))
    check_distinct(cards)
    if len(cards) not in (2, 5, 7):
        raise Refused(
            f"no decision is made on {len(cards)} cards; want 2 (a hand), 5 (with the flop) or 7 (with turn and river)"
        )
    return cards


def _cost(name: str, paytable: Path | None) -> Cost:
    from croupier.cli.figures.output import own_blind, strategy_of

    strategy = strategy_of(name)
    from croupier.strategy.cost import cost

    return cost(strategy, own_blind(paytable))


def _names(json: bool) -> None:
    from rich.console import Console

    from croupier.cli.figures.output import print_json
    from croupier.cli.figures.words import print_words
    from croupier.games.uth import UTH
    from croupier.strategy.readable import STRATEGIES

    if json:
        print_json([strategy.to_dict() for strategy in STRATEGIES.values()])
        return
    console = Console(highlight=False)
    for strategy in STRATEGIES.values():
        print_words(console, f"{strategy.name}[/bold]  [bold]{strategy.title}", strategy.source, strategy.words)
        console.print()
    console.print("Price one with: croupier strategy --cost NAME")
    _written_names(console, UTH)


def _written_names(console: Console, game: Game) -> None:
    from croupier.cli.figures.written import published_lines

    console.print("\nWritten in the strategy language, for --strategy NAME:")
    for line in published_lines(game):
        console.print(f"  {line}", markup=False)


def _advice_page(advice: Advice) -> None:
    from rich.console import Console

    from croupier.cli.figures.words import print_choices

    head = _head(advice) + (f": {advice.made}" if advice.made else "")
    print_choices(Console(highlight=False), head, advice, "Ante")


def _seen_page(advice: SeenAdvice) -> None:
    from rich.console import Console

    from croupier.cards import cards_text
    from croupier.cli.figures.words import print_choices, print_ignoring

    console = Console(highlight=False)
    head = f"{_head(advice)}, with {cards_text(advice.seen)} seen"
    print_choices(console, head, advice, "Ante", advice.unseen)
    print_ignoring(console, advice.best_unseen, advice.cost_of_ignoring, "Ante")


def _head(advice: Advice | SeenAdvice) -> str:
    from croupier.cards import cards_text

    board = f" on {cards_text(advice.board)}" if advice.board else ""
    return f"[bold]{cards_text(advice.hole)}[/bold]{board}"


def _cost_page(cost: Cost) -> None:
    from rich.console import Console

    from croupier.cli.figures.output import percent, percent_each
    from croupier.cli.figures.words import print_words

    console = Console(highlight=False)
    strategy = cost.strategy
    print_words(console, strategy.title, strategy.source, strategy.words)
    console.print()
    console.print(f"  costs          [bold]{percent(cost.edge, 4)}[/bold] of the Ante, over every deal")
    console.print(f"                 {percent(cost.edge_of_action, 4)} of all money bet")
    console.print(
        f"  the best play  {percent(cost.best_edge, 4)}; mistakes cost {percent(cost.mistakes, 4)} of the Ante"
    )
    console.print(f"  average bet    {float(cost.outcome.average_bet):.4f} Antes a round")
    console.print(f"  decided by     {percent_each(cost.outcome.frequencies)}")


def _starts(solution: GameSolution, out: Path | None, *, chart: bool, json: bool) -> None:
    from croupier.cli.figures.output import print_json

    starts: list[dict[str, Any]] = solution.to_dict()["starts"]  # type: ignore[assignment]
    if out is not None:
        from croupier.cli.figures.output import write_whole
        from croupier.lab.charts import draw_starts

        best = {start["hand"]: start["best"] for start in starts}
        values = {start["hand"]: start[start["best"]] for start in starts}
        write_whole(out, lambda path: draw_starts(best, values, path))
        if not json:
            print(f"Chart in {out}")
    if json:
        print_json(starts)
    elif chart and out is None:
        _terminal_chart(starts)
    elif not chart:
        _table_page(starts)


def _table_page(starts: list[dict[str, Any]]) -> None:
    from rich.console import Console

    from croupier.cli.figures.output import plain_table

    table = plain_table("hand", "combos", "check", "bet 3x", "bet 4x", "best", "by", left=("best",))
    for start in sorted(starts, key=lambda start: -start[start["best"]]):
        values = sorted((start[choice] for choice in ("check", "bet3", "bet4")), reverse=True)
        best = start["best"]
        table.add_row(
            start["hand"], str(start["combos"]), *(f"{start[name]:+.5f}" for name in ("check", "bet3", "bet4")),
            best, f"{values[0] - values[1]:.5f}", style="green" if best == "bet4" else "",
        )  # fmt: skip
    Console(highlight=False).print(table)


def _terminal_chart(starts: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.text import Text

    styles = {"bet4": "white on dark_green", "bet3": "black on yellow", "check": "grey50"}
    console = Console(highlight=False)
    for row in range(13):
        line = Text()
        for start in starts[row * 13 : row * 13 + 13]:
            mark = "4" if start["best"] == "bet4" else "3" if start["best"] == "bet3" else "·"
            line.append(f" {start['hand']:<3}{mark}", styles[start["best"]])
        console.print(line, no_wrap=True, crop=False)
    bets = sum(start["combos"] for start in starts if start["best"] == "bet4")
    never = "3: bet 3x" if any(start["best"] == "bet3" for start in starts) else "3x is never best with this Blind"
    console.print(f"4: bet 4x ({bets} of 1,326 hands)   ·: check   {never}")
