"""`croupier sbom`: the software bill of materials of this installation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.parameters import Option


@app.command()
def sbom(
    lock: Annotated[
        Path | None, Option(help="A lock file; its hashes are named where a version is the one installed.")
    ] = None,
) -> None:
    """Print what this installation is made of, as a CycloneDX bill of materials in JSON."""
    import json

    from croupier.cli.itself.inventory import bill, lock_hashes
    from croupier.errors import Refused
    from croupier.inputs import WRITTEN, read_text

    text = ""
    if lock is not None:
        try:
            text = read_text(lock, WRITTEN)
        except (OSError, UnicodeDecodeError) as error:
            raise Refused(f"cannot read {str(lock)!r}: {error}; want a lock file, such as requirements.lock") from None
    made = bill(sums=lock_hashes(text))
    if not made["components"]:
        raise Refused("croupier is not installed here, it only lies here; want an installation: pip install croupier")
    print(json.dumps(made, indent=2, ensure_ascii=False))
