"""The win page (R48): one hit on one sheet of paper, with the hashes that tie it to the record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from typing import Any, Final

from croupier.errors import Refused
from croupier.floor.house.approval_status import ApprovalBook
from croupier.floor.links.desk import PREFIX, Desk
from croupier.floor.links.hits import Hit, hits, public
from croupier.floor.links.outside import stream_of
from croupier.money import dollars
from croupier.rules.paytables import line_words
from croupier.store.entry import Head
from croupier.store.journal import Store

_SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_STYLE: Final = """
  @page { margin: 18mm }
  body { font: 12pt/1.45 Georgia, serif; color: #111; max-width: 42rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 20pt; margin: 0 } .amount { font-size: 34pt; margin: .3rem 0 1rem }
  table { border-collapse: collapse; width: 100% } th { text-align: left; font-weight: normal; color: #444; width: 34% }
  td, th { padding: .25rem 0; border-bottom: 1px solid #ccc; vertical-align: top }
  .cards span { font-size: 18pt; margin-right: .5rem } .red { color: #b00020 }
  code { font: 9pt/1.3 monospace; overflow-wrap: anywhere }
  .undone { border: 2px solid #111; padding: .4rem .6rem; font-weight: bold }
  .sign { display: flex; gap: 2rem; margin-top: 3rem } .sign p { flex: 1; border-top: 1px solid #111 }
"""


@dataclass(frozen=True, slots=True)
class WinPage:
    """What the page says: the hit, and how far the streams that prove it had come when it was printed."""

    link: str
    hit: Hit
    heads: dict[str, Head]
    approval: str = ""
    approval_status: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The page as plain data, without what was noted of the winner."""
        heads = {stream: f"{stream}:{head.version}:{head.hash}" for stream, head in self.heads.items()}
        return {
            "link": self.link,
            "approval": self.approval,
            "approval_status": self.approval_status,
            **public(self.hit),
            "heads": heads,
        }


class NoSuchHit(Refused):
    """A claim that was never logged."""

    def __init__(self, link: str, claim: int) -> None:
        super().__init__(f"claim {claim} of link {link!r} is not logged; a win page is for a logged win")


def win_page(store: Store, link: str, claim: int) -> WinPage:
    """The win page of a logged claim."""
    played_on = Desk(store).link(link)
    win = next((hit for hit in hits(store, link, last=None) if hit.claim == claim), None)
    if win is None:
        raise NoSuchHit(link, claim)
    streams = (f"{PREFIX}{link}", f"table/{win.table}", stream_of(win.table))
    heads = {stream: store.head(stream) for stream in streams}
    begun, approval = {stream: head for stream, head in heads.items() if head.version}, played_on.terms.approval
    return WinPage(link, win, begun, approval, ApprovalBook(store).of_link(played_on).words)


def backed_out_words(hit: Hit) -> str:
    """How a win was backed out, in a sentence; empty where it stands."""
    undo = hit.backed_out
    if undo is None:
        return ""
    return (
        f"Backed out on {_time(undo.time_ms)} by adjustment {undo.adjustment}: asked by {undo.author}, approved by "
        f"{undo.approver}, document {undo.document}. Meter and reserve are restored; the award is between house and "
        "player."
    )


def win_rows(link: str, hit: Hit, when: Callable[[int], str]) -> list[tuple[str, str]]:
    """What R48 asks for, line by line; `when` tells a moment."""
    adjusted = f"{hit.adjusted_by}, {when(hit.adjusted_ms)}" if hit.adjusted_by else "not yet"
    return [
        ("Link, level", f"{link}, {hit.level}"),
        ("Table, seat", f"{hit.table}, seat {hit.seat}"),
        ("Round", hit.round),
        ("Player", hit.player or "not in our book"),
        ("Hand", line_words(hit.line)),
        *([("Cards", f"real cards, by no shuffle of ours; entered by {hit.cards_by}")] if hit.cards_by else []),
        ("Meter before", dollars(hit.before)),
        ("Meter after", dollars(hit.after)),
        ("Seed", dollars(hit.seeded)),
        ("From the reserve", dollars(hit.from_reserve)),
        ("Topped up by the house", dollars(hit.topped_up)),
        ("Hand button", f"{hit.pressed_by}, {when(hit.pressed_ms)}"),
        ("Verified", hit.verified_by),
        ("Logged", f"{hit.logged_by}, {when(hit.logged_ms)}"),
        ("Meter adjusted", adjusted),
    ]


def html(page: WinPage) -> str:
    """The page, ready to print; it needs nothing from anywhere else."""
    hit = page.hit
    rows = win_rows(page.link, hit, _time)
    body = "\n".join(f"<tr><th scope=row>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in rows)
    proof = "\n".join(
        f"<tr><th scope=row>{escape(stream)}, version {head.version}</th><td><code>{head.hash}</code></td></tr>"
        for stream, head in page.heads.items()
    )
    title = f"Win {hit.number}, {escape(page.link)}"
    undone = f'<p class="undone">{escape(backed_out_words(hit))}</p>' if hit.backed_out else ""
    approval = escape(page.approval_status[:1].upper() + page.approval_status[1:])
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>{_STYLE}</style></head>
<body>
<h1>Progressive win {hit.number}, {escape(page.link)}</h1>
<p>Claim {hit.claim}. {approval}.</p>
{undone}
<p class="amount">{dollars(hit.amount)}</p>
<p class="cards">{_cards(hit.cards)}</p>
<table>
{body}
<tr><th scope=row>Record of the win</th><td><code>{hit.record_hash}</code></td></tr>
</table>
<h2>Heads of the record when this page was made</h2>
<table>
{proof}
</table>
<div class="sign"><p>Supervisor</p><p>Player</p><p>Cage</p></div>
</body>
</html>
"""


def _cards(text: str) -> str:
    texts = []
    for card in text.split():
        rank, suit = card[:-1], card[-1:]
        red = ' class="red"' if suit in "dh" else ""
        texts.append(f"<span{red}>{escape(rank)}{_SUITS.get(suit, escape(suit))}</span>")
    return "".join(texts)


def _time(time_ms: int) -> str:
    return datetime.fromtimestamp(time_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
