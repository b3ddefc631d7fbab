"""What the house is made of and where it comes from: the lock file of a server, and its audit."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
SERVER = ("web", "postgres")
"""The extras that a server is installed with."""
