"""`croupier sign`: the heads of all streams, signed with a key that is kept apart from the database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.files import write_whole
from croupier.cli.options import DEFAULT_DB, Db
from croupier.cli.parameters import Option
from croupier.cli.room.desk import WritingDesk
from croupier.errors import Refused
from croupier.floor.cage.cage import Cage
from croupier.floor.house.heads import key_of, signer
from croupier.floor.house.signing import public_pem, signed_heads, signing_key
from croupier.floor.room import wall_clock_ms
from croupier.store.journal import open_record


@app.command()
def sign(
    out: Annotated[
        Path | None,
        Option(
            "--out",
            "-o",
            help="Where the signed heads go; keep the file away from the database. Without it, into the record.",
        ),
    ] = None,
    key: Annotated[
        Path | None,
        Option(
            envvar="CROUPIER_SIGNING_KEY",
            help="The signing key; made on first use, readable by you alone. Without it, the one beside the record.",
        ),
    ] = None,
    public: Annotated[Path | None, Option(help="Where the public key goes, for whoever audits.")] = None,
    db: Db = DEFAULT_DB,
) -> None:
    """Sign how far every stream has come: `croupier audit --key --heads` then finds a record rewritten whole.

    Without --out the signature goes into the record, as at a shift close; shifts that lack theirs get it.
    """
    path = key or key_of(db)
    if path is None:
        raise Refused("this record has no signing key beside it; say with --key where it is, or should be made")
    if out is None:
        with WritingDesk(db) as desk:
            mine = signing_key(path)
            sign_now = signer(desk.store, str(path))
            assert sign_now is not None, "there is a key"
            late = Cage(desk.store, sign=sign_now).sign_missing()
            now_ms = desk.store.clock(wall_clock_ms)()
            sign_now(f"on-demand-{now_ms}", now_ms)
            print(f"signed the heads up to entry {desk.store.position() - 1:,} into the record", end="")
            print(f", and made {late:,} missing signatures good" if late else "")
    else:
        with open_record(db) as record:
            mine = signing_key(path)
            signed = signed_heads(record, mine, wall_clock_ms())
        _write(out, signed.to_text())
        print(f"signed {len(signed.heads):,} streams up to entry {signed.position:,} in {out}")
    if public is not None:
        _write(public, public_pem(mine))
    print(public_pem(mine), end="")


def _write(path: Path, text: str) -> None:
    def fill(part: Path) -> None:
        part.write_text(text, encoding="ascii")

    write_whole(path, fill)
