"""The commands, one file each. A command imports what it needs when it runs, so `--help` stays quick."""

from __future__ import annotations

import sys
from importlib import import_module

from croupier.cli.app import app
from croupier.errors import Refused


def main() -> None:
    """Run one command; bad input ends with its message and exit status 2."""
    try:
        app()
    except Refused as refused:
        print(f"croupier: {refused}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        # The reader went away (`| head`): nothing is left to say, and nobody to say it to.
        sys.stderr.close()
        sys.exit(141)
    except OSError as failed:
        # Some file could not be read or written: which one and why is all that there is to say.
        where = f"cannot use {str(failed.filename)!r}" if failed.filename else "a file cannot be read or written"
        print(f"croupier: {where}: {failed.strerror or failed}", file=sys.stderr)
        sys.exit(2)
    except UnicodeDecodeError as failed:
        # Files are read as text, and so are the names in a database: a damaged one has others.
        print(
            f"croupier: what should be text is none: {failed}; want UTF-8, or a record that is whole", file=sys.stderr
        )
        sys.exit(2)
    except Exception as failed:
        # A damaged file fails wherever it is read; the driver is loaded only where a record was opened.
        databases = sys.modules.get("sqlalchemy.exc")
        if databases is None or not isinstance(failed, databases.SQLAlchemyError):
            raise
        from croupier.store.database import said

        print(f"croupier: the record cannot be read: {said(failed)}; restore it from a copy", file=sys.stderr)
        sys.exit(2)


@app.command()
def version() -> None:
    """Print the version."""
    from croupier import __version__

    print(__version__)


# Importing a command's module registers it; the order here is the order in `croupier --help`.
COMMANDS = (
    "room.serve",
    "play",
    "rules",
    "settle",
    "verify",
    "shuffles",
    "replay",
    "train",
    "drills",
    "figures.edge",
    "figures.progressive",
    "figures.strategy",
    "figures.faceup",
    "figures.simulate",
    "figures.hold",
    "figures.banking",
    "room.table",
    "room.tables.choices",
    "room.signs",
    "links.link",
    "links.claims",
    "links.meters",
    "links.office",
    "links.reports",
    "room.cage",
    "figures.played",
    "room.staff",
    "room.house",
    "room.books.audit",
    "room.books.sign",
    "room.books.export",
    "room.books.rounds",
    "room.soak",
)
for command in COMMANDS:
    import_module(f"croupier.cli.{command}")
