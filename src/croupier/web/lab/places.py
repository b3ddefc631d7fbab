"""The lab's pages, game by game: which there are, what their inputs begin with, and the links between them."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.games import GAMES, HOUSE_RULES
from croupier.lab.bets.designs import envy_lines, possible_lines
from croupier.lab.capabilities import check_countable, is_countable
from croupier.rules.game import Game
from croupier.rules.lines import base_bets_at
from croupier.rules.paytables import Paytable, line_words, paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.studies.subjects import SUBJECTS
from croupier.studies.words import base_unit
from croupier.web.lab.design_query import EXAMPLES
from croupier.web.lab.models import LabField, LabLine, LabPage, LabPlace, LabTable

_TABLES, _PROGRESSIVE, CHART, HAND, _RULES = "tables", "progressive", "chart", "hand", "rules"
SIDE_BET = "side-bet"
_HOME_PATHS = {
    _TABLES: "/lab",
    _PROGRESSIVE: "/lab/progressive",
    CHART: "/lab/hands",
    HAND: "/lab/strategy",
    _RULES: "/lab/rules",
    SIDE_BET: "/lab/side-bet",
}
_WORDS = {
    _TABLES: "Pay tables",
    _PROGRESSIVE: "Progressive",
    CHART: "Chart",
    HAND: "Strategy",
    _RULES: "Rules",
    SIDE_BET: "Side bet",
}
_GROUPS = {
    "Design": (_TABLES, _PROGRESSIVE, _RULES, SIDE_BET, "seek", "versus"),
    "Play": (CHART, HAND, "strategies", "frontier", "faceup"),
    "Chance": ("simulate", "ruin", "kelly"),
    "House": ("hold", "banking", "report"),
}
"""The pages of the lab under their headings."""
_EXAMPLES = ("As", "Kh", "Qd", "5c", "2s")


def path_of(game: Game, place: str) -> str:
    """The address of a page of a game; Ultimate Texas Hold'em has the lab's own."""
    if game is HOUSE_RULES.game:
        return _HOME_PATHS.get(place, f"/lab/{place}")
    return f"/lab/{game.key}" if place == _TABLES else f"/lab/{game.key}/{place}"


def lab_page(game: Game, place: str) -> LabPage:
    """A page of the lab for a game; refused where the lab cannot answer for it."""
    check_countable(game)
    if not _has(game, place):
        raise Refused(f"{game.name} has no such page in the Lab; its first is {path_of(game, _first(game))}")
    base_bet = next(iter(game.base_tables), "")
    return LabPage(
        place=place,
        game=game.key,
        game_name=game.name,
        unit=base_unit(game),
        cards=len(game.deck),
        base_bet=base_bet,
        base_felt=game.table_words(base_bet) if base_bet else "",
        first_street=game.streets[0].words,
        base_bets={
            game.board_at(street): base_bets_at(game, street) for street in range(len(game.streets)) if game.bets_add_up
        },
        games=[
            LabPlace(
                path=path_of(other, place if _has(other, place) else _first(other)),
                words=other.name,
                here=other is game,
            )
            for other in GAMES.values()
            if is_countable(other)
        ],
        places=[
            LabPlace(
                path=path_of(game, one),
                words=_words(game, one),
                here=one == place,
                carries=one in (_TABLES, CHART, HAND),
                group=group,
            )
            for group, places in _GROUPS.items()
            for one in places
            if _has(game, one)
        ],
        tables=_tables(game),
        levels=list(EXAMPLES.values()),
        fields=_fields(game),
        actions=list(dict.fromkeys(str(action) for street in game.streets for action in street.offers)),
    )


def _has(game: Game, place: str) -> bool:
    """Whether a game has that page."""
    match place:
        case "tables":
            return is_countable(game) and any({*rules.tables} - {PROGRESSIVE} for rules in game.rule_sets)
        case "progressive":
            return is_countable(game) and any(PROGRESSIVE in rules.tables for rules in game.rule_sets)
        case "chart" | "hand" | "side-bet":
            return is_countable(game)
        case "rules":
            return is_countable(game) and bool(game.bets)
        case _:
            return place in SUBJECTS and SUBJECTS[place].has(game)


def _first(game: Game) -> str:
    """The first page that a game has."""
    return next(place for places in _GROUPS.values() for place in places if _has(game, place))


def _words(game: Game, place: str) -> str:
    if place == CHART and game.layout.own == 2:
        return "Starting hands"
    return _WORDS.get(place) or SUBJECTS[place].words


def _fields(game: Game) -> list[LabField]:
    layout, home = game.layout, game is HOUSE_RULES.game
    example = " ".join(_EXAMPLES[: layout.own])
    fields = [LabField(key="hole" if home else "own", words="Your hand", counts=[layout.own], example=example)]
    if layout.up:
        fields.append(LabField(key="up", words="The dealer's card", counts=[layout.up], example="9d"))
    if layout.board:
        counts = list(dict.fromkeys(game.board_at(street) for street in range(len(game.streets))))
        few = ", ".join(("nothing", *map(str, counts[1:-1])))
        words = f"{few} or {counts[-1]} card{'' if counts[-1] == 1 else 's'}" if counts[1:] else few
        fields.append(LabField(key="board", words="Board" if home else "Community cards", counts=counts, example=words))
    if not home:
        most = len(game.deck) - layout.own - layout.dealer - layout.board
        every = list(range(most + 1))
        fields.append(LabField(key="seen", words="Cards of others that you see", counts=every, example="none"))
    return fields


def _tables(game: Game) -> list[LabTable]:
    """The approved tables of a game, base bets first, each once, with the felt words of their spots."""
    kinds = {bet.key: bet.kind for bet in game.side_bets}
    if PROGRESSIVE in game.by_key:
        kinds[PROGRESSIVE] = PROGRESSIVE
    tables: dict[str, LabTable] = {}
    for bet in (*game.base_tables, *kinds):
        felt = game.table_words(bet) if bet in game.base_tables else game.by_key[bet].felt
        for rules in game.rule_sets:
            for name in rules.tables.get(bet, ()):
                tables.setdefault(name, _table(paytable(name, kinds.get(bet, bet)), felt, game))
    return list(tables.values())


def _table(table: Paytable, felt: str, game: Game) -> LabTable:
    envious = envy_lines(table)
    return LabTable(
        name=table.name,
        bet=table.bet,
        felt=felt,
        cards=table.cards,
        printed_edge="" if table.bet in game.base_tables else table.printed_edge or "",
        levels=list(table.levels),
        lines=[
            LabLine(
                line=line,
                words=line_words(line),
                pay=str(table.pays.get(line, "")),
                envy=str(table.envy.get(line, "")) if line in envious else None,
            )
            for line in possible_lines(table)
        ],
    )
