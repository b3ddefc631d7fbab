"""The engine agrees with every answer, and so does who sees only the picture: a second path to each of them."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from school_pictures import OPINION, answered, case_of, cents, facts, stays_after_a_fold

from croupier.errors import Refused
from croupier.floor.cases import answer
from croupier.games import GAMES, ruleset
from croupier.jackpot.terms import Flow
from croupier.money import parse_dollars
from croupier.rules.deal import Procedure
from croupier.rules.events import FoldCollected
from croupier.school import keypad
from croupier.school.draw import Draw
from croupier.school.makers import (
    california,
    claiming,
    dealing,
    entering,
    handling,
    irregular,
    linking,
    paying,
    settling,
    whole_table,
)
from croupier.school.question import Choice, Ordering, Press, Question, SeatPicture
from croupier.school.rounds import drawn_seats, drawn_showdown, drawn_terms
from croupier.school.settlement.table import TableKind

seeds = st.integers(0, 2**40).map(lambda number: Draw(str(number)))
games = st.sampled_from(tuple(GAMES.values()))
UTH = GAMES["uth"]


def settled(case: dict) -> dict[str, int]:
    """What the settlement of cases answers, by seat and spot."""
    answers = answer(case)
    assert "error" not in answers, answers
    return {f"{row['seat']} {spot}": net for row in answers["seats"] for spot, net in row["net"].items()}


@given(games, seeds)
def test_a_layout_is_settled_as_its_picture_is(game, draw: Draw) -> None:
    made = settling.layout(game, draw)
    found = settled(case_of(made))
    assert {key: found.get(key, 0) for key in answered(made)} == answered(made)
    assert all(key in answered(made) for key, net in found.items() if net)


@given(seeds)
def test_a_layout_is_settled_as_the_rulings_say(draw: Draw) -> None:
    """R20 to R25, by the slow settlement that knows nothing of the engine."""
    made = settling.layout(UTH, draw)
    told = {
        f"{row['seat']} {spot}": net
        for row in OPINION.opinion(case_of(made))["seats"]
        for spot, net in row["net"].items()
    }
    assert {key: told[key] for key in answered(made)} == answered(made)


@given(seeds, st.sampled_from([TableKind.HOUSE, TableKind.BANK]))
def test_the_acts_of_a_whole_table_settle_it_as_the_rulings_say(draw: Draw, kind: TableKind) -> None:
    """R20 to R25, R28 to R30: what is taken, pushed and paid, by the slow settlement, from the picture alone."""
    made = whole_table.settle(kind)(UTH, draw)
    moved = {"take": -1, "push": 0, "pay": 1}
    acts = [text.split() for text in made.answer if text.split()[0] in moved]
    nets = {f"{seat} {spot}": moved[verb] * parse_dollars((rest or ["0"])[0]) for verb, seat, spot, *rest in acts}
    told = {
        f"{row['seat']} {spot}": net
        for row in OPINION.opinion(case_of(made))["seats"]
        for spot, net in row["net"].items()
    }
    assert {key: told[key] for key in nets} == nets
    assert all(key in nets for key, net in told.items() if net)


@given(seeds)
def test_a_bank_covers_what_the_rulings_say(draw: Draw) -> None:
    """R28 to R30, by the same."""
    made = settling.banked_layout(UTH, draw)
    told = {
        f"{row['seat']} {spot}": net
        for row in OPINION.opinion(case_of(made))["seats"]
        for spot, net in row["net"].items()
    }
    assert {key: told[key] for key in answered(made)} == answered(made)


@given(seeds)
def test_two_passes_where_the_dealer_does_not_qualify(draw: Draw) -> None:
    """R5 and R21: from the right; every live Ante first, before any hand."""
    made = settling.order(UTH, draw)
    case = case_of(made)
    plays = OPINION.best(case["dealer"].split() + case["board"].split())[0] > 0
    seats = sorted((row["seat"] for row in case["seats"]), reverse=True)
    live = [row["seat"] for row in case["seats"] if not row["line"].endswith("fold")]
    first = [] if plays else [f"Seat {seat}: return the Ante, cards unseen" for seat in seats if seat in live]
    assert list(made.answer) == first + [f"Seat {seat}: settle" for seat in seats]


@given(seeds)
def test_california_collects_folds_before_the_bank_is_turned(draw: Draw) -> None:
    """R29."""
    made = settling.banked_order(UTH, draw)
    case = case_of(made)
    bank = case["bank"]["seat"]
    lines = {row["seat"]: row["line"] for row in case["seats"]}
    clockwise = [seat for step in range(1, 6) if (seat := (bank - 1 + step) % 6 + 1) in lines]
    folds = [f"Seat {seat}: collect what the fold lost" for seat in clockwise if lines[seat].endswith("fold")]
    rest = [f"Seat {seat}: settle" for seat in clockwise]
    assert list(made.answer) == [*folds, settling.TURN_BANK, *rest]


@given(st.sampled_from([game for game in GAMES.values() if game.qualifies]), seeds)
def test_whether_the_dealer_plays_can_be_seen_from_the_cards(game, draw: Draw) -> None:
    made = settling.qualifying(game, draw)
    cards = [str(card) for card in (*made.picture.dealer, *made.picture.board)]
    ranks = [OPINION.RANKS.index(card[0]) for card in cards]
    pair = len(set(ranks)) < len(ranks)
    match game.key:
        case "uth":
            plays = OPINION.best(cards)[0] > 0
        case "caribbean":
            plays = OPINION.five(tuple(cards))[0] > 0 or {11, 12} <= set(ranks)
        case "three-card":
            run = sorted(ranks) in ([0, 1, 12], [ranks_ := min(ranks), ranks_ + 1, ranks_ + 2])
            plays = pair or run or len({card[1] for card in cards}) == 1 or max(ranks) >= 10
        case _:
            fours = list(combinations(cards, 4))
            flush = any(len({card[1] for card in four}) == 1 for four in fours)
            runs = [sorted(OPINION.RANKS.index(card[0]) for card in four) for four in fours]
            run = any(len(set(four)) == 4 and four[3] - four[0] == 3 for four in runs)
            plays = pair or flush or run or max(ranks) >= 11
    assert (made.answer[0] == settling.PLAYS) == plays


# -- Dealing


def by_hand(procedure: Procedure, own: int, dealer: int, board: int, seats: list[str]) -> list[str]:
    """Whom each card goes to, card by card, as R13 to R15 tell it."""
    dealers = "the player-dealer" if procedure is Procedure.SHUFFLER else "the dealer"
    places = [*seats, *([dealers] if dealer else [])]
    if procedure is Procedure.SHOE:
        return [*places, *places, *["the board"] * board]
    hands = [place for seat in seats for place in [seat] * own] + [dealers] * dealer
    return ["the board"] * board + hands if procedure is Procedure.PACKET else hands + ["the board"] * board


DEALT = [
    (game, procedure)
    for game in GAMES.values()
    for procedure in sorted(dealing.procedures_of(game), key=lambda procedure: procedure.value)
]


@given(st.sampled_from(DEALT), seeds)
def test_the_next_card_goes_where_the_procedure_says(dealt, draw: Draw) -> None:
    game, procedure = dealt
    made = dealing.next_place(procedure)(game, draw)
    seats = [f"seat {number}" for number in re.findall(r"\d", facts(made)["Bets on"])]
    order = by_hand(procedure, game.layout.own, game.layout.dealer, game.layout.board, seats)
    numbers = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
    so_far = facts(made)["Dealt so far"]
    out = 0 if so_far == "none" else sum(numbers[step.split()[0]] for step in so_far.split("; "))
    word, _, place = made.answer[0].partition(" card")
    place = place.removeprefix("s").removeprefix(" to ")
    count = numbers[word.lower()]
    assert order[out : out + count] == [place] * count
    assert procedure is Procedure.SHOE or order[out + count : out + count + 1] != [place]


@given(st.sampled_from(DEALT), seeds)
def test_a_deck_is_dealt_card_by_card(dealt, draw: Draw) -> None:
    game, procedure = dealt
    made = dealing.which_cards(procedure)(game, draw)
    seats = [f"seat {number}" for number in re.findall(r"\d", facts(made)["Bets on"])]
    order = by_hand(procedure, game.layout.own, game.layout.dealer, game.layout.board, seats)
    deck = facts(made)["The deck, first card first"].split()
    place = made.prompt.partition("go to ")[2].rstrip("?")
    assert made.answer[0].split() == [card for card, where in zip(deck, order, strict=True) if where == place]


@given(st.sampled_from(DEALT), seeds)
def test_no_procedure_burns(dealt, draw: Draw) -> None:
    """R13: a burn is offered, and never right."""
    made = dealing.next_place(dealt[1])(dealt[0], draw)
    assert isinstance(made.asks, Choice)
    assert "Burn one card" in made.asks.options
    assert made.answer != ("Burn one card",)


def test_a_round_from_packets_in_order() -> None:
    """R14, spelled out."""
    assert dealing.round_steps(Procedure.PACKET, UTH) == (
        "Call no more bets",
        "Lay the five cards of the board face down",
        "Deal the players' cards, seat by seat from your left",
        "Deal the two cards of the dealer",
        "Have the shuffler eject the rest",
        "Let every live seat decide before the flop",
        "Turn the first three board cards",
        "Let every live seat decide on the flop",
        "Turn turn and river",
        "Let every live seat decide at the river",
        "Turn the dealer's two cards and announce the hand",
    )


def test_a_round_that_a_player_banks_in_order() -> None:
    """R15 and R29, spelled out."""
    assert dealing.round_steps(Procedure.SHUFFLER, UTH)[-4:] == (
        "Turn turn and river",
        "Let every live seat decide at the river",
        "Collect the folded hands, clockwise from the bank",
        "Turn the dealer's two cards and announce the hand",
    )


@given(seeds)
def test_the_school_presses_the_keys_of_the_table(draw: Draw) -> None:
    """R29: a round of the school comes to its showdown with every fold collected, and nothing else settled."""
    at = drawn_terms(draw, ruleset("ca"))
    round = drawn_showdown(draw, at, drawn_seats(draw, 1, 4, apart_from=6), (6, 50_000))
    assert [type(event) for event in round.settled] == [FoldCollected] * sum(seat.folded for seat in round.seats)


# -- Pay tables


@given(games, seeds)
def test_a_line_pays_what_is_posted(game, draw: Draw) -> None:
    made = paying.from_the_table(game, draw)
    line = made.prompt.partition("wins with ")[2].partition(". What")[0]
    posted = dict(made.picture.tables[0].rows)[line]
    win, per = (0, 1) if posted == "push" else (int(part.replace(",", "")) for part in posted.split(" to "))
    stake = parse_dollars(made.prompt.partition(" ")[0])
    assert cents(made.answer[0]) == stake * win // per


@given(games, seeds)
def test_one_bet_is_worth_what_the_whole_settlement_says(game, draw: Draw) -> None:
    made = paying.of_one_bet()(game, draw)
    # The picture posts the asked bet's table alone; the other bets of the seat do not matter to it.
    felt = re.fullmatch(r"Seat (\d)'s (.+): what do you pay, take or leave\?", made.prompt)
    assert felt is not None
    spot = next(spot for spot in game.spots if spot.felt == felt[2])
    case = case_of(made)
    for row in case["seats"]:
        for key in [key for key in row if key in game.side_bet and key not in (spot.key, *spot.needs)]:
            del row[key]
    offered = next(rules for rules in game.rule_sets if rules.name == made.rules).tables
    for bet, names in offered.items():
        if bet != "progressive":
            case["paytables"].setdefault(bet, names[0])
    assert settled(case)[f"{felt[1]} {spot.key}"] == cents(made.answer[0])


@pytest.mark.parametrize("spot", ["bad_beat", "pairs"])
def test_side_bets_win_and_lose_often_enough_to_learn(spot: str) -> None:
    drawn = [paying.of_one_bet(spot)(UTH, Draw(f"{spot}/{number}")) for number in range(30)]
    won = sum(cents(made.answer[0]) > 0 for made in drawn)
    assert 5 <= won <= 25


# -- California


@given(seeds)
def test_fees_are_those_of_the_schedule(draw: Draw) -> None:
    """R32."""
    made = california.fees(UTH, draw)
    said = facts(made)
    bank, action = said["Player-dealer"].removeprefix("seat "), sum(c for s in made.picture.seats for _, c in s.wagers)
    for key, fee in answered(made).items():
        if said["Collection"] == "schedule 1":
            want = (100 if action <= 5000 else 200) if key == bank else 50
        else:
            want = (50 if action <= 5000 else 200 if action <= 30_000 else 300) if key == bank else 0
        assert fee == -want


@given(seeds)
def test_the_bank_is_offered_clockwise_and_never_a_third_time(draw: Draw) -> None:
    """R31."""
    made = california.next_bank(UTH, draw)
    said = facts(made)
    seated = {int(part.split()[0]): part.split()[1] for part in said["Seated"].split(", ")}
    who, seat, times = re.fullmatch(r"(\w+) in seat (\d), (.+)", said["Last bank"]).groups()  # type: ignore[union-attr]
    circle = [(int(seat) - 1 + step) % 6 + 1 for step in range(1, 7)]
    there = [place for place in circle if place in seated]
    if times == "one round" and who in seated.values():
        want = next(place for place, name in seated.items() if name == who)
    else:
        want = next((place for place in there if seated[place] != who), 0)
    assert made.answer[0] == (f"Seat {want}, {seated[want]}" if want else california.NOBODY)


@given(seeds)
def test_a_bank_neither_wins_nor_loses_more_than_its_wager(draw: Draw) -> None:
    """R29 and R30."""
    made = california.covered(UTH, draw)
    wager, net = parse_dollars(facts(made)["The bank's wager"]), facts(made)["Coverage"] == "net"
    moved = [
        parse_dollars(amount) * (1 if word == "paid" else -1)
        for word, amount in re.findall(r"(paid|taken) (\$[\d,.]*\d)", made.prompt)
    ]
    wins, amount = re.search(r"next wager (wins|loses) (\$[\d,.]*\d)", made.prompt).groups()  # type: ignore[union-attr]
    asked = parse_dollars(amount)
    if net:
        room = wager - sum(moved) if wins == "wins" else wager + sum(moved)
    else:
        room = wager - sum(abs(part) for part in moved)
    assert cents(made.answer[0]) == min(asked, room) * (1 if wins == "wins" else -1)


# -- Irregularities


@given(games, seeds)
def test_a_void_gives_back_all_that_lies_there_and_the_fees(game, draw: Draw) -> None:
    """R26."""
    made = irregular.void(game, draw)
    said = facts(made)
    fees = dict(re.findall(r"seat (\d) (\$[\d.]+)", said.get("Fees collected", "")))
    bank = re.fullmatch(r"seat (\d), (.+)", said.get("Bank", ""))
    for key, back in answered(made).items():
        if key == "bank":
            assert bank is not None
            assert back == parse_dollars(bank[2]) + parse_dollars(fees[bank[1]])
        else:
            seat = next(seat for seat in made.picture.seats if str(seat.number) == key)
            assert back == sum(amount for _, amount in seat.wagers) + parse_dollars(fees.get(key, "0"))


LATE = {"before the flop": "It checks", "on the flop": "It checks", "with three cards": "Its bet is pulled back"}
LATE |= {"with four cards": "Its bet is pulled back", "after the turn card": "It checks"}


@given(games, seeds)
def test_who_does_not_answer_or_leaves_risks_nothing_more(game, draw: Draw) -> None:
    """R19."""
    for made in (irregular.clock(game, draw), irregular.leaves(game, draw)):
        folds = game.key == "holdem-bonus" and facts(made)["Moment"] == "before the flop"
        want = "It folds" if folds else LATE.get(facts(made)["Moment"], "It folds")
        assert made.answer[0].partition(",")[0] == want


@given(games, seeds)
def test_every_card_of_the_deck_is_counted(game, draw: Draw) -> None:
    """R27."""
    made = irregular.counting(game, draw)
    seats = int(made.prompt.partition(" ")[0])
    assert int(made.answer[0]) == len(game.deck) - seats * game.layout.own - game.layout.dealer - game.layout.board


# -- The flows


def steps_of(made: Question, mock: keypad.Mock) -> list[tuple[keypad.LinkPerson, keypad.Button]]:
    """The keys that a picture says have been pressed, as people and buttons."""
    said = facts(made)["Pressed so far"]
    return [] if said == "nothing" else [key_of(text, mock) for text in said.split("; then ")]


def key_of(text: str, mock: keypad.Mock) -> tuple[keypad.LinkPerson, keypad.Button]:
    name, _, label = text.partition(": ")
    who = next(person for person in keypad.PEOPLE if keypad.person_words(person) == name)
    return who, next(button for button in keypad.keys(mock) if keypad.label(mock.flow, button) == label)


@given(st.sampled_from(Flow), st.integers(0, 2**40))
def test_the_key_that_comes_next_is_taken_and_leads_on(flow: Flow, seed: int) -> None:
    """R44 to R46: the house's own keypad takes the right key and needs one key less; it refuses the others, or they
    lead away from the end."""
    made = claiming.next_key(flow)(UTH, Draw(str(seed)))
    fresh = keypad.drawn_mock(Draw(str(seed)), flow)
    mock = keypad.walked(fresh, steps_of(made, fresh))
    left = len(keypad.right_way(mock))
    assert isinstance(made.asks, Press)
    for text in made.asks.keys:
        who, button = key_of(text, mock)
        try:
            after = keypad.pressed(mock, who, button)
        except Refused:
            assert text != made.answer[0]
            continue
        leads_on = len(keypad.right_way(after)) == left - 1
        assert leads_on == (text == made.answer[0])


@given(st.sampled_from(Flow), st.integers(0, 2**40))
def test_every_win_is_paid_before_the_game_ends_and_never_by_who_pressed_it(flow: Flow, seed: int) -> None:
    """R46."""
    mock = keypad.drawn_mock(Draw(str(seed)), flow)
    way = keypad.right_way(mock)
    done = keypad.walked(mock, way)
    assert done.over
    assert not done.left
    assert len(done.awards) == len(mock.wins)
    verifiers = {who for who, button in way if str(button).split()[0] in ("key", "j-pot", "confirm", "swipe")}
    assert mock.presser not in verifiers
    with pytest.raises(Refused, match=r"pending|nobody has claimed"):
        keypad.pressed(mock, mock.presser, keypad.GameOver())


@given(st.integers(0, 2**40))
def test_one_board_never_makes_two_royals(seed: int) -> None:
    """Five cards of a suit make one royal: a round of a same-game link has one at most."""
    mock = keypad.drawn_mock(Draw(str(seed)), Flow.KEYED)
    assert sum("royal" in win.line for win in mock.wins) <= 1


def test_the_two_flows_spelled_out() -> None:
    """R44 and R45, key by key, for one win."""
    ways = {}
    for flow in Flow:
        mock = next(
            m
            for n in range(99)
            if len((m := keypad.drawn_mock(Draw(str(n)), flow)).wins) == 1 and m.presser.name == "Dora"
        )
        ways[flow] = [(who.name, str(button).split()[0]) for who, button in keypad.right_way(mock)]
    assert ways[Flow.KEYED] == [("Dora", "hand"), ("Sam", "key"), ("Sam", "j-pot"), ("Sam", "key"), ("Dora", "game")]
    assert [word for _, word in ways[Flow.CARD]] == ["seat", "hand", "confirm", "swipe", "game"]


@given(st.sampled_from(Flow), seeds)
def test_wins_pay_off_the_meter_one_after_another(flow: Flow, draw: Draw) -> None:
    """R38, R39, R41: to the cent, with nothing but the picture."""
    made = claiming.paid(flow)(UTH, draw)
    figures = {
        what: {
            part.rpartition(" ")[0]: parse_dollars(part.rpartition(" ")[2]) for part in facts(made)[what].split(", ")
        }
        for what in ("Meters", "Seeds", "Reserves")
    }
    meters, seats = figures["Meters"], []
    for slot, said in zip(made.asks.slots, made.answer, strict=True):  # type: ignore[union-attr]
        seat, line = re.fullmatch(r"Seat (\d) · (.+)", slot.label).groups()  # type: ignore[union-attr]
        seats.append(int(seat))
        posted = {one.line: one.pay for one in made.picture.tables[0].lines}[line.replace(" ", "_")]
        percent, _, level = posted.partition(" % of ")
        if not level:
            paid, level = int(posted.partition(" for ")[0].replace(",", "")) * 100, "main"
        else:
            level = "main" if level == "the meter" else level.lower()
            paid = -(-meters[level] * int(percent) // 100)
        assert cents(said) == paid
        meters[level] -= paid
        if percent == "100":
            meters[level] = figures["Seeds"][level] + figures["Reserves"][level]
            figures["Reserves"][level] = 0
    assert seats == sorted(seats, reverse=True)


# -- Links


def five_that_count(made: Question, seat: SeatPicture) -> list[str]:
    """R35: a player's own cards, and up to five in all the first that are shared: the dealer's at Three Card Poker."""
    shared = made.picture.dealer if made.game == "three-card" else made.picture.board
    return [str(card) for card in (*seat.cards, *shared)][:5]


@given(games, seeds)
def test_envy_is_what_the_picture_says(game, draw: Draw) -> None:
    """R36, with the five cards that count read off the felt."""
    made = linking.envy(game, draw)
    hits, bettors = {}, []
    for seat in made.picture.seats:
        cards = five_that_count(made, seat)
        hand = OPINION.NAMES[OPINION.best(cards)[0]]
        if "Progressive" in dict(seat.wagers):
            bettors.append(seat.number)
            out = "folded" in seat.did and not stays_after_a_fold(made, "Progressive")
            hits[seat.number] = 0 if out else {"royal_flush": 1000, "straight_flush": 300}.get(hand, 0) * 100
    for key, amount in answered(made).items():
        others = sum(hit for seat, hit in hits.items() if seat != int(key))
        assert amount == (others if int(key) in bettors else 0)


@given(st.integers(0, 2**40))
def test_a_progressive_wager_wins_by_the_cards_that_count(seed: int) -> None:
    """R34, R35, R37."""
    made = linking.progressive(UTH, Draw(str(seed)))
    case = case_of(made)
    seat = next(row for row in case["seats"] if row["seat"] == int(made.prompt.split()[1]))
    won = OPINION.progressive_pay(case["paytables"]["progressive"], seat["hole"].split(), case["board"].split())
    if won is None or ("fold" in seat["line"] and not case["house"]["progressive_on_fold"]):
        assert made.answer[0] == linking.GONE
    elif isinstance(won, int):
        assert parse_dollars(made.answer[0].partition(" ")[0]) == won * seat["progressive"]
    else:
        assert made.answer[0].startswith(f"{won[0]} % of {won[1]}:")


@given(seeds)
def test_wagers_are_split_to_the_cent(draw: Draw) -> None:
    """R41."""
    made = linking.split(UTH, draw)
    wagers = parse_dollars(re.search(r"\$[\d,]+", made.prompt)[0])  # type: ignore[index]
    assert sum(answered(made).values()) == wagers
    assert answered(made)["meter"] == wagers * int(facts(made)["Contribution"].split()[0]) // 100


# -- Handling


@given(games, seeds)
def test_progressive_chips_leave_the_sensors_they_lie_on(game, draw: Draw) -> None:
    """R33 and R52."""
    made = handling.sensors(game, draw)
    seats = [str(seat.number) for seat in made.picture.seats if "Progressive" in dict(seat.wagers)]
    assert re.findall(r"\d", made.answer[0]) == seats


@given(seeds)
def test_cards_of_a_fold_go_where_their_bets_say(draw: Draw) -> None:
    """R25, R27 and R52."""
    made = handling.folded(UTH, draw)
    bets = dict(made.picture.seats[0].wagers)
    want = handling.SPREAD if made.rules == "ca" else handling.TUCK if "Pairs" in bets else handling.TAKE_IN
    assert made.answer == (want,)


@given(seeds)
def test_a_winning_trips_hand_stays_face_up(draw: Draw) -> None:
    """R23 and R27."""
    made = handling.face_up(UTH, draw)
    board = [str(card) for card in made.picture.board]
    stays = [
        str(seat.number)
        for seat in made.picture.seats
        if "Trips" in dict(seat.wagers) and OPINION.best([str(card) for card in seat.cards] + board)[0] >= 3
    ]
    assert re.findall(r"\d", made.answer[0]) == stays


@given(games, seeds)
def test_hands_that_make_envy_stay_face_up(game, draw: Draw) -> None:
    """R36."""
    made = handling.triggers(game, draw)
    stays = []
    for seat in made.picture.seats:
        cards = five_that_count(made, seat)
        if "Progressive" in dict(seat.wagers) and OPINION.best(cards)[0] >= 8:
            stays.append(str(seat.number))
    assert re.findall(r"\d", made.answer[0]) == stays


@given(games, seeds)
def test_r17_an_approval_turns_the_players_cards_up_and_nothing_else(game, draw: Draw) -> None:
    made = handling.facing(game, draw)
    (answer,) = made.answer
    if dict(made.picture.facts)["Face-up dealing"] == "approved":
        assert answer.startswith("The players' cards face up")
        assert "face up" in made.why.words
    else:
        assert answer.startswith("All cards face down")
    if game.layout.dealer:
        assert answer.endswith(" but for your last card") == (game.key in {"caribbean", "four-card"})


@given(games, seeds)
def test_r17_nobody_sits_down_beyond_the_open_spots(game, draw: Draw) -> None:
    made = handling.spots(game, draw)
    facts = dict(made.picture.facts)
    free = len(re.findall(r"\d", facts["Taken"])) < int(facts["Open spots"])
    assert made.answer == ("Yes" if free else "No: its open spots are taken",)


def short_of(made: Question, game, words: str) -> bool:
    """Whether cards are missing, as the picture shows it, where an answer says that they go."""
    lying = {seat.number: len(seat.cards) for seat in made.picture.seats}
    if words.endswith("board"):
        return len(made.picture.board) < game.layout.board
    if "dealer" in words:
        return len(made.picture.dealer) < game.layout.dealer
    return lying[int(words[-1])] < game.layout.own


@given(games, seeds)
def test_r58_cards_are_due_where_they_are_missing_and_seats_in_the_settling_order(game, draw: Draw) -> None:
    made = entering.next_entry(game, draw)
    (right,) = made.answer
    assert right in made.asks.options
    if "card" in right:
        assert short_of(made, game, right)
        assert ("all cards are out" in facts(made)["Moment"]) is ("of seat" in right)
    if "of seat" in right and "card" in right:
        later = [seat for seat in made.picture.seats if seat.number > int(right[-1]) and "folded" not in seat.did]
        assert all(len(seat.cards) == game.layout.own for seat in later), "from the right to the left (R5)"


@given(games, seeds)
def test_r58_a_card_that_is_touched_goes_where_cards_are_missing(game, draw: Draw) -> None:
    made = entering.place(game, draw)
    (right,) = made.answer
    assert right == entering.REFUSED or short_of(made, game, right.removesuffix("'s hand"))


# A Three Card Bonus plays on as well, where one may fold: by the community cards alone (M4).
DECIDED_BY_A_FOLDED_HAND = {"Bonus", "Trips", "Bad Beat", "Pairs", "Six Card Bonus", "Aces Up", "Queens Up"}


@given(games.filter(lambda game: any("fold" in line for line in game.lines)), seeds)
def test_r58_a_folded_hand_is_entered_where_it_decides_a_bet(game, draw: Draw) -> None:
    made = entering.folded(game, draw)
    number = int(re.search(r"Seat (\d)", made.prompt)[1])
    (seat,) = (seat for seat in made.picture.seats if seat.number == number)
    assert (made.answer == (entering.YES,)) is bool(DECIDED_BY_A_FOLDED_HAND & {felt for felt, _ in seat.wagers})


@given(games, seeds)
def test_r58_a_finished_round_takes_two_people(game, draw: Draw) -> None:
    made = entering.correction(game, draw)
    assert (made.answer == (entering.TWO,)) is ("The round is over" in made.prompt)
    assert (made.answer == (entering.UNDO,)) is ("wrong key" in made.prompt)


def test_orders_have_at_most_so_many_steps() -> None:
    for game, procedure in DEALT:
        made = dealing.whole_order(procedure)(game, Draw("anchor"))
        assert isinstance(made.asks, Ordering)
        assert len(made.asks.items) <= dealing.MOST_STEPS
        places = [dealing.round_steps(procedure, game).index(step) for step in made.answer]
        assert places == sorted(places)
