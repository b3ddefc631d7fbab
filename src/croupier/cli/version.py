"""`croupier version`: which Croupier this is, as `croupier --version` says too."""

from __future__ import annotations

from croupier.cli.app import app


@app.command()
def version() -> None:
    """Print the version."""
    from croupier import __version__

    print(__version__)
