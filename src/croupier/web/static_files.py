"""Static files under addresses that carry a hash of them all: a browser keeps such a file for a year, and a new version
of the house has new addresses.

The hash is a folder, so a module that a script imports from beside it has the same one. Files without it answer, too.
"""

from __future__ import annotations

import os
import re
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Final

from jinja2.ext import Extension
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC: Final = Path(__file__).parent / "static"
_VERSION: Final = re.compile(r"[0-9a-f]{12}")
_FOR_EVER: Final = "public, max-age=31536000, immutable"


def _hash_of(folder: Path) -> str:
    told = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        with path.open("rb") as file:
            told.update(f"{path.relative_to(folder).as_posix()} {file_digest(file, 'sha256').hexdigest()}\n".encode())
    return told.hexdigest()[:12]


VERSION: Final = _hash_of(STATIC)


class VersionedFiles(StaticFiles):
    """The house's static files; those that are asked for by this version's hash never change."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        version, _, rest = path.replace(os.sep, "/").partition("/")
        return super().lookup_path(rest if _VERSION.fullmatch(version) else path)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        answer = super().file_response(full_path, stat_result, scope, status_code)
        version = scope["path"].removeprefix(scope.get("root_path", "")).strip("/").partition("/")[0]
        if version == VERSION:
            answer.headers["cache-control"] = _FOR_EVER
        elif _VERSION.fullmatch(version):
            answer.headers["cache-control"] = "no-cache"  # a page of another version asks: what it gets may not stay
        return answer


class VersionedAddresses(Extension):
    """Gives every address of a static file in a template its hash."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return source.replace('"/static/', f'"/static/{VERSION}/')
