"""The documentation's own doors: its files, each page with the policy that fits it."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from croupier.web.gate.middleware import SAFETY, page_of

SITE: Final = Path(__file__).parent / "site"
"""Where `make site` puts it; a wheel has it if it was built before the wheel."""
BUILDER: Final = SITE.with_suffix(".pid")
"""The id of the process that builds it beside a room that `make run` opened; gone when that ends by itself."""
LOG: Final = SITE.with_suffix(".log")
"""What such a build says; gone when it has succeeded."""
_BEING_BUILT: Final = (
    "The documentation is being built, and is here in a minute or two. This page looks again by itself."
)
_LOOKS_AGAIN_S: Final = 5
_FAILED: Final = (
    "The build of the documentation ended before it was done. What it said is in src/croupier/web/docs/site.log; "
    "make site tries again. The same pages lie in the folder docs, and croupier -h explains every command."
)
_NOT_BUILT: Final = (
    "The documentation has not been built on this server. In a checkout, make site builds it; then look here again. "
    "The same pages lie in the folder docs of the source, and croupier -h explains every command."
)
_INLINE: Final = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
_NAMED_BY_CONTENT: Final = re.compile(r"\.[0-9a-f]{8}\.min\.(js|css)$")
_POLICY: Final = "content-security-policy"

router = APIRouter()


class _Site(StaticFiles):
    """The files of the site, with headers of their own."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        answer = super().file_response(full_path, stat_result, scope, status_code)
        file = str(full_path)
        if file.endswith(".html"):
            # Also with "not modified": the browser has cached the page's text, and the policy belongs to that text.
            answer.headers[_POLICY] = policy_of(file, stat_result.st_mtime_ns)
            answer.headers["cache-control"] = "no-cache"  # kept, and asked about each time: a new build is seen at once
        elif _NAMED_BY_CONTENT.search(file):
            answer.headers["cache-control"] = "public, max-age=86400"
        return answer


@lru_cache(maxsize=256)
def policy_of(file: str, built_ns: int) -> str:
    """The content policy of one page: the house's own, and the hashes of the few scripts that stand in the page.

    Those scripts choose light or dark before anything is drawn. No other script in a page runs.
    """
    brought = _INLINE.findall(Path(file).read_bytes())
    hashes = " ".join(
        dict.fromkeys(f"'sha256-{base64.b64encode(hashlib.sha256(one).digest()).decode()}'" for one in brought)
    )
    return SAFETY[_POLICY].replace("script-src 'self'", f"script-src 'self' {hashes}".rstrip())


@router.get("/docs", include_in_schema=False)
def front() -> Response:
    return RedirectResponse("/docs/")


@router.get("/docs/{path:path}", include_in_schema=False)
async def page(path: str, request: Request) -> Response:
    if not (SITE / "index.html").is_file():
        return without_site(request)
    return await _Site(directory=SITE, html=True, check_dir=False).get_response(path or ".", request.scope)


def without_site(request: Request) -> Response:
    """What is said where there is no site: that it is being built, that its build failed, or how to build it."""
    if is_being_built():
        answer = page_of(request, "The documentation is being built", _BEING_BUILT, 503)
        answer.headers["refresh"] = answer.headers["retry-after"] = str(_LOOKS_AGAIN_S)
    elif LOG.is_file():
        answer = page_of(request, "The documentation could not be built", _FAILED, 404)
    else:
        answer = page_of(request, "No documentation here", _NOT_BUILT, 404)
    answer.headers["cache-control"] = "no-store"
    return answer


def is_being_built() -> bool:
    """Whether the process that is named as the builder still runs; one that was killed leaves its id behind."""
    try:
        os.kill(int(BUILDER.read_text(encoding="utf-8")), 0)
    except (OSError, ValueError, OverflowError):
        return False
    return True
