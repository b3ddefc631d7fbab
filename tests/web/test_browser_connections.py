"""Lost lines, other screens, other senses: what may go wrong around a table must not touch the round."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from web_place import Place
from web_screen import DESK, PHONE, WAIT_MS, Screen

from croupier.floor.practice import shown_name
from depth import thorough

SERVE = "from croupier.cli import main; main()"


@pytest.fixture
def guest(browser: Browser, place: Place) -> Iterator[Screen]:
    screen = Screen(browser, place)
    yield screen
    screen.close()


def faces(page: Page, where: str) -> list[str]:
    """The cards that lie open somewhere."""
    return [card for card in page.locator(f"{where} svg").evaluate_all("all => all.map(a => a.dataset.card)") if card]


def test_a_dropped_connection_heals_and_catches_up(browser: Browser, place: Place) -> None:
    table = place.open_table("Line-1")
    ann, bob = place.player("ann-l"), place.player("bob-l")
    for seat, who in ((1, ann), (2, bob)):
        place.order(table, f"sit {seat}", who)
    screen = Screen(browser, place, ann)
    screen.page.goto(f"/tables/{table}")
    screen.bet("ante", "ante")
    expect(screen.page.locator("#bar .say")).to_contain_text("Waiting for the others")
    screen.context.set_offline(True)
    expect(screen.page.locator("#offline")).to_be_visible()  # before the line is seen to be dead
    drop_lines(place, table)
    place.order(table, "bet 5", bob)
    place.until(table, lambda t: t.round is not None and t.round.stage_key == "preflop")
    place.order(table, "bet4", bob)
    screen.context.set_offline(False)
    screen.stage("preflop")
    expect(screen.page.locator("#offline")).to_be_hidden()
    expect(screen.page.locator("#arc")).to_contain_text("bet 4x")
    screen.act("Check")
    screen.stage("flop")
    screen.complaints = [one for one in screen.complaints if "ERR_INTERNET_DISCONNECTED" not in one]
    screen.close()


def drop_lines(place: Place, table: str) -> None:
    """Cut every live connection to a table, as a bad line would."""

    async def cut() -> None:
        for watcher in list(place.house.sides.at(table).hub.felt(table).watchers):
            watcher.states.put_nowait(None)

    place.run(cut())


class Server:
    """`croupier serve`, as a process that can be killed and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.db = folder / "room.db"
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", SERVE, "serve", "--port", str(self.port), "--db", str(self.db)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        assert self.process.stdout.readline().strip() == f"Croupier is open: {self.url}/"

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@thorough
def test_a_server_that_is_killed_in_mid_round_comes_back_to_the_same_cards(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    context = browser.new_context(base_url=server.url, viewport=DESK)
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    try:
        page.goto("/")
        page.get_by_role("button", name="Deal me in").click()
        bar = page.locator("#bar")
        page.locator("#spots .ante").click()
        bar.get_by_role("button", name="Deal").click()
        bar.get_by_role("button", name="Check").click()
        expect(page.locator("body")).to_have_attribute("data-stage", "flop")
        expect(bar.get_by_role("button", name="Check")).to_be_visible()
        mine, board = faces(page, "#my-cards"), faces(page, "#board-cards")
        assert (len(mine), len(board)) == (2, 3)
        server.kill()
        expect(page.locator("#offline")).to_be_visible()
        server.start()
        expect(page.locator("#offline")).to_be_hidden()
        assert (faces(page, "#my-cards"), faces(page, "#board-cards")) == (mine, board), "without a reload"
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-stage", "flop")
        assert (faces(page, "#my-cards"), faces(page, "#board-cards")) == (mine, board), "and with one"
        bar.get_by_role("button", name="Bet 2x").click()
        expect(page.locator("#payouts .total")).to_be_visible()
        assert faces(page, "#my-cards") == mine
        assert faces(page, "#board-cards")[:3] == board
    finally:
        context.close()
        server.kill()


@thorough
def test_eight_tabs_of_one_browser_work_at_once(guest: Screen) -> None:
    guest.practise()
    tabs = [guest.page]
    for _ in range(7):
        tab = guest.tab()
        tab.goto(guest.page.url)
        tabs.append(tab)
    guest.bet("ante", "ante")
    for tab in tabs:
        expect(tab.locator("body")).to_have_attribute("data-stage", "preflop")
    tabs[7].locator("#bar").get_by_role("button", name="Check").click()
    for tab in tabs:
        expect(tab.locator("body")).to_have_attribute("data-stage", "flop")
    hands = {tuple(faces(tab, "#my-cards")) for tab in tabs}
    assert len(hands) == 1
    tabs[3].locator("#bar").get_by_role("button", name="Bet 2x").click()
    for tab in tabs:
        expect(tab.locator("#payouts .total")).to_be_visible()


@thorough
def test_on_a_phone_everything_one_needs_is_within_reach(browser: Browser, place: Place) -> None:
    phone = Screen(browser, place, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    phone.page.goto("/")
    phone.look("phone-lobby")
    phone.practise_by_mouse()
    for name in ("Rebet", "Clear", "Deal", "Leave"):
        assert phone.in_view(phone.bar(name)), f"{name} is out of reach"
    for spot in ("ante", "blind", "trips", "play"):
        assert phone.in_view(phone.spot(spot)), f"{spot} is out of reach"
    phone.look("phone-betting")
    phone.spot("ante").tap()
    phone.spot("ante").tap()
    phone.spot("trips").tap()
    phone.bar("Deal").tap()
    phone.stage("preflop")
    for name in ("Bet 4x $40", "Bet 3x $30", "Check"):
        expect(phone.bar(name)).to_be_visible()
        assert phone.in_view(phone.bar(name)), f"{name} is out of reach"
    assert phone.in_view(phone.page.locator("#my-cards"))
    assert phone.in_view(phone.page.locator("#board-cards"))
    phone.look("phone-preflop")
    phone.bar("Check").tap()
    phone.stage("flop")
    phone.bar("Bet 2x").tap()
    phone.stage("over")
    phone.look("phone-over")
    phone.close()


@thorough
def test_where_reduced_motion_is_asked_for_nothing_moves(browser: Browser, place: Place) -> None:
    still = Screen(browser, place, reduced_motion="reduce")
    still.practise()
    still.bet("ante")
    still.stage("preflop")
    moving = still.page.evaluate("() => document.getAnimations().length")
    names = still.page.locator(".card").evaluate_all("all => all.map(a => getComputedStyle(a).animationName)")
    assert moving == 0
    assert set(names) == {"none"}
    still.close()


def test_a_screen_reader_hears_every_card_decision_and_payout_once_and_in_order(guest: Screen) -> None:
    guest.practise()
    region = guest.page.locator("#announcer")
    expect(region).to_have_attribute("aria-live", "polite")
    guest.bet("ante", "ante", "trips")
    guest.check_through()
    expect(region.locator("p", has_text="Turn and river")).to_have_count(1)
    expect(region.locator("p").last).to_have_text("Bets are open.")
    lines = region.locator("p").all_inner_texts()
    if lines[0] == "Bets are open.":  # the page was there before the first round
        lines.pop(0)
    name = shown_name(guest.place.table(guest.table).sittings[0].player)
    order = [
        f"{name} bets Ante and Blind $10, Trips $5.",
        "No more bets.",
        "Cards are dealt. You hold ",
        f"{name} checks.",
        "Flop: ",
        f"{name} checks.",
        "Turn and river: ",
        f"{name} bets 1x.",
        "Dealer shows ",
        f"{name} ",
        "Bets are open.",
    ]
    heard = [line for line in lines if not line.startswith(f"{name}: Ante")]
    assert len(heard) == len(order), heard
    for line, wanted in zip(heard, order, strict=True):
        assert line.startswith(wanted), f"{line!r} where {wanted!r} was due"
    assert " with " in heard[-2], "what it came to, and why"
    spoken = next(line for line in heard if "You hold" in line)
    assert len(re.findall(r" of (clubs|diamonds|hearts|spades)", spoken)) == 2


@thorough
@pytest.mark.parametrize("path", ["/sign-in", "/join", "/first-admin", "/api", "/tables/none", "/rounds/none-1"])
def test_axe_finds_nothing_on_the_plain_pages(guest: Screen, path: str) -> None:
    guest.page.goto(path)
    guest.look("page" + path.replace("/", "-"))
    guest.complaints = [one for one in guest.complaints if "status of 404" not in one]


def test_a_player_signs_up_sits_down_and_finds_chips_in_the_lobby(browser: Browser, place: Place) -> None:
    table = place.open_table("Sign-1")
    screen = Screen(browser, place)
    page = screen.page
    page.goto("/join")
    page.get_by_label("Name").fill("newcomer")
    page.get_by_label("PIN").fill("2580")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_text("You have no chips yet")).to_be_visible()
    screen.look("lobby-player")
    page.goto(f"/tables/{table}")
    screen.bar("Sit in seat 2").click()
    screen.stage("betting")
    screen.bet("ante")
    expect(page.get_by_role("alert")).to_be_visible()
    screen.look("table-no-chips")
    screen.close()


def test_the_coach_shows_its_progress_and_then_the_values(guest: Screen) -> None:
    """The lab's own answers are tested in the lab; here a worker that answers at once stands in for it."""
    answers: list[dict[str, object]] = [
        {"progress": "flops, 40%"},
        {"choices": [{"action": "check", "value": 0.32}, {"action": "bet4", "value": 0.11}]},
    ]

    async def choices(*_: object) -> dict[str, object]:
        return answers.pop(0) if len(answers) > 1 else answers[0]

    async def edges(*_: object) -> dict[str, object]:
        return {"edges": {"ante": 0.02}}

    coach = guest.place.house.coach
    before = coach.choices, coach.edges
    coach.choices, coach.edges = choices, edges  # type: ignore[method-assign]
    guest.practise()
    guest.page.get_by_label("Values first").check()
    guest.bet("ante", "ante")
    expect(guest.page.locator("#coach")).to_contain_text("Check is better by $2.10")
    guest.look("table-coach")
    guest.act("Bet 4x")
    guest.stage("over")
    expect(guest.page.locator("#coach")).to_contain_text("Bet 4x cost you $2.10: Check was better")
    expect(guest.page.locator("#coach-edge")).to_have_text("House edge of the Ante, played best: 2.000 %.")
    coach.choices, coach.edges = before  # type: ignore[method-assign]


@thorough
def test_who_signs_out_in_one_tab_is_out_in_all_of_them(guest: Screen) -> None:
    guest.practise()
    other = guest.tab()
    came: list[object] = []
    other.on("websocket", lambda line: line.on("framereceived", lambda frame: came.append(frame)))
    other.goto(guest.page.url)
    while not came:  # a line that is just being opened is not ended
        other.wait_for_timeout(10)
    guest.page.get_by_role("button", name="Sign out").click()
    expect(other).to_have_url(re.compile("/$"))
    expect(other.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
