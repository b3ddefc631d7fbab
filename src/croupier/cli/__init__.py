"""The commands, a file or a few each; the file of a command is imported when the command is called."""

from __future__ import annotations

import os
import sys

import click

from croupier.cli.app import app
from croupier.errors import Refused
from croupier.inputs import with_limited_lines


def main() -> None:
    """Run one command; bad input ends with its message and exit status 2."""
    if "_CROUPIER_COMPLETE" in os.environ:
        # A shell asks how a line may go on.
        from croupier.cli.completion import know_powershell

        know_powershell()
    sys.stdin = with_limited_lines(sys.stdin)
    try:
        sys.exit(app.main(prog_name="croupier", standalone_mode=False))
    except click.ClickException as misspelt:
        misspelt.show()
        sys.exit(misspelt.exit_code)
    except click.Abort as left:
        # Interrupted at work, which says nothing more, or at a question that nobody answers.
        if isinstance(left.__cause__, KeyboardInterrupt):
            sys.exit(130)
        print("Aborted!", file=sys.stderr)
        sys.exit(1)
    except Refused as refused:
        print(f"croupier: {refused}", file=sys.stderr)
        sys.exit(2)
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
    except ModuleNotFoundError as error:
        from croupier.extras import missing

        command = next((word for word in sys.argv[1:] if not word.startswith("-")), "croupier")
        extra = missing(command, error)
        if extra is None:
            raise
        print(f"croupier: {extra}", file=sys.stderr)
        sys.exit(2)
    except Exception as failed:
        # A damaged file fails wherever it is read; the driver is loaded only where a record was opened.
        databases = sys.modules.get("sqlalchemy.exc")
        if databases is None or not isinstance(failed, databases.SQLAlchemyError):
            raise
        from croupier.store.database import error_text

        print(f"croupier: the record cannot be read: {error_text(failed)}; restore it from a copy", file=sys.stderr)
        sys.exit(2)
    finally:
        _say_left_out()


def _say_left_out() -> None:
    """Name the installed games that are left out, where somebody has asked which games there are."""
    installed = sys.modules.get("croupier.games.installed")
    for words in getattr(installed, "LEFT_OUT", ()):
        print(f"croupier: {words}", file=sys.stderr)
