"""The browser as a witness of the shuffle: it goes by what it saw before the reveal, so a lying house is found out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute, expect
from web_place import Place
from web_screen import Screen

from croupier.cards import cards_text
from croupier.fair.commitment import commitment, deck_of, unbound_commitment
from croupier.games import GAMES
from croupier.rules.deal import Procedure, deal, dealing_of
from croupier.rules.terms import terms
from depth import thorough
from torture.witness import Verdict, checked
from torture.witness.lies import lies_about
from torture.witness.story import Story, of_states

KEPT_WORD = "The house kept its word, as far as you saw it yourself."
BROKEN = "The house did not keep its word."
OTHER_SEED = bytes(range(32))
_PAGE = re.compile(r'(<script type="application/json" id="page">)(.*?)(</script>)', re.DOTALL)


@pytest.fixture
def guest(browser: Browser, place: Place) -> Iterator[Screen]:
    screen = Screen(browser, place)
    yield screen
    screen.close()


def play(guest: Screen, words: str = "") -> str:
    """A round to its end, with words of one's own; the round's name."""
    guest.practise()
    if words:
        guest.page.get_by_text("Fair dealing").click()
        guest.page.get_by_label("Mix in words of your own").fill(words)
        guest.page.get_by_role("button", name="Mix in").click()
        expect(guest.page.locator("#bar")).to_contain_text("Your words are mixed into this shuffle")
    guest.bet("ante")
    guest.stage("preflop")
    guest.act("Bet 4x")
    guest.stage("over")
    return f"{guest.table}-1"


def lie(guest: Screen, name: str, change: Callable[[dict[str, Any]], None]) -> None:
    """From now on the page of that round says something else."""
    forge(guest, f"/rounds/{name}", lambda page: change(page["reveal"]))


def forge(guest: Screen, path: str, change: Callable[[dict[str, Any]], None]) -> None:
    """From now on that page says something else."""

    def told(route: Route) -> None:
        answer = route.fetch()
        found = _PAGE.search(answer.text())
        assert found is not None
        page = json.loads(found[2])
        change(page)
        plain = json.dumps(page).replace("<", "\\u003c")
        route.fulfill(response=answer, body=_PAGE.sub(lambda old: old[1] + plain + old[3], answer.text()))

    guest.page.route(f"**{path}", told)


def verdict(guest: Screen, name: str) -> str:
    guest.page.goto(f"/rounds/{name}")
    return verdict_here(guest)


def verdict_here(guest: Screen) -> str:
    guest.page.get_by_role("button", name="Check it in this browser").click()
    return guest.page.locator("#verdict").inner_text()


def findings(guest: Screen) -> list[str]:
    return guest.page.locator("#findings li").all_inner_texts()


def papers(reveal: dict[str, Any], seed: bytes, words: dict[str, str]) -> None:
    """Papers that agree with each other, made after the round."""
    name = reveal["round"]
    deck = deck_of(name, seed, {int(seat): text for seat, text in words.items()})
    reveal |= {"commitment": commitment(name, seed, reveal["dealing"]), "house_seed": seed.hex(), "player_seeds": words}
    reveal["deck"] = cards_text(deck)


def test_an_honest_round_is_proved_by_what_the_browser_saw(guest: Screen) -> None:
    name = play(guest, "seven red apples")
    assert verdict(guest, name) == KEPT_WORD
    said = findings(guest)
    assert any("kept before you bet" in line for line in said)
    assert any("Your words are mixed in as you said them" in line for line in said)
    assert any("The 9 cards that you saw lie where this deck deals them" in line for line in said)
    guest.look("round-witnessed")


@thorough
def test_papers_made_after_the_round_are_found_out_though_they_agree_with_each_other(guest: Screen) -> None:
    name = play(guest, "seven red apples")
    lie(guest, name, lambda reveal: papers(reveal, OTHER_SEED, reveal["player_seeds"]))
    assert verdict(guest, name) == BROKEN
    said = " ".join(findings(guest))
    assert "this browser kept" in said
    assert "are not where this deck deals them" in said


@thorough
def test_words_that_were_changed_or_dropped_are_found_out(guest: Screen) -> None:
    name = play(guest, "seven red apples")
    for words in ({"1": "seven green apples"}, {}):
        lie(guest, name, lambda reveal, words=words: papers(reveal, bytes.fromhex(reveal["house_seed"]), words))
        assert verdict(guest, name) == BROKEN
        assert "You said “seven red apples”" in " ".join(findings(guest))


@thorough
def test_a_deck_that_did_not_deal_the_cards_one_saw_is_found_out(guest: Screen) -> None:
    """The seed is the promised one; the cards on the felt were others."""
    guest.practise()

    def others(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forged(message: str | bytes) -> None:
            state = json.loads(message)
            for round in (state.get("round"), state.get("last")):
                if round and round["board"]:
                    round["board"][0] = "2c" if round["board"][0] != "2c" else "3c"
            socket.send(json.dumps(state))

        server.on_message(forged)

    guest.page.route_web_socket(re.compile("/live/tables/"), others)
    guest.page.reload()
    guest.bet("ante")
    guest.stage("preflop")
    guest.act("Check")
    guest.stage("flop")
    guest.act("Check")
    guest.stage("river")
    guest.act("Fold")
    guest.stage("over")
    assert verdict(guest, f"{guest.table}-1") == BROKEN
    assert "(board)" in " ".join(findings(guest))


@pytest.mark.thorough
def test_a_fingerprint_that_changes_is_told_at_once_and_remembered(guest: Screen) -> None:
    guest.practise()
    other = commitment("another", OTHER_SEED, "uth hand-held 2 2 5")

    def changing(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forged(message: str | bytes) -> None:
            state = json.loads(message)
            if state.get("round") and state["round"]["stage"] != "betting":
                state["round"]["commitment"] = other
            socket.send(json.dumps(state))

        server.on_message(forged)

    guest.page.route_web_socket(re.compile("/live/tables/"), changing)
    guest.page.reload()
    guest.bet("ante")
    guest.stage("preflop")
    expect(guest.page.get_by_role("alert")).to_contain_text("The house contradicts itself")
    guest.act("Bet 4x")
    guest.stage("over")
    assert verdict(guest, f"{guest.table}-1") == BROKEN


@pytest.mark.thorough
def test_who_saw_nothing_is_told_that_the_papers_alone_prove_nothing(guest: Screen) -> None:
    name = play(guest)
    guest.page.evaluate("localStorage.clear()")
    assert verdict(guest, name) == (
        "The house's papers agree with each other. That it kept its word is not shown by that."
    )
    assert any("may have been chosen afterwards" in line for line in findings(guest))


def test_the_browser_deals_a_deck_as_the_house_does(guest: Screen) -> None:
    """For every game and procedure, with one seat and with six."""
    guest.page.goto("/")
    deck = deck_of("R1", OTHER_SEED, {})
    for game in GAMES.values():
        layout = game.layout
        for procedure in Procedure:
            for seats in ([2], [1, 2, 3, 4, 5, 6][: (52 - layout.dealer - layout.board) // layout.own]):
                order = guest.page.evaluate(
                    "async (asked) => (await import('/static/table/fair.js')).places(...asked)",
                    [dealing_of(replace(terms(game.rule_sets[0]), procedure=procedure)), seats],
                )
                dealt = deal(procedure, layout, seats, deck)
                want = {f"seat {seat} {i}": card for seat, hand in dealt.own.items() for i, card in enumerate(hand)}
                want |= {f"dealer {i}": card for i, card in enumerate(dealt.dealer)}
                want |= {f"board {i}": card for i, card in enumerate(dealt.board)}
                assert {place: deck[i] for i, place in enumerate(order)} == want, (game.key, procedure, seats)


@pytest.fixture(scope="module")
def stories(place: Place) -> dict[str, Story]:
    """A round of two players as each of them, and somebody who looks on, was shown it; one mixed words in."""
    table = place.open_table("T1")
    visits = {name: place.visit(place.player(name)) for name in ("ann", "bob")}
    for seat, visit in enumerate(visits.values(), 2):
        visit.must(table, f"sit {seat}")
    place.until(table, lambda table: table.in_play is not None)
    streams = {name: visit.watch(table) for name, visit in {**visits, "carl": place.visit()}.items()}
    states = {name: [stream.next()] for name, stream in streams.items()}
    visits["ann"].must(table, "seed seven red apples")
    for order in ("bet 10", "bet4"):
        for visit in visits.values():
            visit.must(table, order)
    for name, stream in streams.items():
        while not (states[name][-1]["last"] and states[name][-1]["last"]["id"] == "T1-1"):
            states[name].append(stream.next())
        stream.close()
    papers = visits["ann"].json("/rounds/T1-1")["reveal"]
    return {name: of_states("T1-1", shown, papers) for name, shown in states.items()}


def told(guest: Screen, true: Story, *stories: Story) -> list[Verdict]:
    """What the scripts of a table's page say of a round as it is told."""
    guest.page.goto("/")
    return checked(guest.page, stories, [true] * len(stories))


def test_every_altered_deal_is_found_out_whatever_the_house_says_of_it(
    guest: Screen, stories: dict[str, Story]
) -> None:
    """The house knows the deck. Another procedure, layout or game, other seats, words or seeds, told from any state on
    with the cards and the papers that go with them: each would let it choose among deals."""
    for name, story in stories.items():
        assert told(guest, story, story) == [Verdict("win", [])], name
        lies = [lie for number in range(3) for lie in lies_about(story, Random(f"{name} {number}"))]
        assert len(lies) > 50
        verdicts = told(guest, story, *(lie.story for lie in lies))
        assert not [lie.words for lie, one in zip(lies, verdicts, strict=True) if one.tone != "loss"], name


CHANGES = [
    ("packet from", "the cards were to be dealt as “uth hand-held 2 2 5” and then as “uth packet 2 2 5”"),
    ("shoe from", "and then as “uth shoe 2 2 5”"),
    ("seat 1 comes", "seat 1 came in after the bets were closed"),
    ("seat 5 comes", "seat 5 came in after the bets were closed"),
    ("seat 3 is gone", "seat 3 was gone after the bets were closed"),
    ("seat 3 is seat", "came in after the bets were closed"),
    ("words of seat . from", "became others after the bets were closed"),
    ("words of seat . in the papers", "the house mixed in"),
    ("another round", "round T1-1 was gone before it was over"),
]


@thorough
def test_what_was_changed_between_the_bets_and_the_deal_is_said_in_words(
    guest: Screen, stories: dict[str, Story]
) -> None:
    story = stories["ann"]
    lies = [lie for number in range(40) for lie in lies_about(story, Random(number))]
    for kind, words in CHANGES:
        pattern = re.compile(rf"{kind}.*state {story.closed_at}\b")
        lie = next(lie for lie in lies if pattern.search(lie.words))
        (verdict,) = told(guest, story, lie.story)
        assert verdict.tone == "loss"
        assert words in " ".join(verdict.broken)


@thorough
def test_a_seat_that_bet_in_states_that_one_was_not_shown_is_neither_proved_nor_broken(
    guest: Screen, stories: dict[str, Story]
) -> None:
    """The line was down while the last one bet: their seat is there when bets are closed."""
    story = stories["ann"]
    assert story.closed_at is not None
    alone = next(at for at, round in story.cards() if len(round["seats"]) == 1)
    before, after = story.states[: story.closed_at], story.states[story.closed_at :]
    cut_off = Story(story.round, (*before[: alone + 1], *after), story.papers)
    not_told_of_the_close = Story(story.round, (*before, *after[1:]), story.papers)
    assert told(guest, story, cut_off, not_told_of_the_close) == [Verdict("muted", []), Verdict("win", [])]


@thorough
def test_a_window_that_lags_behind_another_of_the_same_browser_contradicts_nothing(
    guest: Screen, stories: dict[str, Story]
) -> None:
    story = stories["ann"]
    again = Story(story.round, (*story.states, *story.states), story.papers)
    assert told(guest, story, again) == [Verdict("win", [])]


@thorough
def test_of_an_older_round_it_is_said_that_the_dealing_was_not_bound(guest: Screen, stories: dict[str, Story]) -> None:
    story = stories["ann"].copy()
    promise = unbound_commitment(story.round, bytes.fromhex(story.papers["house_seed"]))
    story.papers["commitment"] = promise
    for _, round in story.cards():
        round["commitment"] = promise
    lies = [lie.story for lie in lies_about(story, Random(1)) if lie.words.startswith("dealt by")]
    assert [one.tone for one in told(guest, story, *lies, story)] == ["loss", "loss", "loss", "win"]
    said = guest.page.evaluate(
        """async ([papers, round]) => {
          const { keptOf } = await import("/static/table/witness.js");
          return (await import("/static/table/fair.js")).findings(papers, keptOf(round)).map(({ text }) => text);
        }""",
        [story.papers, story.round],
    )
    assert any("the order of dealing was not bound" in line for line in said)


@thorough
def test_another_dealing_is_told_at_once_on_the_page_of_the_table(guest: Screen) -> None:
    guest.practise()

    def changing(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forged(message: str | bytes) -> None:
            state = json.loads(message)
            if state.get("round") and state["round"]["stage"] != "betting":
                state["round"]["dealing"] = "uth packet 2 2 5"
            socket.send(json.dumps(state))

        server.on_message(forged)

    guest.page.route_web_socket(re.compile("/live/tables/"), changing)
    guest.page.reload()
    guest.bet("ante")
    guest.stage("preflop")
    expect(guest.page.get_by_role("alert")).to_contain_text(
        "The house contradicts itself: the cards were to be dealt as"
    )
    guest.act("Bet 4x")
    guest.stage("over")
    assert verdict(guest, f"{guest.table}-1") == BROKEN


@thorough
def test_a_page_that_is_read_anew_and_contradicts_what_it_said_tells_so(guest: Screen) -> None:
    """The house can have the page read anew, and then say nothing more."""
    guest.practise()
    forge(guest, f"/tables/{guest.table}", lambda page: page["round"].update(dealing="uth packet 2 2 5"))
    guest.page.route_web_socket(re.compile("/live/tables/"), lambda socket: None)
    guest.page.reload()
    expect(guest.page.get_by_role("alert")).to_contain_text("The house contradicts itself")


@thorough
def test_papers_of_another_round_prove_nothing_of_the_one_that_was_asked_for(guest: Screen) -> None:
    name = play(guest)
    assert verdict(guest, name) == KEPT_WORD
    guest.page.route("**/rounds/T9-9", lambda route: route.fulfill(response=route.fetch(url=guest.page.url)))
    assert verdict(guest, "T9-9") != KEPT_WORD


@thorough
def test_by_the_link_that_one_gives_to_others_one_is_told_the_same(guest: Screen) -> None:
    name = play(guest)
    asked = guest.context.request.get(f"/rounds/{name}", headers={"accept": "application/json"})
    guest.page.goto(asked.json()["share"]["address"])
    assert verdict_here(guest) == KEPT_WORD


@thorough
def test_words_under_another_spelling_of_a_seat_are_no_seats(guest: Screen, stories: dict[str, Story]) -> None:
    """To the browser 01 is the number 1, whose words are then mixed in twice: a deck of the house's choice."""
    story = stories["ann"].copy()
    story.papers["player_seeds"] |= {"02": "of the house"}
    for _, round in story.cards():
        round["words"] |= {"02": "of the house"}
    guest.page.goto("/")
    story.papers["deck"] = guest.page.evaluate(
        """async (papers) => {
          const { mixedSeed, shuffle, unhex } = await import("/static/table/fair.js");
          const mixed = mixedSeed(papers.round, unhex(papers.house_seed), papers.player_seeds);
          return shuffle(mixed, papers.dealing).join(" ");
        }""",
        story.papers,
    )
    (found,) = told(guest, stories["ann"], story)
    assert "Words of “02” are mixed in, which is no seat." in found.broken


@thorough
def test_a_house_that_names_rounds_without_end_makes_a_browser_forget_nothing_of_the_one_in_play(
    guest: Screen, stories: dict[str, Story]
) -> None:
    """And where a browser has no room left, it does not keep half of what it saw."""
    story = stories["ann"]
    guest.page.goto("/")
    still, full = guest.page.evaluate(
        """async ([states, round]) => {
          const { witness, keptOf } = await import("/static/table/witness.js");
          witness(states[0]);
          for (let i = 0; i < 400; i++)
            witness({ ...states[0], version: 1000 + 2 * i, round: { ...states[0].round, id: `${round}-${i}` } });
          const still = keptOf(round) !== null;
          let more = "x".repeat(1 << 20);
          for (let i = 0; more; ) {
            try { localStorage.setItem(`more ${i++}`, more); } catch { more = more.slice(more.length >> 1 || 1); }
          }
          for (const state of states.slice(1)) witness(state);
          const full = keptOf(round);
          localStorage.clear();
          return [still, full];
        }""",
        [story.states, story.round],
    )
    assert (still, full) == (True, None)
