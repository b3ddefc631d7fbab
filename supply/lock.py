"""`make lock`: write `requirements.lock`, every file that a server may install, by version and hash.

It holds for every Python from 3.11 on and every platform, so that one file serves all. It names no index: where
packages come from is the business of who installs them, and the hashes say that they are the same.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tomllib
from pathlib import Path

from supply import LOCK, ROOT, SERVER

HEAD = """\
# What a server installs, every file by its hash. Made by `make lock`; not edited by hand.
#   pip install --require-hashes -r requirements.lock
#   pip install --no-deps --no-build-isolation .
"""


def builders() -> str:
    """What builds Croupier itself, so that installing it fetches nothing beside the lock."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return "\n".join(project["build-system"]["requires"])


def lock(file: Path = LOCK, *, upgrade: bool = False) -> None:
    """Write the lock; versions that still fit stay, unless `upgrade`."""
    extras = [word for extra in SERVER for word in ("--extra", extra)]
    how = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-emit-index-url", "--no-header"]
    command = ["pip", "compile", "pyproject.toml", "-", *extras, *how, "--quiet", "--output-file", str(file)]
    newer = ["--upgrade"] if upgrade else []
    subprocess.run(
        [sys.executable, "-m", "uv", *command, *newer], cwd=ROOT, input=builders(), check=True, text=True,
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    file.write_text(HEAD + file.read_text(encoding="utf-8"), encoding="utf-8")


def main() -> None:
    """Write the lock file of this checkout."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    ask.add_argument("--upgrade", action="store_true", help="take the newest versions, not those locked before")
    lock(upgrade=ask.parse_args().upgrade)
    print(f"wrote {LOCK.name}")


if __name__ == "__main__":
    main()
