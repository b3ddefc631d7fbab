"""`croupier sbom`: what this installation is made of, as a CycloneDX bill of materials.

The same installation gives the same text, so two bills can be compared: there is no time in it, and its serial number
comes from its contents.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution, entry_points
from pathlib import Path
from typing import Annotated, Any

from croupier.cli.app import app
from croupier.cli.parameters import Option
from croupier.errors import Refused
from croupier.inputs import WRITTEN, read_text

SPDX = frozenset(
    {"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "LGPL-3.0-only", "MIT", "MPL-2.0", "PSF-2.0"}
)
"""Licence identifiers that a package may state by themselves; anything else is handed on as a name."""

_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^\]]*)\])?")
_FOR_EXTRA = re.compile(r"extra\s*==\s*['\"]([^'\"]+)['\"]")
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")

Hashes = Mapping[tuple[str, str], tuple[str, ...]]
"""SHA-256 sums of the files that a lock allows, by name and version."""


@dataclass(frozen=True, slots=True)
class Need:
    """One requirement of a distribution: what, with which extras, and for which extra of its own."""

    name: str
    extras: tuple[str, ...]
    for_extra: str | None


def plain_name(name: str) -> str:
    """A distribution's name as indexes compare it.

    >>> plain_name("Argon2_cffi.Bindings")
    'argon2-cffi-bindings'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def parse_need(text: str) -> Need | None:
    """A `Requires-Dist` line. Markers other than extras are left aside: what is installed was needed.

    >>> parse_need("psycopg[binary]>=3.2; extra == 'postgres'")
    Need(name='psycopg', extras=('binary',), for_extra='postgres')
    """
    requirement = _REQUIREMENT.match(text)
    if requirement is None:
        return None
    for_extra = _FOR_EXTRA.search(text)
    extras = tuple(word.strip() for word in (requirement[2] or "").split(",") if word.strip())
    return Need(plain_name(requirement[1]), extras, for_extra[1] if for_extra else None)


def lock_hashes(text: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """The sums in a lock file, by name and version."""
    sums: dict[tuple[str, str], tuple[str, ...]] = {}
    at: tuple[str, str] | None = None
    for line in text.splitlines():
        if pin := _PIN.match(line):
            at = plain_name(pin[1]), pin[2]
            sums[at] = ()
        if at is not None:
            sums[at] += tuple(_HASH.findall(line))
    return sums


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _extras_there(of: Distribution) -> frozenset[str]:
    """The extras of Croupier whose every requirement is installed; its tools of development are none of a server's."""
    needs = [need for need in map(parse_need, of.requires or ()) if need is not None]
    named = {need.for_extra for need in needs if need.for_extra is not None} - {"dev"}
    return frozenset(
        extra for extra in named if all(_installed(need.name) for need in needs if need.for_extra == extra)
    )


def closure(root: str) -> dict[str, tuple[Distribution, frozenset[str]]]:
    """Every distribution that `root` stands on here, itself and games of other packages included, and the names that
    each needs."""
    top = _installed(root)
    if top is None:
        return {}
    distributions: dict[str, tuple[Distribution, frozenset[str]]] = {}
    visited: set[tuple[str, str | None]] = set()
    waiting: list[tuple[str, str | None]] = [(plain_name(root), extra) for extra in (None, *sorted(_extras_there(top)))]
    waiting += [(plain_name(game.dist.name), None) for game in entry_points(group="croupier.games") if game.dist]
    while waiting:
        name, extra = waiting.pop()
        there = _installed(name)
        if there is None or (name, extra) in visited:
            continue
        visited.add((name, extra))
        needs = [need for text in there.requires or () if (need := parse_need(text)) and need.for_extra == extra]
        waiting += [(need.name, more) for need in needs for more in (None, *need.extras)]
        before = distributions[name][1] if name in distributions else frozenset[str]()
        distributions[name] = (
            there,
            before | {need.name for need in needs if need.name != name and _installed(need.name)},
        )
    return dict(sorted(distributions.items()))


def _metadata(of: Distribution, field: str) -> str:
    return of.metadata[field].strip() if field in of.metadata else ""


def _licences(of: Distribution) -> list[dict[str, Any]]:
    if expression := _metadata(of, "License-Expression"):
        return [{"expression": expression}]
    stated = _metadata(of, "License")
    if stated in SPDX:
        return [{"license": {"id": stated}}]
    classified = [
        line.rpartition(" :: ")[2] for line in of.metadata.get_all("Classifier") or () if line.startswith("License")
    ]
    names = classified or stated.splitlines()[:1]
    return [{"license": {"name": name}} for name in names]


def _hashes(of: Distribution, sums: Hashes) -> list[dict[str, str]]:
    """The file that it was installed from, where the installer noted it; else those that the lock allows."""
    noted = json.loads(of.read_text("direct_url.json") or "{}").get("archive_info", {}).get("hashes", {})
    known = (noted["sha256"],) if "sha256" in noted else sums.get((plain_name(of.name), of.version), ())
    return [{"alg": "SHA-256", "content": content} for content in known]


def purl(of: Distribution) -> str:
    """Its package URL, the name that advisories go by."""
    return f"pkg:pypi/{plain_name(of.name)}@{of.version}"


def _component(of: Distribution, kind: str, sums: Hashes) -> dict[str, Any]:
    component: dict[str, Any] = {
        "type": kind,
        "bom-ref": purl(of),
        "name": of.name,
        "version": of.version,
        "purl": purl(of),
    }
    if summary := _metadata(of, "Summary"):
        component["description"] = summary
    if licences := _licences(of):
        component["licenses"] = licences
    if hashes := _hashes(of, sums):
        component["hashes"] = hashes
    return component


def bill(root: str = "croupier", sums: Hashes | None = None) -> dict[str, Any]:
    """The bill of materials of what is installed, CycloneDX 1.6; without components where `root` is not installed."""
    parts = closure(root)
    top = parts.get(plain_name(root))
    components = [_component(of, "library", sums or {}) for name, (of, _) in parts.items() if name != plain_name(root)]
    serial = uuid.uuid5(uuid.NAMESPACE_URL, " ".join(purl(of) for of, _ in parts.values()))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {"component": _component(top[0], "application", sums or {})} if top else {},
        "components": components,
        "dependencies": [
            {"ref": purl(of), "dependsOn": [purl(parts[need][0]) for need in sorted(needs) if need in parts]}
            for of, needs in parts.values()
        ],
    }


@app.command()
def sbom(
    lock: Annotated[
        Path | None, Option(help="A lock file; its hashes are named where a version is the one installed.")
    ] = None,
) -> None:
    """Print what this installation is made of, as a CycloneDX bill of materials in JSON."""
    text = ""
    if lock is not None:
        try:
            text = read_text(lock, WRITTEN)
        except (OSError, UnicodeDecodeError) as error:
            raise Refused(f"cannot read {str(lock)!r}: {error}; want a lock file, such as requirements.lock") from None
    materials = bill(sums=lock_hashes(text))
    if not materials["components"]:
        raise Refused("croupier is not installed here, it only lies here; want an installation: pip install croupier")
    print(json.dumps(materials, indent=2, ensure_ascii=False))
