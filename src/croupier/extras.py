"""Which extra brings which library, so that a missing one is asked for by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from croupier.errors import Refused

EXTRA_OF: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("fsrs", "matplotlib", "numba", "numpy"), "lab"),
        **dict.fromkeys(
            ("alembic", "argon2", "cryptography", "fastapi", "httptools", "itsdangerous", "jinja2", "multipart",
             "orjson", "prometheus_client", "pydantic", "python_multipart", "segno", "sqlalchemy", "starlette",
             "structlog", "uvicorn", "uvloop", "zstandard"),
            "web",
        ),
        "psycopg": "postgres",
        "websockets": "client",
        "gymnasium": "gym",
        "polars": "data",
        "cupy": "gpu",
        **dict.fromkeys(("dask", "distributed"), "cluster"),
    }
)  # fmt: skip
"""The extra of `pip install 'croupier[…]'` by the top name that is imported."""


class ExtraMissing(Refused, ImportError):
    """Something was asked for whose libraries are not installed."""

    def __init__(self, what: str, extra: str, library: str) -> None:
        super().__init__(
            f"{what} needs the {extra} extra: pip install 'croupier[{extra}]' ({library} is not installed)"
        )
        self.extra = extra


def missing(what: str, error: ModuleNotFoundError) -> ExtraMissing | None:
    """What to say of a library that was not found; nothing where no extra brings it."""
    library = (error.name or "").partition(".")[0]
    extra = EXTRA_OF.get(library)
    return None if extra is None else ExtraMissing(what, extra, library)


@contextmanager
def needing(what: str) -> Iterator[None]:
    """Run what may need an extra; where it is missing, say in one line which."""
    try:
        yield
    except ModuleNotFoundError as error:
        needs = missing(what, error)
        if needs is None:
            raise
        raise needs from None
