"""`croupier sign`: the heads of all streams, signed with a key that is kept apart from the database."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.files import write_whole
from croupier.cli.options import DEFAULT_DB, Db
from croupier.cli.parameters import Option
from croupier.floor.house.signing import public_pem, signed_heads, signing_key
from croupier.store.journal import open_record


@app.command()
def sign(
    out: Annotated[
        Path, Option("--out", "-o", help="Where the signed heads go; keep the file away from the database.")
    ],
    key: Annotated[
        Path,
        Option(envvar="CROUPIER_SIGNING_KEY", help="The signing key; made on first use, readable by you alone."),
    ],
    public: Annotated[Path | None, Option(help="Where the public key goes, for whoever audits.")] = None,
    db: Db = DEFAULT_DB,
) -> None:
    """Sign how far every stream has come: `croupier audit --key --heads` then finds a record rewritten whole."""
    with open_record(db) as record:
        mine = signing_key(key)
        signed = signed_heads(record, mine, time.time_ns() // 1_000_000)
    _write(out, signed.to_text())
    if public is not None:
        _write(public, public_pem(mine))
    print(f"signed {len(signed.heads):,} streams up to entry {signed.position:,} in {out}")
    print(public_pem(mine), end="")


def _write(path: Path, text: str) -> None:
    def fill(part: Path) -> None:
        part.write_text(text, encoding="ascii")

    write_whole(path, fill)
