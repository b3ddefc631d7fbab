"""Side bets of one's own: what a declaration says, which line cards make, and rounds that are settled by it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, parse_cards
from croupier.errors import Refused
from croupier.games import GAMES, chosen_rules
from croupier.games.uth import UTH
from croupier.rules.actions import parse_action
from croupier.rules.commands import Act, DealCards, OpenRound, PlaceBets, decide
from croupier.rules.events import Event, SeatSettled
from croupier.rules.game import LINK_SPOTS
from croupier.rules.notation import notation, parse_notation
from croupier.rules.own.bet import BadSideBet, CountedCards, OwnBet, judge
from croupier.rules.own.felt import game_with, with_own_bets
from croupier.rules.own.file import parse_side_bet, parse_side_bets, side_bet_text, side_bets_text
from croupier.rules.record import from_plain, terms_from_plain, terms_to_plain, to_plain
from croupier.rules.round import Round, evolve, legal_actions
from croupier.rules.steps import LOCK, SETTLE
from croupier.rules.terms import terms
from croupier.rules.wagers import Stakes

EXAMPLES = Path(__file__).parents[2] / "examples"
UTH_BETS = parse_side_bets((EXAMPLES / "side_bet.toml").read_text())
OTHER_BETS = parse_side_bets((EXAMPLES / "side_bets_of_games.toml").read_text())


def declared(*lines: str, cards: str = "hole", game: str = "uth", more: str = "") -> OwnBet:
    pays = "".join(f'"{line}" = "{number} to 1"\n' for number, line in enumerate(reversed(lines), 1))
    pays = "\n".join(reversed(pays.splitlines()))
    return parse_side_bet(f'[mine]\ngames = ["{game}"]\ncards = "{cards}"\n{more}\n[mine.pays]\n{pays}\n')


JUDGED = """
  hole  | Ah Ad          | pair of aces red     | red aces are the higher line
  hole  | Ah As          | pair of aces         | one of them is black
  hole  | Ks Ts          | suited               | neither paired nor an ace
  hole  | As Ks          | ace king suited      | the order of the cards does not matter
  hole  | Kh Ad          | -                    | ace king of two suits
  hole  | As Qs          | ace jack/queen suited | any of the ranks between slashes
"""


@pytest.mark.parametrize("case", JUDGED.strip().splitlines())
def test_the_first_line_that_the_cards_meet_pays(case: str) -> None:
    _, cards, line, why = (part.strip() for part in case.split("|"))
    bet = declared("pair of aces red", "pair of aces", "ace king suited", "ace jack/queen suited", "suited")
    made = judge(bet, parse_cards(cards)).line
    assert made == (None if line == "-" else line.replace(" ", "_")), why


OF_SEVEN = """
  As Ks Qs Js Ts 2h 3d | royal_flush_spades | the suit of a flush among seven
  Ah Kh Qh Jh Th 2s 3s | royal_flush        | a royal of another suit
  9h 8h 7h 6h 5h Ah Ad | straight_flush     | nine high
  2h 4h 7h 9h Kh Ks Kd | flush_hearts       | five hearts, whatever else is there
  2c 4c 7c 9c Kc 3c As | flush              | six clubs
  Ah Ad As Kc Kd 2h 3s | -                  | a full house is on no line
"""


@pytest.mark.parametrize("case", OF_SEVEN.strip().splitlines())
def test_the_best_five_of_seven(case: str) -> None:
    cards, line, why = (part.strip() for part in case.split("|"))
    assert judge(UTH_BETS[0], parse_cards(cards)).line == (None if line == "-" else line), why


def test_or_better_reaches_to_the_top_and_a_range_stays_in_its_category() -> None:
    jacks = declared("pair of jacks or better", "pair of sixes to tens", cards="hole and flop")
    assert judge(jacks, parse_cards("Ah Kd Qs Jc Ts")).line == "pair_of_jacks_or_better", "a straight is better"
    assert judge(jacks, parse_cards("9h 9d 2s Jc Ts")).line == "pair_of_sixes_to_tens"
    assert judge(jacks, parse_cards("5h 5d 2s Jc Ts")).line is None


REFUSED = {
    "not TOML": ("[mine", "declaration is not TOML"),
    "nothing": ("", "declares no side bet"),
    "key": ("[Mine]", "want small letters"),
    "field": ('[mine]\ncolour = "red"', "mine.colour: is not known; want name, games"),
    "cards": ('[mine]\ngames = ["uth"]\ncards = "river"', "want one of 'hole', 'board'"),
    "game": ('[mine]\ngames = ["whist"]\ncards = "hole"', "out of uth, three-card"),
    "no games": ('[mine]\ncards = "hole"', 'want such as ["uth"]'),
    "no board": ('[mine]\ngames = ["three-card"]\ncards = "board"', "Three Card Poker has no 'board'"),
    "ten cards": ('[mine]\ngames = ["caribbean"]\ncards = "both holes"', "at most seven cards"),
    "best": ('[mine]\ngames = ["uth"]\ncards = "hand"\nbest = 4', "want best = 5"),
    "no lines": ('[mine]\ngames = ["uth"]\ncards = "hole"', 'such as "royal flush" = "50 to 1"'),
    "name": ('[mine]\nname = "Trips"\ngames = ["uth"]\ncards = "hole"', "has a Trips of its own"),
    "after": ('[mine]\ngames = ["uth"]\ncards = "hole"\nafter_fold = ""\npays = {pair = "2 to 1"}', 'want "plays" or'),
    "limits": ('[mine]\ngames = ["uth"]\ncards = "hole"\nlimits = "9-1"\npays = {pair = "2 to 1"}', "leave no bet"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_a_declaration_that_makes_no_bet_is_refused_with_what_would_be_right(what: str) -> None:
    text, why = REFUSED[what]
    with pytest.raises(Refused) as refused:
        parse_side_bets(text)
    assert why in str(refused.value)


LINES = {
    "flush": ("hole", "no hand of 2 cards; there are pair, high card"),
    "pair of princes": ("hole", "want a hand, such as 'pair of aces'"),
    "ace king queen": ("hole", "names 3 cards, and this bet counts 2"),
    "pair suited": ("hand", "whose suits are clear only in a flush"),
    "ace king": ("hand", "names 2 cards, and this bet counts 7"),
}


@pytest.mark.parametrize("line", LINES)
def test_a_refusal_names_the_line(line: str) -> None:
    cards, why = LINES[line]
    with pytest.raises(Refused) as refused:
        declared("pair", line, cards=cards)
    assert str(refused.value).startswith("mine, line 2:")
    assert why in str(refused.value)


@pytest.mark.parametrize("pay", ["5 for 1", "10 % of main", "-1 to 1", "seven"])
def test_a_side_bet_pays_so_many_to_so_many(pay: str) -> None:
    with pytest.raises(Refused, match="mine, line 1"):
        parse_side_bet(f'[mine]\ngames = ["uth"]\ncards = "hole"\npays = {{pair = "{pay}"}}')


@pytest.mark.parametrize("bet", [*UTH_BETS, *OTHER_BETS], ids=lambda bet: bet.key)
def test_what_is_printed_is_read_as_the_same_bet(bet: OwnBet) -> None:
    assert parse_side_bet(side_bet_text(bet)) == bet


def test_one_bet_as_it_is_printed() -> None:
    assert side_bet_text(declared("A K suited", "pair_of_aces")) == (
        '[mine]\nname = "Mine"\ngames = ["uth"]\ncards = "hole"\nbest = 2\nafter_fold = "plays"\nlimits = "1-50"\n\n'
        '[mine.pays]\n"ace king suited" = "2 to 1"\n"pair of aces" = "1 to 1"\n'
    )


# At a table.


def played(key: str, bets: tuple[OwnBet, ...], deck: tuple[int, ...], choice: str) -> tuple[list[Event], Round]:
    """A round in which one seat has everything down; it takes the last of what it may do, or the first."""
    # The newest rules have no sentence about four games (R8).
    at = with_own_bets(terms(chosen_rules(key, "wa-lnw" if key == "uth" else None)), bets)
    stakes = at.game.complete({at.game.base: 1000, **{bet.spot: 500 for bet in bets}})
    told: list[Event] = []
    round: Round | None = None

    def play(command: object) -> None:
        nonlocal round
        for event in decide(round, command):  # type: ignore[arg-type]
            round = evolve(round, event)
            told.append(event)

    for command in (OpenRound(round="r", terms=at), Act(2, PlaceBets(Stakes(stakes))), LOCK, DealCards(deck)):  # type: ignore[arg-type]
        play(command)
    assert round is not None
    for reveal in at.game.reveals:
        if legal := legal_actions(round, 2):
            wanted = parse_action(choice)
            play(Act(2, wanted if wanted in legal else legal[0]))
        play(reveal.step)
    play(SETTLE)
    return told, round


BETS_OF = {
    key: tuple(bet for bet in (*UTH_BETS, *OTHER_BETS) if key in bet.games)[:4] or (declared("pair", game=key),)
    for key, game in GAMES.items()
    if key != "caribbean" and game.deck == DECK
} | {"caribbean": tuple(bet for bet in OTHER_BETS if "caribbean" in bet.games)}


def test_where_a_joker_is_dealt_there_are_no_own_bets() -> None:
    with pytest.raises(BadSideBet, match="DJ Wild Stud Poker is dealt with a joker, which has neither rank nor suit"):
        declared("pair", game="dj-wild")


@pytest.mark.parametrize("key", BETS_OF)
@given(st.permutations(DECK), st.sampled_from(["fold", "check"]))
def test_every_own_bet_is_settled_by_the_line_its_cards_make(key: str, deck: list[int], choice: str) -> None:
    told, round = played(key, BETS_OF[key], tuple(deck), choice)
    (settled,) = (event for event in told if isinstance(event, SeatSettled))
    rows = {row.spot: row for row in settled.results}
    dealt, folded = round.cards, round.seats[0].folded
    held = {
        CountedCards.HOLE: dealt.own[2],
        CountedCards.BOARD: dealt.board,
        CountedCards.HAND: (*dealt.own[2], *dealt.board),
        CountedCards.BOTH_HOLES: (*dealt.own[2], *dealt.dealer),
    }
    for bet in BETS_OF[key]:
        line = None if folded and not bet.plays_after_fold else judge(bet, held[bet.cards]).line
        pays = {one.key: one.pay for one in bet.lines}
        assert rows[bet.spot].net == (-500 if line is None else pays[line].on(500))
        assert rows[bet.spot].line == (line or "")
    assert [from_plain(to_plain(event)) for event in told] == told, "a record of it reads back"
    assert parse_notation(notation(told)) == tuple(told), "and so does the text"


def test_terms_hold_the_whole_declaration() -> None:
    at = terms(chosen_rules("uth", None), own_bets=UTH_BETS)
    plain = terms_to_plain(at)
    assert plain["own_bets"] == [side_bet_text(bet) for bet in UTH_BETS]
    assert terms_from_plain(plain) == at
    assert "own_bets" not in terms_to_plain(terms(chosen_rules("uth", None))), "other tables are written as ever"


def test_the_game_has_a_place_a_letter_and_limits_for_each() -> None:
    at = terms(chosen_rules("uth", None), own_bets=UTH_BETS)
    assert at.game.layout.felt == (
        "own_suited_aces trips trips own_board_straight",
        "bad_beat ante blind pairs",
        "own_flush_rush play play progressive",
        ". own_both_hands own_both_hands .",
    ), "in the places that the game leaves free, and then in a row"
    letters = [spot.letter for spot in at.game.spots if spot.letter]
    assert len(set(letters)) == len(letters)
    assert at.limits is not None
    assert at.limits.of("own_board_straight").words == "$1 to $25"
    assert at.game.rule_sets == chosen_rules("uth", None).game.rule_sets
    assert at.game is terms(chosen_rules("uth", None), own_bets=UTH_BETS).game


REFUSED_AT_A_TABLE = {
    "ca": (UTH_BETS, "a player banks"),
    "three-card": (UTH_BETS, "is declared for uth"),
    "wa-2018": ((*UTH_BETS, declared("pair")), "at most 4"),
    "wa-lnw": ((UTH_BETS[0], UTH_BETS[0]), "twice"),
}


@pytest.mark.parametrize("rules", REFUSED_AT_A_TABLE)
def test_a_table_that_cannot_have_them_says_why(rules: str) -> None:
    bets, why = REFUSED_AT_A_TABLE[rules]
    with pytest.raises(Refused, match=why):
        terms(chosen_rules(None, rules), own_bets=bets)


def test_a_pay_that_would_be_no_whole_cents_is_refused_where_the_unit_is_known() -> None:
    odd = parse_side_bet('[mine]\ngames = ["uth"]\ncards = "hole"\npays = {pair = "7 to 3"}')
    with pytest.raises(Refused, match=r"no whole cents on a unit of \$1"):
        terms(chosen_rules("uth", None), own_bets=(odd,))


WHOSE_HAND = """
  hole             | uth         | Mine          | taken   | the player's own cards
  hole             | uth         | Dealer's Pair | taken   | the cards that are counted decide, not the bet's name
  hand             | uth         | Mine          | taken   | the player's own cards and the board
  hole and flop    | uth         | Mine          | taken   | the player's own cards and the flop
  both holes       | uth         | Mine          | taken   | both hands, as Bad Beat and UPB-2 look at both
  both holes       | three-card  | Mine          | taken   | both hands, as Six Card looks at both
  board            | mississippi | Mine          | taken   | the community cards alone, as the Three Card Bonus (M4)
  board            | uth         | Mine          | taken   | the community cards are nobody's hand
  dealer's hole    | uth         | Mine          | refused | the house's hand
  dealer's hole    | crazy-four  | My Hole Cards | refused | the house's hand, whatever the bet's name
  dealer's hand    | uth         | Mine          | refused | the dealer's cards with the board are the house's hand
  dealer's up card | caribbean   | Mine          | refused | one card of the house's hand
  dealer's up card | four-card   | Mine          | refused | one card of the house's hand
"""


@pytest.mark.parametrize("case", WHOSE_HAND.strip().splitlines())
def test_r9_a_bet_on_the_houses_hand_alone_is_offered_at_no_table(case: str) -> None:
    cards, game, name, offered, why = (part.strip() for part in case.split("|"))
    line = "ace" if "up card" in cards else "pair"
    bet = declared(line, cards=cards, game=game, more=f'name = "{name}"')
    if offered == "taken":
        assert terms(chosen_rules(game, None), own_bets=(bet,)).own_bets == (bet,), why
        return
    said = f"^mine.cards: {name} counts the dealer's .* no card of the player's.*R9.*; want a bet that"
    with pytest.raises(Refused, match=said):
        terms(chosen_rules(game, None), own_bets=(bet,))


def test_r9_is_answered_for_all_cards_that_a_bet_can_count() -> None:
    assert {case.partition("|")[0].strip() for case in WHOSE_HAND.strip().splitlines()} == {
        one.value for one in CountedCards
    }


def test_only_bets_that_count_a_card_of_the_players_look_at_a_folded_hand() -> None:
    for counted in CountedCards:
        up = counted is CountedCards.UP_CARD
        bet = declared("ace" if up else "pair", cards=counted.value, game="caribbean" if up else "uth")
        side = game_with(GAMES[bet.games[0]], (bet,)).side_bet[bet.spot]
        assert side.counts_own_cards is ("the player's" in counted.words)


@pytest.mark.parametrize("cards", ["seat 3's hole", "another player's hand", "all holes"])
def test_r9_the_cards_of_another_seat_cannot_be_declared(cards: str) -> None:
    with pytest.raises(Refused, match="are no cards to count; want one of 'hole'"):
        declared("pair", cards=cards)


@pytest.mark.parametrize(
    ("key", "cards"), [("uth", "dealer's hole"), ("uth", "dealer's hand"), ("caribbean", "dealer's up card")]
)
def test_r9_a_round_of_an_older_record_is_settled_and_read_as_ever(key: str, cards: str) -> None:
    bet = declared("any", cards=cards, game=key)
    told, _ = played(key, (bet,), DECK, "check")
    (settled,) = (event for event in told if isinstance(event, SeatSettled))
    assert {row.spot: row.net for row in settled.results}["own_mine"] == 500
    assert [from_plain(to_plain(event)) for event in told] == told
    assert parse_notation(notation(told)) == tuple(told)


def test_they_stand_before_the_spots_of_the_link_and_last_where_a_game_has_none() -> None:
    linked = game_with(UTH, UTH_BETS[:1])
    assert [spot.key for spot in linked.spots][-3:] == ["own_flush_rush", "progressive", "envy"]
    plain = tuple(spot for spot in UTH.spots if spot not in LINK_SPOTS)
    assert game_with(replace(UTH, spots=plain), UTH_BETS[:1]).spots == (*plain, linked.by_key["own_flush_rush"])


def test_several_are_one_text() -> None:
    assert parse_side_bets(side_bets_text(UTH_BETS)) == UTH_BETS
