"""What is proved of this room's record, by whose key, and what is not: a page for strangers."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from fastapi import APIRouter, Request
from starlette.responses import Response

from croupier.floor.history.signatures import RecordedSignature, proof_of
from croupier.floor.house.heads import STREAM
from croupier.store.journal import Store
from croupier.web.context import InHouse, page_response
from croupier.web.models import Page
from croupier.web.wording import when

router = APIRouter()
_checked: Final[WeakKeyDictionary[Store, tuple[int, RecordedSignature | None]]] = WeakKeyDictionary()


class ProofPage(Page):
    """The latest signature over the record, and the public key that made it."""

    entries: int
    signatures: int
    until: int = 0
    signed: str = ""
    """When the latest signature was made, by the clock of the house."""
    key: str = ""
    pem: str = ""
    holds: bool = False


@router.get("/proof", summary="What is proved of the record, and by whose key", response_model=ProofPage)
def proof(request: Request, house: InHouse) -> Response:
    many, latest = _latest(house.store)
    page = ProofPage(entries=house.store.position(), signatures=many)
    if latest is not None:
        from croupier.floor.house.signing import pem_of_hex

        page.until, page.signed, page.holds = latest.until, when(latest.time_ms), latest.holds
        page.key, page.pem = latest.key, pem_of_hex(latest.key)
    return page_response(request, "proof.html", page)


def _latest(store: Store) -> tuple[int, RecordedSignature | None]:
    """How many signatures there are, and the latest one, which is checked once: strangers may ask often."""
    many = store.head(STREAM).version
    known = _checked.get(store)
    if known is None or known[0] != many:
        known = _checked[store] = many, proof_of(store, most=1).latest
    return known
