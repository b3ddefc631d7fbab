"""What the rows of this room hold: the columns of every sheet, with their types and meanings.

Columns are only ever added, at the end. Money is whole cents and its signs are the player's; times are milliseconds
since 1970 in UTC; cards are text such as `As Kd`; what is not known, or does not apply, is nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple

from croupier.errors import Refused


class ColumnType(Enum):
    """What stands in a column. By name in pandas: `string`, `Int64`, `float64`, `boolean`."""

    TEXT = "text"
    WHOLE = "whole number"
    REAL = "number"
    YES_NO = "yes or no"


class Column(NamedTuple):
    """One column of a sheet."""

    name: str
    kind: ColumnType
    about: str


class Sheet(NamedTuple):
    """A kind of rows: what one of them is, and its columns in order."""

    name: str
    about: str
    columns: tuple[Column, ...]


def _sheet(name: str, about: str, columns: str) -> Sheet:
    """A sheet from lines of a column's name, its kind and what it says."""
    kinds = {"text": ColumnType.TEXT, "whole": ColumnType.WHOLE, "real": ColumnType.REAL, "yes": ColumnType.YES_NO}
    rows = (line.split(None, 2) for line in columns.splitlines() if line.strip())
    return Sheet(name, about, tuple(Column(key, kinds[kind], meaning) for key, kind, meaning in rows))


_HEAD = """
    round         text   the round's name, such as T1-57
    table         text   the table's name; nothing for a round from a text or a program
    game          text   the game's key, such as uth
    rules         text   the rule set's name, such as wa-2018
    ended_ms      whole  when it ended
"""
_SEAT = """
    seat          whole  the seat's number, 1 to 6
    player        text   who sat there: a number that is theirs in this export, or the name where names were asked for
"""

ROUNDS: Final = _sheet(
    "rounds",
    "one finished round",
    f"""{_HEAD}
    opened_ms     whole  when bets were opened
    seats         whole  how many seats had bets down
    board         text   the community cards that lay face up
    dealer_cards  text   the dealer's cards, where they were shown
    dealer_hand   text   the kind of the dealer's hand, such as pair
    qualifies     yes    whether the dealer qualified, in a game where that matters
    void          yes    whether it was voided; then nothing was won or lost
    banked        yes    whether a player banked it
    staked_cents  whole  all that the seats had on the felt
    net_cents     whole  what the seats won or lost together, without what meters paid
    fees_cents    whole  the fees that were collected
    awards_cents  whole  what meters paid
    dealt_by      text   who dealt: machine, or a person as in player; nothing where no card was dealt
    notation      text   the whole round as text, to be played again
    cards_from    text   shuffle, the room's own, or felt: a real deck, of which a folded hand may stay unknown
    """,
)
SEATS: Final = _sheet(
    "seats",
    "one seat in a finished round",
    f"""{_HEAD}{_SEAT}
    cards         text   the seat's own cards
    board         text   the community cards that lay face up
    dealer_cards  text   the dealer's cards, where they were shown
    actions       text   what the seat decided, street by street: check bet2
    hand          text   the kind of the seat's hand, such as full_house; nothing where none was ranked
    outcome       text   win, lose, tie or fold; none with a side bet alone
    staked_cents  whole  all that the seat had on the felt; the wager of who banks
    net_cents     whole  what its bets came to, without what a meter paid
    award_cents   whole  what meters paid
    fee_cents     whole  the fee that it paid
    banks         yes    whether it banked the round instead of betting
    void          yes    whether the round was voided
    cards_from    text   shuffle, or felt; of a real deck a folded hand may stay unknown
    corrected_cents whole what two people paid it afterwards, or took back; not in net_cents
    """,
)
BETS: Final = _sheet(
    "bets",
    "one bet of a seat in a round that stood",
    f"""{_HEAD}{_SEAT}
    spot          text   where it lay, such as ante, blind, play, trips
    stake_cents   whole  what lay there
    net_cents     whole  what it won or lost
    why           text   the code of the reason
    line          text   the line of the pay table that was hit, such as flush
    reason        text   the reason in words
    """,
)
DECISIONS: Final = _sheet(
    "decisions",
    "one decision of a seat",
    f"""{_HEAD}{_SEAT}
    number        whole  which decision of the round it was, from 1
    street        text   when, such as preflop, flop, river
    cards         text   the seat's own cards
    board         text   the community cards in sight
    up            text   the dealer's card in sight, where one is shown
    base_cents    whole  the base bet
    down          whole  how many base bets lay there already, the first included
    choice        text   what was decided, such as bet4
    cause         text   player; or clock or left, where the house's rule decided
    waited_ms     whole  how long it took from when the cards lay there
    """,
)
CHART: Final = _sheet(
    "chart",
    "one hand under the best play, or hands that are played alike",
    """
    game          text   the game's key
    hand          text   AA, AKs, AKo; or what it is in words
    combos        whole  how many hands it stands for: of own cards, with the cards of the board that lie open
    best          text   the best choice, with most of them
    value         real   what it is worth in base bets, on average; nothing where only shares are told
    value_exact   text   the same as a fraction
    margin        real   how much better it is than the second best
    check         real   what a check is worth; nothing where there is none
    fold          real   what a fold is worth
    bet1          real   what a bet of once the base bet is worth
    bet2          real   what a bet of twice is worth
    bet3          real   what a bet of three times is worth
    bet4          real   what a bet of four times is worth
    street        text   the street, such as preflop
    to            text   the last hand of a row that stands for several, or hand again
    dealer_shows  text   the rank of the card that the dealer shows; nothing where none is shown
    share         real   the share of them with which the best choice is the best
    """,
)
EDGES: Final = _sheet(
    "edges",
    "one bet of a rule set under one pay table, exactly",
    """
    rules         text   the rule set's name
    game          text   the game's key
    bet           text   its spot; base for the whole base game
    paytable      text   the pay table's name
    edge          real   the house edge of the bet; of the base game, of the base bet
    hit_frequency real   how often it wins; nothing for the base game
    standard_deviation real how far it swings, in bets
    printed_edge  real   the edge that the approved document prints
    """,
)
LINES: Final = _sheet(
    "lines",
    "one line of a pay table of a rule set, exactly",
    """
    rules         text   the rule set's name
    game          text   the game's key
    bet           text   its spot
    paytable      text   the pay table's name
    line          text   the line, such as full_house
    pay           text   what it pays, such as 8 to 1
    ways          whole  in how many deals it is hit
    deals         whole  of so many
    probability   real   the one divided by the other
    contribution  real   what the line returns of the bet
    """,
)
RESULTS: Final = _sheet(
    "results",
    "one result that a round of the base game can have under the best play",
    """
    game          text   the game's key
    net           real   won or lost, in base bets
    deals         whole  in how many deals
    chance        real   how often
    """,
)
VARIANTS: Final = _sheet(
    "variants",
    "one variant of a game, solved, beside the house game",
    """
    name          text   what it is called
    game          text   the game's key
    differences   text   what is not as in the house game, one after the other
    edge          real   the house edge of the base bet
    edge_exact    text   the same as a fraction
    house_edge    real   that of the house game
    edge_of_action real  the house edge of all money bet
    average_bet   real   all money bet in a round, in base bets
    standard_deviation real how far a round swings
    """,
)
SIMULATED: Final = _sheet(
    "simulated",
    "one run of rounds that were dealt at random and played best",
    """
    game          text   the game's key
    rounds        whole  how many
    seed          whole  the seed: the same gives the same rounds
    mean          real   what a round came to, in base bets
    standard_deviation real how far a round swung
    low           real   with 95 % the true mean is between this
    high          real   and this
    """,
)

SHEETS: Final[Mapping[str, Sheet]] = MappingProxyType(
    {sheet.name: sheet for sheet in (ROUNDS, SEATS, BETS, DECISIONS, CHART, EDGES, LINES, RESULTS, VARIANTS, SIMULATED)}
)
OF_ROUNDS: Final = tuple(sheet.name for sheet in (ROUNDS, SEATS, BETS, DECISIONS))
"""The sheets whose rows are made of rounds."""


def sheet_of_rounds(name: str) -> Sheet:
    """The sheet of rounds of that name."""
    if name not in OF_ROUNDS:
        raise Refused(f"no rows {name!r}; want one of {', '.join(OF_ROUNDS)}")
    return SHEETS[name]
