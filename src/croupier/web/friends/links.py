"""Links that open something private to whoever has them: a seat, a look at a table, one finished round.

A link carries what it opens, and the house's signature. No link is stored; the key that signs them is, beside the
record, so a link works after a restart and on every server.
"""

from __future__ import annotations

import hmac
import socket
from typing import Final

from fastapi import Request
from pydantic import BaseModel
from starlette.datastructures import URL

from croupier.floor.history.rounds import NoSuchRound
from croupier.floor.practice import is_practice
from croupier.web.sessions import Cookies
from croupier.web.staff.people import qr_code
from croupier.web.table.identity import NotLetIn

_PREFIX: Final = "practice-"
_KINDS: Final = {"s": True, "w": False}
"""To a seat, or to watch."""


class LinkCard(BaseModel):
    """A link as a page shows it: to copy, and to hold a telephone's camera to."""

    address: str
    qr: str
    hint: str = ""
    """Why a telephone cannot open it, and what would work, where it leads to this very machine."""


def link_card(request: Request, path: str) -> LinkCard:
    """The card of a path of this house, under the address at which the request reached it."""
    address = f"{str(request.base_url).rstrip('/')}{path}"
    return LinkCard(address=address, qr=qr_code(address), hint=_hint(request.base_url))


def _hint(base: URL) -> str:
    host = base.hostname or ""
    if host != "localhost" and not (host.startswith("127.") or host == "::1"):
        return ""
    there = base.replace(hostname=_own_address() or "ADDRESS-OF-THIS-MACHINE")
    return (
        f"{host} is this machine itself: no telephone opens this link. Let the server listen in your network "
        f"(croupier serve --host 0.0.0.0) and open this page at {there}; its links then work for everybody there."
    )


def _own_address() -> str:
    """This machine's address in its network, if it has one; nothing is sent."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # an address that is nobody's: the system only says from where it would ask
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def table_path(cookies: Cookies, table: str, *, seat: bool) -> str:
    """The way in at a private table: to a seat, or only to look on."""
    kind = "s" if seat else "w"
    return f"/t/{table.removeprefix(_PREFIX)}{kind}{cookies.signature(f'{table}/{kind}')}"


def opened_table(cookies: Cookies, token: str) -> tuple[str, bool]:
    """The private table that a link opens, and whether to a seat. A link that was not signed here is refused."""
    table, kind, signature = f"{_PREFIX}{token[:8]}", token[8:9], token[9:]
    # As bytes: anything may be sent, and text that is not ASCII cannot be compared in constant time.
    wanted = cookies.signature(f"{table}/{kind}").encode()
    if kind not in _KINDS or not is_practice(table) or not hmac.compare_digest(signature.encode(), wanted):
        raise NotLetIn(table, [])
    return table, _KINDS[kind]


def round_path(cookies: Cookies, name: str) -> str:
    """The way to one finished round, and to nothing else of its table."""
    return f"/shared/{name}.{cookies.signature(f'round/{name}')}"


def opened_round(cookies: Cookies, token: str) -> str:
    """The round that a link opens."""
    name, _, signature = token.rpartition(".")
    if not name or not hmac.compare_digest(signature.encode(), cookies.signature(f"round/{name}").encode()):
        raise NoSuchRound(name or token)
    return name
