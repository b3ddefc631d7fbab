"""Laws of the game as a value: every game of the house is one that the engine, the page and the keypad can play.

And the law that a record rests on: a round read back from JSON goes on exactly as one that was never put down.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, Cards
from croupier.errors import Refused
from croupier.games import GAMES, RULE_SETS
from croupier.hands import BY_KEY
from croupier.rules.actions import PULL, Bet, parse_action
from croupier.rules.commands import Act, Command, DealCards, PlaceBets, VoidRound, decide, next_step
from croupier.rules.events import Event
from croupier.rules.game import Game, Hands
from croupier.rules.lines import NotALine
from croupier.rules.paytables import Paytable, folder, kinds, names
from croupier.rules.plan import plan
from croupier.rules.record import from_plain, to_plain
from croupier.rules.round import Round, Stage, legal_actions, replay
from croupier.rules.rulesets import RuleSet, approved_paytable
from croupier.rules.seat import SEATS
from croupier.rules.steps import DEAL, END, LOCK, OPEN, SETTLE, SETTLE_NEXT, WAIT
from croupier.rules.terms import customary_limits, terms
from croupier.rules.view import AtSeat, Onlooker, view
from croupier.rules.wagers import BASE, ENVY, PROGRESSIVE, Placed, Stakes
from draws import Script, decks, run, scripts
from high_card import CARIBBEAN_RULES, CARIBBEAN_WITH_REDS, HIGH_CARD, HIGH_CARD_RULES, PAYTABLES, registered
from own_game import COMMON_RULES, COMMON_THIRD, admitted

every_game = pytest.mark.parametrize(
    "game", [*GAMES.values(), HIGH_CARD, CARIBBEAN_WITH_REDS, COMMON_THIRD], ids=lambda game: game.key
)
every_rule_set = pytest.mark.parametrize(
    "rules",
    [*RULE_SETS.values(), HIGH_CARD_RULES, CARIBBEAN_RULES, COMMON_RULES],
    ids=lambda rules: f"{rules.name}-{rules.version}",
)

EVERYWHERE = (OPEN, LOCK, DEAL, SETTLE, SETTLE_NEXT, END, WAIT)
"""The steps that every game has, besides its own reveals."""


@pytest.fixture(scope="module", autouse=True)
def small_games() -> Iterator[None]:
    """The laws hold for a game and a side bet that the house does not have, too, and for the example of a package."""
    with registered(), admitted():
        yield


def test_there_is_a_game() -> None:
    assert GAMES
    assert all(key == game.key for key, game in GAMES.items())


# The felt.


@every_game
def test_keys_felt_words_and_letters_of_the_spots_are_unique(game: Game) -> None:
    assert len({spot.key for spot in game.spots}) == len(game.spots)
    assert len({spot.felt for spot in game.spots}) == len(game.spots)
    letters = [spot.letter for spot in game.spots if spot.letter]
    assert len(set(letters)) == len(letters)
    assert all(spot.letter for spot in game.chosen), "what a player names has a letter to name it by"
    assert BASE not in game.by_key, "orders call every game's first bet so"


@every_game
def test_whatever_names_a_spot_names_one_of_the_felt(game: Game) -> None:
    named = [game.base, *game.dealt_in, *(street.spot for street in game.streets)]
    named += [] if game.returned_first is None else [game.returned_first]
    for spot in game.spots:
        named += [*spot.needs, *([spot.follows] if spot.follows else [])]
    assert set(named) <= set(game.by_key)
    assert {spot for row in game.layout.felt for spot in row.split()} <= {".", *game.by_key}


@every_game
def test_every_table_of_the_base_game_is_one_that_some_spot_pays_by(game: Game) -> None:
    assert set(game.base_tables) <= {*game.by_key, *(spot.pays for spot in game.spots)}
    assert {spot.pays for spot in game.spots if spot.pays} <= set(game.base_tables)
    words = [game.table_words(bet) for bet in game.base_tables]
    assert len(set(words)) == len(words)


@every_game
def test_every_base_bet_has_one_rule_and_pays_by_the_table_of_its_spot(game: Game) -> None:
    base = [spot.key for spot in game.spots if spot.key not in game.side_bet and spot.key not in (PROGRESSIVE, ENVY)]
    assert sorted(rule.spot for rule in game.bets) == (sorted(base) if game.settle is None else [])
    for rule in game.bets:
        spot = game.by_key[rule.spot]
        assert rule.table == (spot.pays or (spot.key if spot.key in game.base_tables else ""))
        assert rule.bonus == (spot.placed is Placed.WON), "a bonus has no chips of its own"


@every_game
def test_the_base_bet_is_chosen_and_what_follows_a_bet_lies_behind_it(game: Game) -> None:
    """Stakes are completed in the order of the felt, so a bet must be known before the one that equals it."""
    assert game.by_key[game.base] in game.chosen
    order = [spot.key for spot in game.before]
    for spot in game.before:
        assert spot.follows is None or order.index(spot.follows) < order.index(spot.key)
        assert set(spot.needs) <= set(order), "only a bet before the deal can be needed for another"


@every_game
def test_every_spot_that_holds_chips_has_a_place_on_the_felt(game: Game) -> None:
    rows = [row.split() for row in game.layout.felt]
    assert len({len(row) for row in rows}) == 1, "the felt is a grid"
    assert {spot for row in rows for spot in row} - {"."} == {
        spot.key for spot in game.spots if spot.placed is not Placed.WON
    }


@every_game
def test_every_side_bet_lies_on_the_felt(game: Game) -> None:
    for bet in game.side_bets:
        assert game.by_key[bet.key] is bet.spot
        assert bet.spot in game.chosen
        assert bet.key != game.base
        assert bet.lines


@every_game
def test_completing_stakes_twice_is_completing_them_once(game: Game) -> None:
    down = game.complete(Stakes(base=500))
    assert down[game.base] == 500
    assert all(down.on(spot.key) == 500 for spot in game.before if spot.follows == game.base)
    assert game.complete(down) == down


# Cards and streets.


@every_game
def test_a_full_table_takes_no_more_than_a_deck(game: Game) -> None:
    assert len(SEATS) * game.layout.own + game.layout.dealer + game.layout.board <= len(DECK)


@every_game
def test_each_streets_bet_is_placed_by_a_decision_and_each_decided_spot_has_a_street(game: Game) -> None:
    by_decision = {spot.key for spot in game.spots if spot.placed is Placed.DECIDED}
    bets = {s.spot for s in game.streets if any(isinstance(action, Bet) for action in s.offers)}
    assert bets == by_decision
    pulls = {street.spot for street in game.streets if PULL in street.offers}
    assert pulls <= {spot.key for spot in game.before if spot.follows == game.base}, "the base bet always stays"
    assert bets | pulls == {street.spot for street in game.streets}
    assert len({street.key for street in game.streets}) == len(game.streets)


@every_game
def test_who_does_not_answer_is_given_an_answer_of_the_street_that_is_no_bet(game: Game) -> None:
    for street in game.streets:
        assert street.late in street.offers
        assert not isinstance(street.late, Bet)
        assert len(set(street.offers)) == len(street.offers)


@every_game
def test_a_reveal_follows_each_street_and_the_last_shows_the_rest(game: Game) -> None:
    assert len(game.reveals) == len(game.streets)
    boards = [reveal.board for reveal in game.reveals]
    assert boards == sorted(boards), "a card that was shown stays shown"
    assert boards[-1] == game.layout.board
    assert [reveal.dealer for reveal in game.reveals] == [*[False] * (len(boards) - 1), bool(game.layout.dealer)]


@every_game
def test_words_of_the_steps_are_unique(game: Game) -> None:
    steps = (*EVERYWHERE, *game.steps)
    assert len({step.word for step in steps}) == len(steps)
    assert len({step.does for step in steps}) == len(steps)
    keys = [step.key for step in steps if step.key]
    assert len(set(keys)) == len(keys)
    assert all(step.key for step in game.steps), "a reveal has a key to press"


@every_game
def test_a_line_reads_back_from_its_text(game: Game) -> None:
    for text, line in game.lines.items():
        assert game.parse_line(text) == line
        assert " ".join(str(action) for action in line) == text
        assert [parse_action(word) for word in text.split()] == list(line)
        assert [game.parse_action(word) for word in text.split()] == list(line)
    for text in ("", "fold " * (len(game.streets) + 1), None, 4, []):
        with pytest.raises(NotALine):
            game.parse_line(text)


@given(st.sampled_from(list(GAMES.values())).flatmap(lambda game: st.tuples(st.just(game), decks(game.deck))))
def test_company_at_a_table_does_what_its_street_offers(dealt: tuple[Game, Cards]) -> None:
    game, deck = dealt
    own, board = deck[: game.layout.own], deck[game.layout.own :]
    shown = 0
    for number, street in enumerate(game.streets):
        assert game.sense(number, own, board[:shown]) in game.open_to(number, own)
        assert street.late in game.open_to(number, own)
        assert game.hand_words(own, board[:shown])
        shown = game.reveals[number].board


# Rule sets and pay tables.


def possible_lines(game: Game, bet: str) -> tuple[str, ...]:
    """The lines that a pay table of this game's bet may have."""
    if bet == PROGRESSIVE:
        return (*game.progressive_lines, *BY_KEY)
    return game.base_tables[bet] if bet in game.base_tables else game.side_bet[bet].lines


def tables(rules: RuleSet) -> list[tuple[str, Paytable]]:
    return [(bet, approved_paytable(rules, bet, name)) for bet, offered in rules.tables.items() for name in offered]


@every_game
def test_every_game_has_a_rule_set(game: Game) -> None:
    assert game.rule_sets
    assert all(RULE_SETS[rules.name] is rules for rules in game.rule_sets)


@every_rule_set
def test_every_pay_table_of_a_rule_set_exists_and_its_lines_are_possible(rules: RuleSet) -> None:
    for bet, table in tables(rules):
        assert table.pays
        assert set(table.pays) <= set(possible_lines(rules.game, bet)), table.name
        assert set(table.envy) <= set(table.pays), f"{table.name} pays envy for a line it has not"


@every_rule_set
def test_a_rule_set_speaks_only_of_bets_that_its_game_has(rules: RuleSet) -> None:
    game = rules.game
    assert set(rules.tables) <= {*game.base_tables, *game.side_bet, PROGRESSIVE}
    assert set(game.base_tables) <= set(rules.tables), "what the base game pays is never left open"
    assert all(rules.tables.values()), "a bet that is offered has a table"
    assert set(rules.limits) <= {spot.key for spot in game.chosen}
    assert set(rules.assumed) <= set(rules.tables)
    assert rules.procedures


@every_rule_set
def test_the_customary_terms_of_every_rule_set_hold(rules: RuleSet) -> None:
    at = terms(rules)
    assert at.rules is rules
    assert at.limits == customary_limits(rules)
    for spot in rules.game.chosen:
        assert spot.key == PROGRESSIVE or at.limits.of(spot.key).minimum > 0, "only a link fixes its own stake"


@every_rule_set
def test_r9_the_dealers_cards_alone_decide_no_side_bet_and_no_progressive(rules: RuleSet) -> None:
    game, chance = rules.game, Random("whose hand")
    own, house = game.layout.own, DECK[: game.layout.dealer]
    deals = []
    for _ in range(400):
        cards = tuple(chance.sample(DECK[len(house) :], own + game.layout.board))
        mine, board = cards[:own], cards[own:]
        deals.append(Hands(game.rank(mine, board), game.rank(house, board) if house else 0, mine, house, board))
    judges = {bet.key: bet.judge for bet in game.side_bets} | {PROGRESSIVE: game.progressive}
    for bet in rules.tables.keys() & judges:
        for name in rules.tables[bet]:
            table = approved_paytable(rules, bet, name)
            assert len({judges[bet](table, hands) for hands in deals}) > 1, f"{bet} by {name}: other cards, same line"


@every_rule_set
def test_a_side_bet_says_whether_the_players_own_cards_decide_it(rules: RuleSet) -> None:
    """A folded hand on which no such bet lies is neither turned nor entered (R58)."""
    game, chance = rules.game, Random("own cards")
    own, dealers, board = game.layout.own, game.layout.dealer, game.layout.board
    few = [card for card in DECK if card.rank >= 7]  # so that big hands are frequent
    bets = [(bet, name) for bet in game.side_bets for name in rules.tables.get(bet.key, ())]
    changed = set()
    for _ in range(300 if bets else 0):
        cards = tuple(chance.sample(few, 2 * own + dealers + board))
        shared, house = cards[2 * own : 2 * own + board], cards[2 * own + board :]
        dealer = game.rank(house, shared) if house else 0
        hands = [
            Hands(game.rank(mine, shared), dealer, mine, house, shared) for mine in (cards[:own], cards[own : 2 * own])
        ]
        for bet, name in bets:
            table = approved_paytable(rules, bet.key, name)
            if len({bet.judge(table, one) for one in hands}) > 1:
                changed.add(bet.key)
    assert changed == {bet.key for bet, _ in bets if bet.counts_own_cards}


def test_bets_of_one_name_have_the_same_lines_in_every_game() -> None:
    """Otherwise a table of the one game would be read by the lines of the other."""
    for game in GAMES.values():
        for bet in game.side_bets:
            assert kinds()[bet.kind] == bet.lines
        for bet, lines in game.base_tables.items():
            assert kinds()[bet] == lines


def test_no_two_pay_tables_have_one_name() -> None:
    files = list(Path(str(resources.files("croupier.games"))).glob("*/paytables/*.toml"))
    assert sum(len(names(bet)) for bet in kinds()) == len(files) + len(PAYTABLES) + len(folder("common_third"))


# The record.


def answer(round: Round, command: Command) -> tuple[Event, ...] | str:
    """What a round says to a command: events, or the words of the refusal."""
    try:
        return decide(round, command)
    except Refused as refused:
        return str(refused)


@given(scripts())
def test_a_round_reloaded_at_every_entry_behaves_as_one_that_was_not(script: Script) -> None:
    """JSON may sort the keys of every mapping: stakes, pay tables, limits. Nothing may hang on their order."""
    events = script.events()
    read = [from_plain(json.loads(json.dumps(to_plain(event), sort_keys=True))) for event in events]
    asked: list[Command] = [
        *EVERYWHERE,
        *script.terms.game.steps,
        *(Act(seat, PlaceBets(stakes)) for seat, stakes in script.stakes.items()),
        DealCards(script.deck),
        VoidRound("power cut"),
    ]
    for told in range(1, len(events) + 1):
        kept, reloaded = replay(events[:told]), replay(read[:told])
        assert reloaded == kept
        assert next_step(reloaded) == next_step(kept)
        for seat in SEATS:
            assert legal_actions(reloaded, seat) == legal_actions(kept, seat)
        for command in asked:
            assert answer(reloaded, command) == answer(kept, command)
        if kept.stage in (Stage.SHOWDOWN, Stage.OVER):
            assert plan(reloaded) == plan(kept)
        for viewer in (Onlooker(), *map(AtSeat, SEATS)):
            assert view(reloaded, viewer) == view(kept, viewer)


@given(scripts())
def test_a_round_goes_on_from_its_record_as_if_nothing_had_happened(script: Script) -> None:
    """The house is restarted before every command: the round ends with the same events, in the same order."""
    record: list[str] = []
    for command in script.commands():
        reloaded = replay(from_plain(json.loads(line)) for line in record) if record else None
        record += [json.dumps(to_plain(event), sort_keys=True) for event in decide(reloaded, command)]
    assert [from_plain(json.loads(line)) for line in record] == run(script.commands())[1]
