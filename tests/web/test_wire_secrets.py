"""What may not be seen never leaves the house: the bytes of pages, JSON and live streams are searched for it."""

from __future__ import annotations

import itertools
import string
from collections.abc import Iterable, Iterator

import pytest
from web_place import BOSS, Place, Stream, Visit

from croupier.cards import Card, Cards, cards_text
from croupier.floor.roles import Person, Role
from croupier.floor.table import Table, deck
from croupier.games import GAMES
from croupier.rules.round import due_seats, legal_actions
from croupier.web.table.commentary import spoken
from depth import first_of, thorough

ALL = tuple(Card(number) for number in range(52))


def forms(card: Card) -> Iterator[str]:
    """Every way in which the house writes a card."""
    yield f'"{card}"'
    yield spoken((card,))


def check(texts: Iterable[str], table: Table, may_see: Cards, whose: str) -> None:
    """Nothing in these texts names a card that the viewer may not see, nor the deck, nor the seed."""
    assert table.seed is not None
    secret = [form for card in ALL if card not in may_see for form in forms(card)]
    secret.append(table.seed.hex())
    if table.round is not None and table.round.deal is not None:
        order = deck(table)
        # Two cards that lie together in the deck, as the deck is written anywhere.
        secret += [cards_text(pair) for pair in itertools.pairwise(order)]
        joined = ("".join(map(str, pair)) for pair in itertools.pairwise(order))
        # Low clubs and diamonds are hexadecimal, too, and may stand in any hash.
        secret += [piece for piece in joined if not set(piece) <= set(string.hexdigits)]
    for text in texts:
        for piece in secret:
            assert piece not in text, f"{whose} is told {piece}"


def pages_of(visit: Visit, table: str) -> list[str]:
    """Everything that a visitor can ask for while a round is in play."""
    asked = [f"/tables/{table}", "/", "/api/tables", f"/rounds/{table}-1", "/metrics", "/healthz"]
    asked += [
        "/staff",
        "/staff/pit",
        f"/staff/rounds?table={table}",
        "/staff/cage",
        f"/staff/journal?stream=table/{table}",
    ]
    html = [visit.get(path).text for path in asked]
    plain = [visit.http.get(path, headers={"accept": "application/json"}).text for path in asked]
    return html + plain


class Viewers:
    """Two players, an onlooker without a name and staff, all at one table, all with a live stream. Surveillance sees
    what a camera sees (R61): what lies face up."""

    def __init__(self, place: Place, table: str, seats: dict[str, int]) -> None:
        self.place, self.table = place, table
        self.seats = seats
        self.visits: dict[str, Visit] = {name: place.visit(Person(name, Role.PLAYER)) for name in seats}
        self.visits["an onlooker"] = place.visit()
        self.visits["staff"] = place.visit(BOSS)
        for role in (Role.SURVEILLANCE, Role.CASHIER):
            self.visits[role.value] = place.visit(Person(role.value, role))
        self.streams: dict[str, Stream] = {name: visit.watch(table) for name, visit in self.visits.items()}
        for stream in self.streams.values():
            stream.next()

    def may_see(self, name: str, table: Table) -> Cards:
        round = table.in_play
        assert round is not None
        shown = round.game.reveals[round.shown - 1].board if round.shown else 0
        seen: Cards = () if round.deal is None else round.deal.board[:shown]
        if round.deal is not None and (up := round.game.layout.up):
            seen = (*seen, *round.deal.dealer[-up:])
        number = self.seats.get(name)
        seat = None if number is None else round.seat(number)
        if seat is not None and seat.cards is not None:
            seen = (*seen, *seat.cards)
        if round.deal is not None and round.bank is not None and round.bank.seat == number:
            seen = (*seen, *round.deal.dealer)
        return seen

    def close(self) -> None:
        for stream in self.streams.values():
            stream.close()

    def check(self, stage: str) -> None:
        """Look at everything that everybody has been sent up to this stage of the first round."""
        table = self.place.until(self.table, lambda t: t.round is not None and t.round.stage_key == stage)
        for name, visit in self.visits.items():
            self.streams[name].until(lambda page: page["version"] == table.version)
            texts = pages_of(visit, self.table) + self.streams[name].heard
            check(texts, table, self.may_see(name, table), name)


@pytest.mark.parametrize("line", first_of(["check check bet1", "check bet2", "bet4"]))
def test_nobody_is_sent_a_card_they_may_not_see_nor_the_deck_nor_the_seed(place: Place, line: str) -> None:
    actions = line.split()
    table = place.open_table(f"wire-{len(actions)}")
    ann, bob = f"ann-{len(actions)}", f"bob-{len(actions)}"
    for seat, name in ((2, ann), (5, bob)):
        place.order(table, f"sit {seat}", place.player(name))
    viewers = Viewers(place, table, {ann: 2, bob: 5})
    viewers.check("betting")
    viewers.visits[ann].must(table, "bet 10 trips 5")
    viewers.check("betting")
    viewers.visits[bob].must(table, "bet 5 trips 5 bad_beat 5")
    stages = ["preflop", "flop", "river"]
    # bob bets at once, so from then on only ann decides; the river's last decision ends the round.
    viewers.check("preflop")
    viewers.visits[bob].must(table, "bet4")
    viewers.check("preflop")
    for action, stage in zip(actions[:-1], stages[1:], strict=False):
        viewers.visits[ann].must(table, action)
        viewers.check(stage)
    viewers.visits[ann].must(table, actions[-1])
    for stream in viewers.streams.values():
        last = stream.until(lambda page: page["last"] is not None)["last"]
        assert len(last["board"]) == 5, "when the round is over, everybody sees what was shown down"
        assert all(seat["cards"] for seat in last["seats"])
    viewers.close()


def test_in_california_only_the_player_dealer_knows_the_dealers_cards_before_the_showdown(place: Place) -> None:
    table = place.open_table("wire-ca", "ca")
    for seat, name in ((1, "cal"), (4, "dot")):
        place.order(table, f"sit {seat}", place.player(name))
    viewers = Viewers(place, table, {"cal": 1, "dot": 4})
    banker = place.table(table).bank_offered_to[0]
    bank, other = ("cal", "dot") if banker == 1 else ("dot", "cal")
    viewers.visits[bank].must(table, "bank 500")
    viewers.visits[other].must(table, "bet 10")
    viewers.check("preflop")
    seen = viewers.visits[bank].json(f"/tables/{table}")["round"]["dealer"]
    assert seen is not None
    assert len(seen) == 2
    viewers.visits[other].must(table, "check")
    viewers.check("flop")
    viewers.close()


def test_of_a_dealer_who_shows_one_card_everybody_is_sent_that_card_and_no_other(place: Place) -> None:
    table = place.open_table("wire-up", "caribbean")
    for seat, name in ((2, "uma"), (5, "vic")):
        place.order(table, f"sit {seat}", place.player(name))
    viewers = Viewers(place, table, {"uma": 2, "vic": 5})
    for name in ("uma", "vic"):
        viewers.visits[name].must(table, "bet 10")
    viewers.check("decision")
    viewers.visits["uma"].must(table, "bet2")
    viewers.check("decision")
    round = place.table(table).in_play
    assert round is not None
    for visit in viewers.visits.values():
        assert visit.json(f"/tables/{table}")["round"]["dealer"] == [*[None] * 4, str(round.cards.dealer[-1])]
    viewers.close()


@thorough
@pytest.mark.parametrize("key", [key for key in GAMES if key != "uth"])
def test_in_every_game_nobody_is_sent_a_card_they_may_not_see(place: Place, key: str) -> None:
    table = place.open_table(f"wire-{key}", key)
    ann, bob = f"ann-{key}", f"bob-{key}"
    for seat, name in ((2, ann), (5, bob)):
        place.order(table, f"sit {seat}", place.player(name))
    viewers = Viewers(place, table, {ann: 2, bob: 5})
    for name in (ann, bob):
        viewers.visits[name].must(table, "bet 10")
    for street in GAMES[key].streets:
        viewers.check(street.key)
        for name, seat in viewers.seats.items():
            round = place.table(table).in_play
            assert round is not None
            viewers.visits[name].must(table, str(legal_actions(round, seat)[0]))
    for stream in viewers.streams.values():
        last = stream.until(lambda page: page["last"] is not None)["last"]
        assert len(last["board"]) == GAMES[key].layout.board
        assert len(last["dealer"]) == GAMES[key].layout.dealer
    viewers.close()


def test_a_player_who_has_left_still_sees_their_own_cards_and_no_others(place: Place) -> None:
    table = place.open_table("wire-leave")
    for seat, name in ((1, "lee"), (2, "kim")):
        place.order(table, f"sit {seat}", place.player(name))
    lee, kim = (place.visit(Person(name, Role.PLAYER)) for name in ("lee", "kim"))
    lee.must(table, "bet 10")
    kim.must(table, "bet 10")
    place.until(table, lambda t: t.round is not None and t.round.stage_key == "preflop")
    lee.must(table, "stand")
    now = place.until(table, lambda t: t.in_play is not None and 1 not in due_seats(t.in_play))
    assert now.in_play is not None
    seat = now.in_play.seat(1)
    assert seat is not None
    assert seat.cards is not None
    check(pages_of(lee, table), now, (*seat.cards, *_board(now)), "who has left")


def _board(table: Table) -> Cards:
    round = table.in_play
    if round is None or round.deal is None:
        return ()
    return round.deal.board[: {"flop": 3, "river": 5}.get(round.stage_key, 0)]


def test_the_pages_of_a_finished_round_cannot_be_had_before_it_is_finished(place: Place) -> None:
    visit = place.visit()
    table = visit.practise()
    visit.must(table, "bet 10")
    place.until(table, lambda t: t.round is not None and t.round.stage_key == "preflop")
    answer = visit.get(f"/rounds/{table}-1")
    assert answer.status_code == 404
    assert "when it is over" in answer.text


def test_a_coach_is_told_cards_by_the_browser_and_knows_none_itself(own_place: Place) -> None:
    """The question has the cards in it; nothing of the table goes to the coach, so nothing can come back."""
    asked: list[dict[str, object]] = []

    async def listen(job: str, **what: object) -> dict[str, object]:
        asked.append(what)
        return {"choices": []}

    own_place.house.coach.lab.ask = own_place.house.coach.lab.ask_now = listen  # type: ignore[method-assign]
    own_place.visit().json("/api/coach?own=AhKd&tables=trips:UTH-02")
    own_place.visit().json("/api/coach?game=caribbean&own=AhKdQc5s2h&up=2c&seen=3c4c&down=1")
    cards = [tuple(what[name] for name in ("game", "own", "board", "up", "seen", "down", "tables")) for what in asked]
    assert cards == [
        ("uth", "Ah Kd", "", "", "", None, {"trips": "UTH-02"}),
        ("caribbean", "Ah Kd Qc 5s 2h", "", "2c", "3c 4c", 1, {}),
    ]
