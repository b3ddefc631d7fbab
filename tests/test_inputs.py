"""What comes from outside is read up to its limit, and what is within it is read whole."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from croupier.client import Client
from croupier.errors import Refused
from croupier.inputs import ANSWER, LONGEST_LINE, TooLarge, read_bytes, read_lines, read_text, with_limited_lines
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
