"""`croupier signatures`: what is proved of a record, and by whose key."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import click

from croupier.cli.app import app
from croupier.cli.options import DEFAULT_DB, AsJson, Db
from croupier.cli.parameters import Option
from croupier.cli.room.desk import ReadingDesk
from croupier.floor.history.signatures import Proof, proof_of
from croupier.floor.house.signing import public_hex, public_key


@app.command()
def signatures(
    key: Annotated[
        Path | None, Option(help="The public key that you were given; signatures of any other count for nothing.")
    ] = None,
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Show how far a record is signed, by whose key, and whether the signatures hold; exit status 1 if one does not."""
    theirs = None if key is None else public_hex(public_key(key))
    with ReadingDesk(db, as_json) as desk:
        proof = proof_of(desk.store)
        mine = [one for one in proof.signatures if theirs in (None, one.key)]
        plain = {
            "entries": proof.entries,
            "key": theirs,
            "signatures": [
                {"entry": one.entry, "until": one.until, "time_ms": one.time_ms, "key": one.key, "holds": one.holds}
                for one in proof.signatures
            ],
        }
        desk.show(plain, *_lines(proof, theirs))
    if not proof.holds or (theirs is not None and len(mine) < max(1, len(proof.signatures))):
        raise click.exceptions.Exit(1)


def _lines(proof: Proof, theirs: str | None) -> list[str]:
    if proof.latest is None:
        return ["nothing is signed in this record; `croupier sign` makes a key and begins"]
    lines = []
    for name in proof.keys:
        some = [one for one in proof.signatures if one.key == name]
        when = datetime.fromtimestamp(some[0].time_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
        bad = [one for one in some if not one.holds]
        verdict = "all hold" if not bad else f"{len(bad):,} DO NOT HOLD, the first up to entry {bad[-1].until:,}"
        whose = {None: "", name: ", the key that you gave"}.get(theirs, ", NOT the key that you gave")
        lines += [
            f"key {name}{whose}",
            f"  {len(some):,} signatures, {verdict}; the latest, {when}, goes up to entry {some[0].until:,} of "
            f"{proof.entries:,}",
        ]
    return [
        *lines,
        "proved to who has the key from elsewhere: up to there nothing was changed, left out or put in since",
        "not proved: that what was written is true, when it was, and anything after that entry (docs/assurance.md)",
    ]
