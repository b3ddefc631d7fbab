"""`croupier version`: which Croupier this is, as `croupier --version` says too."""

from __future__ import annotations

from croupier import __version__
from croupier.cli.app import app


@app.command()
def version() -> None:
    """Print the version."""
    print(__version__)
