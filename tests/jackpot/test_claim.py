"""R44, R45, R46: every button of both keypads in every state, as a table that a dealer can read."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.jackpot.buttons import (
    Button,
    Confirm,
    GameOver,
    Hand,
    JPot,
    KeyToJph,
    KeyToRun,
    Refuse,
    Seat,
    Swipe,
    parse_button,
)
from croupier.jackpot.claim import (
    READY,
    Armed,
    Confirmed,
    Effect,
    LinkPerson,
    Logged,
    NotNow,
    NotYours,
    Pad,
    Pressed,
    Rank,
    SeatChosen,
    check_person,
    effect_of,
    offers,
)
from croupier.jackpot.terms import Flow

STATES: dict[str, Pad] = {
    "nothing on": READY,
    "seat 3": SeatChosen(3),
    "royal on": Pressed(1, "royal"),
    "key at JPH": Armed(1, "royal"),
    "logged": Logged(1, "royal"),
    "confirmed": Confirmed(1, "royal"),
}
BUTTONS: dict[str, Button] = {
    "seat 3": Seat(3),
    "seat 5": Seat(5),
    "royal": Hand("royal"),
    "flush": Hand("flush"),
    "JPH": KeyToJph(),
    "J-pot": JPot(),
    "Run": KeyToRun(),
    "confirm": Confirm(),
    "swipe": Swipe(),
    "refuse": Refuse("misread"),
    "game over": GameOver(),
}
KEYED_STATES = ("nothing on", "royal on", "key at JPH", "logged")
CARD_STATES = ("nothing on", "seat 3", "royal on", "confirmed")

# state | button | what it does, or the reason why it does nothing
KEYED = """
  nothing on | royal     | the hand is on, the level's cents are frozen
  nothing on | flush     | the hand is on, the level's cents are frozen
  nothing on | JPH       | no hand is on; press the hand button first
  nothing on | J-pot     | no hand is on; press the hand button first
  nothing on | Run       | no hand is on; press the hand button first
  nothing on | refuse    | no hand is on; press the hand button first
  nothing on | game over | the game is over
  royal on   | royal     | the hand is off, the cents are back
  royal on   | flush     | royal is on; a supervisor turns the key to JPH or refuses; pressed again it is off
  royal on   | JPH       | the key is at JPH
  royal on   | J-pot     | royal is on; a supervisor turns the key to JPH or refuses; pressed again it is off
  royal on   | Run       | royal is on; a supervisor turns the key to JPH or refuses; pressed again it is off
  royal on   | refuse    | the claim is refused, the cents are back
  royal on   | game over | a win is pending; a supervisor turns the key to JPH or refuses; pressed again it is off
  key at JPH | royal     | the key is at JPH for royal; press J-pot, refuse, or turn the key back to Run
  key at JPH | flush     | the key is at JPH for royal; press J-pot, refuse, or turn the key back to Run
  key at JPH | JPH       | the key is at JPH for royal; press J-pot, refuse, or turn the key back to Run
  key at JPH | J-pot     | the win is logged
  key at JPH | Run       | the key is back at Run, the hand still on
  key at JPH | refuse    | the claim is refused, the cents are back
  key at JPH | game over | the key is at JPH for royal; press J-pot, refuse, or turn the key back to Run
  logged     | royal     | royal is logged; turn the key to Run; after that only a manual adjustment backs it out
  logged     | flush     | royal is logged; turn the key to Run; after that only a manual adjustment backs it out
  logged     | JPH       | royal is logged; turn the key to Run; after that only a manual adjustment backs it out
  logged     | J-pot     | royal is logged; turn the key to Run; after that only a manual adjustment backs it out
  logged     | Run       | the meter is adjusted
  logged     | refuse    | royal is logged; turn the key to Run; after that only a manual adjustment backs it out
  logged     | game over | royal is logged; turn the key to Run; after that only a manual adjustment backs it out
"""

CARD = """
  nothing on | seat 3    | the seat is selected
  nothing on | seat 5    | the seat is selected
  nothing on | royal     | no seat is selected; select the seat first
  nothing on | flush     | no seat is selected; select the seat first
  nothing on | confirm   | no hand is on; select the seat first
  nothing on | swipe     | no hand is on; select the seat first
  nothing on | refuse    | no hand is on; select the seat first
  nothing on | game over | the game is over
  seat 3     | seat 3    | no seat is selected
  seat 3     | seat 5    | the seat is selected
  seat 3     | royal     | the hand is on, the level's cents are frozen
  seat 3     | flush     | the hand is on, the level's cents are frozen
  seat 3     | confirm   | no hand is on; press the hand of seat 3 first
  seat 3     | swipe     | no hand is on; press the hand of seat 3 first
  seat 3     | refuse    | no hand is on; press the hand of seat 3 first
  seat 3     | game over | the game is over
  royal on   | seat 3    | royal is on; a supervisor confirms or refuses; pressed again it is off
  royal on   | seat 5    | royal is on; a supervisor confirms or refuses; pressed again it is off
  royal on   | royal     | the hand is off, the cents are back
  royal on   | flush     | royal is on; a supervisor confirms or refuses; pressed again it is off
  royal on   | confirm   | the win is confirmed
  royal on   | swipe     | royal is on; a supervisor confirms or refuses; pressed again it is off
  royal on   | refuse    | the claim is refused, the cents are back
  royal on   | game over | a win is pending; a supervisor confirms or refuses; pressed again it is off
  confirmed  | seat 3    | royal is confirmed; swipe a Supervisor or Executive card, or refuse
  confirmed  | seat 5    | royal is confirmed; swipe a Supervisor or Executive card, or refuse
  confirmed  | royal     | royal is confirmed; swipe a Supervisor or Executive card, or refuse
  confirmed  | flush     | royal is confirmed; swipe a Supervisor or Executive card, or refuse
  confirmed  | confirm   | royal is confirmed; swipe a Supervisor or Executive card, or refuse
  confirmed  | swipe     | the win is logged and the meter adjusted
  confirmed  | refuse    | the claim is refused, the cents are back
  confirmed  | game over | royal is confirmed; swipe a Supervisor or Executive card, or refuse
"""


def _rows(table: str) -> list[tuple[str, str, str]]:
    return [
        (state.strip(), button.strip(), says.strip())
        for state, button, says in (line.split("|") for line in table.strip().splitlines())
    ]


def _said(flow: Flow, state: str, button: str) -> str:
    pressed = BUTTONS[button]
    try:
        return effect_of(flow, STATES[state], pressed).value
    except NotNow as refused:
        return str(refused).removeprefix(f"cannot press {pressed} now: ")


@pytest.mark.parametrize(("state", "button", "says"), _rows(KEYED))
def test_the_keyed_keypad(state: str, button: str, says: str) -> None:
    assert _said(Flow.KEYED, state, button) == says


@pytest.mark.parametrize(("state", "button", "says"), _rows(CARD))
def test_the_card_keypad(state: str, button: str, says: str) -> None:
    assert _said(Flow.CARD, state, button) == says


def test_the_tables_leave_out_no_button_and_no_state() -> None:
    """What is not in a table is a button that the keypad does not have, and it says so."""
    for flow, table, states, has in (
        (Flow.KEYED, KEYED, KEYED_STATES, "keyed"),
        (Flow.CARD, CARD, CARD_STATES, "card"),
    ):
        listed = {(state, button) for state, button, _ in _rows(table)}
        for state in states:
            for button in BUTTONS:
                if (state, button) not in listed:
                    assert _said(flow, state, button).startswith("this keypad works with"), (has, state, button)


def test_the_lit_buttons_are_those_that_work() -> None:
    assert offers(Flow.KEYED, READY) == ("hand", "game over")
    assert offers(Flow.KEYED, Pressed(1, "royal")) == ("hand", "key jph", "refuse")
    assert offers(Flow.KEYED, Armed(1, "royal")) == ("j-pot", "key run", "refuse")
    assert offers(Flow.KEYED, Logged(1, "royal")) == ("key run",)
    assert offers(Flow.CARD, READY) == ("seat", "game over")
    assert offers(Flow.CARD, SeatChosen(3)) == ("seat", "hand", "game over")
    assert offers(Flow.CARD, Pressed(1, "royal")) == ("hand", "confirm", "refuse")
    assert offers(Flow.CARD, Confirmed(1, "royal")) == ("swipe", "refuse")


# effect | who | who pressed the hand | what is said
PEOPLE = """
  PRESS          | dealer dora     | -    | ok
  RELEASE        | dealer dan      | dora | ok
  END            | dealer dora     | -    | ok
  ARM            | dealer dan      | dora | dan is a dealer
  CONFIRM        | dealer dan      | dora | dan is a dealer
  LOG            | dealer dan      | dora | dan is a dealer
  ADJUST         | dealer dan      | dora | dan is a dealer
  LOG_AND_ADJUST | dealer dan      | dora | dan is a dealer
  REFUSE         | dealer dan      | dora | dan is a dealer
  ARM            | supervisor sam  | dora | ok
  ARM            | supervisor sam  | sam  | sam pressed the hand button
  DISARM         | supervisor sam  | sam  | sam pressed the hand button
  CONFIRM        | supervisor sam  | sam  | sam pressed the hand button
  LOG            | supervisor sam  | sam  | sam pressed the hand button
  LOG_AND_ADJUST | executive eve   | eve  | eve pressed the hand button
  ADJUST         | supervisor sam  | sam  | sam pressed the hand button
  REFUSE         | supervisor sam  | sam  | sam pressed the hand button
  LOG_AND_ADJUST | executive eve   | dora | ok
"""


@pytest.mark.parametrize("row", PEOPLE.strip().splitlines())
def test_whoever_presses_does_not_approve(row: str) -> None:
    effect, who, pressed_by, says = (cell.strip() for cell in row.split("|"))
    rank, name = who.split()
    person = LinkPerson(name, Rank(rank))
    answered = "ok"
    try:
        check_person(Effect[effect], Confirm(), person, None if pressed_by == "-" else pressed_by)
    except NotYours as refused:
        answered = str(refused)
    assert answered.startswith(says)


def test_a_refusal_needs_a_reason() -> None:
    with pytest.raises(NotYours, match="stated reason"):
        check_person(Effect.REFUSE, Refuse("  "), LinkPerson("sam", Rank.SUPERVISOR), "dora")


@pytest.mark.parametrize("button", BUTTONS.values(), ids=str)
def test_a_button_is_its_text(button: Button) -> None:
    assert parse_button(str(button)) == button


def test_one_text_spelled_out() -> None:
    assert parse_button(" seat 4 ") == Seat(4)
    assert parse_button("key jph") == KeyToJph()


@given(st.text(max_size=12))
def test_any_text_is_a_button_or_refused(text: str) -> None:
    with suppress(Refused):
        assert str(parse_button(text)).split()[0] == text.split()[0]
