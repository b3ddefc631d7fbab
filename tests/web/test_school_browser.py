"""A dealer's course in a real browser: a chapter by keyboard, an examination, the mock keypad; desktop and phone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page, expect
from web_place import Place
from web_screen import DESK, PHONE, Screen
from web_staff import PIN, staff

from croupier.floor.roles import Person, Role
from croupier.games import GAMES
from croupier.school.course import COURSE, PASS, QUESTIONS, chapter, paper, question
from croupier.school.question import Acts, Amounts, Choice, Ordering, Press, Question
from croupier.web.learn.exam_papers import ExamPapers
from depth import thorough

SIZES = (PHONE, DESK)


@pytest.fixture(scope="module")
def people(place: Place) -> dict[str, Person]:
    return staff(place)


@pytest.fixture
def screens(browser: Browser, place: Place, people: dict[str, Person]) -> Iterator[list[Screen]]:
    opened: list[Screen] = []
    yield opened
    for screen in opened:
        screen.close()


def answers(asked: Question, prefix: str = "") -> Iterator[tuple[str, str | None]]:
    """What somebody who knows puts where: a value into a field, or nothing more than a mark."""
    match asked.asks:
        case Choice() | Press():
            yield f'input[name="{prefix}answer"][value="{asked.answer[0]}"]', None
        case Ordering(items):
            for place, item in enumerate(items):
                yield f'[name="{prefix}place-{place}"]', str(asked.answer.index(item) + 1)
        case Amounts():
            for place, text in enumerate(asked.answer):
                verb = "pay" if text.startswith("+") else "take" if text.startswith("-") else "push"
                yield f'select[name="{prefix}verb-{place}"]', verb
                if verb != "push":
                    yield f'input[name="{prefix}amount-{place}"]', text.lstrip("+-$")
        case Acts():
            yield f'[name="{prefix}acts"]', "\n".join(asked.answer)


def fill(page: Page, asked: Question, prefix: str = "") -> None:
    """Answer a question as a person does, field by field; a whole table as text."""
    if isinstance(asked.asks, Acts):
        page.locator("details", has=page.locator(f'[name="{prefix}acts"]')).locator("summary").click()
    for where, what in answers(asked, prefix):
        field = page.locator(where)
        if what is None:
            field.check()
        elif field.evaluate("(field) => field.localName") == "select":
            field.select_option(what)
        else:
            field.fill(what)


def fill_at_once(page: Page, paper: Sequence[Question]) -> None:
    """A whole examination without a hand on the mouse, where a course of them is walked through."""
    page.evaluate(
        """(said) => {
            for (const [where, what] of said) {
                const field = document.querySelector(where);
                if (what === null) field.checked = true;
                else field.value = what;
                for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
            }
        }""",
        [put for number, asked in enumerate(paper) for put in answers(asked, f"q{number}-")],
    )


@thorough
def test_a_guest_practises_a_chapter(place: Place, browser: Browser, screens: list[Screen]) -> None:
    screen = Screen(browser, place, sizes=SIZES)
    screens.append(screen)
    page = screen.page
    page.goto("/learn/dealer")
    screen.look("school-course")
    page.get_by_role("link", name="Dealer qualified and not").click()
    page.wait_for_url("**/learn/dealer/qualified*")
    screen.look("school-chapter")
    page.goto("/learn/dealer/qualified?game=uth&seed=browser&number=0")
    for number in range(4):
        asked = question(chapter("qualified"), "uth", "browser", number)
        expect(page.locator("#question .asked")).to_have_text(asked.prompt)
        screen.look(f"school-question-{number}")
        fill(page, asked)
        page.get_by_role("button", name="Answer", exact=True).click()
        expect(page.locator("#verdict")).to_contain_text("Right.")
        screen.look(f"school-verdict-{number}")
        expect(page.locator("#next")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Question 5")).to_be_visible()
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.get_by_text("nothing is answered yet")).to_be_visible()
    page.goto("/learn/dealer")
    expect(page.locator('[data-chapter="qualified"] .practised')).to_have_text("4 of 4 practised right")


@thorough
def test_a_dealer_passes_and_a_supervisor_sees_it(
    place: Place, people: dict[str, Person], browser: Browser, screens: list[Screen]
) -> None:
    dora, sue = (Screen(browser, place, people[who], sizes=SIZES) for who in ("dora", "sue"))
    screens.extend((dora, sue))
    page = dora.page
    page.goto("/learn/dealer/pairs")
    page.get_by_label("Clock").select_option("600")
    page.get_by_role("button", name="Begin the examination").click()
    expect(page.get_by_role("timer")).to_contain_text("left")
    token = page.url.partition("paper=")[2]
    given = ExamPapers(place.house.key).read(token, "dora")
    asked = paper(chapter("pairs"), "uth", given.seed)
    for number, each in enumerate(asked[:PASS]):
        fill(page, each, f"q{number}-")
    page.get_by_role("button", name="Hand in").click()
    expect(page.locator("#outcome")).to_contain_text(f"{PASS} of {QUESTIONS} · passed")
    expect(page.locator("#outcome")).to_contain_text("Kept in the house's record.")
    dora.look("school-result")
    sue.page.goto("/staff")
    sue.page.locator(".doors").get_by_text("School", exact=True).click()
    expect(sue.page.locator("tbody tr").first).to_contain_text("dora")
    expect(sue.page.locator("tbody tr").first).to_contain_text("8 of 10")
    sue.look("school-results")
    sue.page.locator("tbody a").first.click()
    expect(sue.page.locator("#outcome")).to_contain_text("passed")


@thorough
def test_the_course_is_walked_to_its_end(
    place: Place, people: dict[str, Person], browser: Browser, screens: list[Screen]
) -> None:
    """Every chapter in order, from one examination on to the next; between them they are of every game."""
    dealer = place.house.people.register("dia", Role.DEALER, PIN, people["ada"], "register/dia")
    screen = Screen(browser, place, dealer, sizes=SIZES)
    screens.append(screen)
    page, asked_of = screen.page, list[str]()
    page.goto("/learn/dealer")
    page.locator(".chapters a").first.click()
    for of in COURSE.values():
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{of.number} · {of.title}")
        game = min(of.games, key=asked_of.count)
        asked_of.append(game)
        if len(of.games) > 1:
            page.locator("#exam-game").select_option(game)
        page.get_by_role("button", name="Begin the examination").click()
        page.wait_for_url("**/exam?paper=*")
        given = ExamPapers(place.house.key).read(page.url.partition("paper=")[2], "dia")
        fill_at_once(page, paper(of, game, given.seed)[:PASS])
        page.get_by_role("button", name="Hand in").click()
        expect(page.locator("#outcome")).to_contain_text("· passed")
        page.locator("#outcome .button.main").click()
    expect(page.locator("#course-done")).to_have_text(f"{len(COURSE)} of {len(COURSE)} chapters passed.")
    assert set(asked_of) == set(GAMES)
    screen.look("school-done")


@thorough
def test_the_mock_keypad_is_walked_to_the_end(place: Place, browser: Browser, screens: list[Screen]) -> None:
    screen = Screen(browser, place, sizes=SIZES)
    screens.append(screen)
    page = screen.page
    page.goto("/learn/dealer/keypad?flow=card&seed=browser")
    page.get_by_role("button", name="END GAME").click()
    expect(page.locator("#say")).to_contain_text("nobody has claimed it")
    screen.look("school-keypad")
    for _ in range(20):
        if page.locator("#say").inner_text().startswith("The game is over"):
            break
        page.get_by_role("link", name="Show the next key").click()
        expect(page.locator("#say")).to_have_text(re.compile("^Next: "))
        said = page.locator("#say").inner_text().removeprefix("Next: ").rstrip(".")
        who, _, label = said.partition(" presses ")
        page.get_by_label(who).check()
        page.get_by_role("button", name=label, exact=True).click()
        expect(page.locator("#say")).not_to_have_text(re.compile("^Next: "))
    expect(page.locator("#say")).to_have_text("The game is over, and every win is paid.")


@thorough
def test_the_manual_reads_well_and_prints(place: Place, browser: Browser, screens: list[Screen]) -> None:
    screen = Screen(browser, place)
    screens.append(screen)
    screen.page.goto("/learn/dealer/manual")
    screen.look("school-manual")
    screen.page.emulate_media(media="print")
    expect(screen.page.locator(".top")).to_be_hidden()
    screen.page.goto("/learn/dealer/manual#R21")
    expect(screen.page.locator("#R21")).to_contain_text("Dealer qualified and not")
