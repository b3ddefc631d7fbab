"""`croupier.client` against a real server: signing in, orders, refusals and the stream."""

from __future__ import annotations

import secrets
import subprocess
import sys
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest
from web_place import Place

from croupier.client import Client, Declined, Machine
from croupier.errors import Refused
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy
from depth import thorough

ROOT = Path(__file__).parents[2]


def test_a_guest_practises_a_whole_round(place: Place) -> None:
    me = Client(place.url)
    table = me.practise("wa-2018")
    assert me.look(table).seat is not None
    me.bet(table, 1000, trips=500)
    began = me.look(table).round
    decided = 0
    for state in me.stream(table):
        if state.legal and state.round == began:
            assert len(state.cards) == 2
            me.act(table, state.legal[0])
            decided += 1
        last = state.plain["last"]
        if last is not None and last["id"] == began:
            break
    assert decided == 1, "four times the Ante before the flop, and nothing is left to decide"
    (mine,) = [seat for seat in last["seats"] if seat["number"] == state.seat]
    assert mine["stakes"] == {"ante": 1000, "blind": 1000, "trips": 500}
    assert mine["raised"] == {"play": 4000}


def test_somebody_with_an_account_signs_in_sits_and_stands(place: Place) -> None:
    name, table = f"ann{secrets.token_hex(3)}", place.open_table(f"C{secrets.token_hex(2)}")
    place.player(name, pin="246810")
    me = Client(place.url)
    with pytest.raises(Declined, match="ign in") as declined:
        me.sit(table, 3)
    assert declined.value.status == 401
    me.sign_in(name, "246810")
    assert table in [row.name for row in me.tables()]
    version = me.sit(table, 3)
    state = me.look(table)
    assert (state.seat, state.chips) == (3, 100_000)
    assert state.version >= version, "and by now the dealer may have opened a round"
    me.stand(table)
    assert me.look(table).seat is None
    me.sign_out()
    assert me.get("/sign-in")["you"]["name"] == ""


def test_a_wrong_pin_is_declined_in_the_rooms_words(place: Place) -> None:
    name = f"bob{secrets.token_hex(3)}"
    place.player(name, pin="246810")
    with pytest.raises(Declined) as declined:
        Client(place.url).sign_in(name, "111111")
    assert declined.value.status == 403
    assert "PIN" in str(declined.value)
    assert isinstance(declined.value, Refused)


def test_an_order_that_comes_late_is_declined_with_what_is_true_now(place: Place) -> None:
    me = Client(place.url)
    table = me.practise()
    old = me.look(table).version
    me.bet(table, 1000)
    with pytest.raises(Declined) as declined:
        me.order(table, "fold", version=old - 5)
    assert declined.value.status == 409
    assert declined.value.answer["page"]["table"]["id"] == table


def test_the_same_command_is_carried_out_once(place: Place) -> None:
    name, table = f"cid{secrets.token_hex(3)}", place.open_table(f"D{secrets.token_hex(2)}")
    place.player(name, pin="246810")
    me = Client(place.url)
    me.sign_in(name, "246810")
    command, at = secrets.token_hex(8), me.look(table).version
    for _ in range(2):
        me.order(table, "sit 2", version=at, command=command)
    assert [one.seat for one in place.table(table).sittings if one.player == name] == [2]
    with pytest.raises(Declined) as declined:
        me.order(table, "sit 4", version=me.look(table).version, command=command)
    assert declined.value.status == 409


def test_staff_send_forms_press_keys_and_post_json(place: Place) -> None:
    boss = f"sue{secrets.token_hex(3)}"
    root = Person("root", Role.ADMIN)
    place.house.people.register(boss, Role.SUPERVISOR, "246810", root, f"register/{boss}")
    table = place.open_table(f"E{secrets.token_hex(2)}", dealt_by=DealtBy.PERSON)
    me = Client(place.url)
    me.sign_in(boss, "246810")
    player = f"pat{secrets.token_hex(3)}"
    assert me.send("/staff/people", name=player, role="player", pin="135790", pin_again="135790").status == 200
    assert place.house.people.find(player) is not None
    before = me.look(table).version
    assert me.staff_order(table, "open") > before
    assert me.look(table).stage == "betting"
    with pytest.raises(Declined, match="player's order"):
        me.staff_order(table, "bet 10")
    body = {"order": "stop", "version": me.look(table).version, "command": secrets.token_hex(8), "badge": "", "pin": ""}
    assert me.post(f"/api/staff/tables/{table}/orders", body)["as"] == boss


def test_two_clients_with_one_jar_are_one_visitor(place: Place) -> None:
    name, jar = f"dan{secrets.token_hex(3)}", CookieJar()
    one, other = Client(place.url, jar=jar), Client(place.url, jar=jar)
    token = other.token
    one.join(name, "246810")
    assert other.get("/sign-in")["you"]["name"] == name
    assert other.token != token, "the token belongs to the cookie"


def test_a_machine_signs_each_report(place: Place) -> None:
    with pytest.raises(Declined) as declined:
        Machine(place.url, "no-key", "nobody", "1111").look("C1")
    assert declined.value.status == 401


def test_no_server_and_no_address_are_told_apart() -> None:
    with pytest.raises(Refused, match="want an address such as http://localhost:8000"):
        Client("localhost:8000")
    with pytest.raises(ConnectionError, match="no answer from http://127"):
        Client("http://127.0.0.1:9", timeout_s=5).tables()


def test_the_example_bots_play(place: Place) -> None:
    asked = [sys.executable, str(ROOT / "examples" / "bots.py"), "--at", place.url, "--bots", "2", "--rounds", "1"]
    ran = subprocess.run(asked, capture_output=True, encoding="utf-8", timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count(" rounds, ") == 2


@thorough
def test_the_loop_of_the_page_about_it_plays_ten_rounds(place: Place) -> None:
    code = (ROOT / "docs" / "http.md").read_text().partition("```python\n")[2].partition("```")[0]
    names: dict[str, Any] = {}
    exec(code.replace("http://localhost:8000", place.url), names)
    assert len(names["played"]) == 10


def test_the_client_needs_the_standard_library_alone() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); from croupier.client import Client; Client('http://x')"
    )
    ran = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stderr
    code += "\ntry: next(Client('http://x').stream('T1'))\nexcept ImportError as error: print(error)"
    ran = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, encoding="utf-8")
    assert ran.stdout.startswith("the stream of a table needs the client extra: pip install 'croupier[client]'")
