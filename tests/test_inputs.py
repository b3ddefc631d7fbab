"""What comes from outside is read up to its limit, and what is within it is read whole."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from croupier.client import Client
from croupier.errors import Refused
from croupier.floor.audit.auditor import parse_head
from croupier.floor.choices.choice import parse_count, parse_seats
from croupier.floor.house.approval_scope import parse_face_up
from croupier.floor.orders import parse_order
from croupier.inputs import (
    ANSWER,
    LONGEST_LINE,
    TooLarge,
    read_bytes,
    read_lines,
    read_text,
    whole_number,
    with_limited_lines,
)
from croupier.jackpot.office.components import is_below
from croupier.money import parse_basis_points, parse_dollars
from croupier.rules.own.meters import own_table
from croupier.rules.paytables import OWN_TABLE, parse_pay
from croupier.studies.question import FormField, FormValues
from croupier.web.servers import _post


def test_a_file_may_hold_as_much_as_its_limit_and_no_more(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * 100_000)
    assert read_bytes(file, 100_000) == b"x" * 100_000
    with pytest.raises(TooLarge, match="it holds more than 99,999 bytes") as large:
        read_bytes(file, 99_999)
    assert large.value.filename == str(file)


def test_the_lines_of_a_text_end_as_on_any_system(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes("a\r\nb\rc\n¢".encode())
    assert read_text(file, 100) == file.read_text("utf-8") == "a\nb\nc\n¢"
    with pytest.raises(UnicodeDecodeError):
        read_text(file, 100, "ascii")


def test_lines_are_read_as_a_file_gives_them() -> None:
    data = b"a\n\nb\r\n\x00\xff\nlast"
    assert list(read_lines(io.BytesIO(data), "a file")) == list(io.BytesIO(data))


def test_a_line_that_is_too_long_leaves_its_place_empty() -> None:
    fits, over = b"x" * LONGEST_LINE, b"x" * (LONGEST_LINE + 1)
    data = b"\n".join([fits, over, b"a", over * 3, b"b", fits])
    assert list(read_lines(io.BytesIO(data), "a file")) == [fits + b"\n", None, b"a\n", None, b"b\n", fits]


def test_what_is_typed_is_read_as_it_was() -> None:
    typed = "ten ¢\r\n\nlast"
    stdin = with_limited_lines(io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
    assert [stdin.readline() for _ in range(4)] == ["ten ¢\n", "\n", "last", ""]


@contextmanager
def endless_server(status: int) -> Iterator[str]:
    """The address of a server whose answers have no end."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            with suppress(OSError):
                while True:
                    self.wfile.write(bytes(1 << 20))

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("status", [200, 500])
def test_a_client_does_not_read_an_answer_without_an_end(status: int) -> None:
    with endless_server(status) as address, pytest.raises(ConnectionError) as lost:
        Client(f"http://{address}").get("/lobby")
    assert str(lost.value) == f"no answer from http://{address}: it holds more than {ANSWER:,} bytes"


def test_a_server_does_not_read_a_neighbours_answer_without_an_end() -> None:
    with endless_server(200) as address:
        assert "answered strangely" in _post(address, b"{}", "")["error"]


def test_a_variant_without_an_end_is_refused() -> None:
    from croupier.data import variants

    with pytest.raises(Refused, match="cannot read variant /dev/zero: it holds more than 1,048,576 bytes; want a TOML"):
        variants(["/dev/zero"])


LONG = "9" * 5_000
"""Python reads no number of so many digits, and says so with an error that nobody waits for."""


@pytest.mark.parametrize(
    "read",
    [
        parse_dollars,
        parse_basis_points,
        parse_pay,
        parse_seats,
        parse_face_up,
        parse_order,
        parse_count("a number"),
        lambda text: parse_dollars(f"1{',000' * 1_700}"),
        lambda text: parse_head(f"table/T1:{text}:{'0' * 64}"),
        lambda text: own_table(f"{OWN_TABLE}x;first_five_cards;royal_flush=100%main;envy.royal_flush={text}"),
        lambda text: FormValues([FormField("n", "Number", "1")], {"n": text}).whole("n", 1, 9),
        lambda text: FormValues([FormField("n", "Number", "1")], {"n": text}).cents("n", 1, 9),
        lambda text: FormValues([FormField("n", "Number", "1")], {"n": text}).percent("n", 1, 9),
    ],
)
def test_a_number_of_thousands_of_digits_is_refused_in_words(read: Callable[[str], object]) -> None:
    with pytest.raises(Refused):
        read(LONG)


def test_a_version_of_thousands_of_digits_is_still_a_version() -> None:
    assert is_below("1.2", f"1.{LONG}")


def test_a_whole_number_is_what_digits_write() -> None:
    texts = ("0", "007", "12", "9" * 18, "9" * 19, "", "-1", "+1", "1_0", "٣", " 1")
    assert [whole_number(text) for text in texts] == [0, 7, 12, 10**18 - 1, *[None] * 7]
