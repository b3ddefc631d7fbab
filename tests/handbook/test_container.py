"""The container's files say what is so: what they copy is there, what they start starts, and nobody runs as root."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch

import yaml

from croupier.web.permissions import DOORS
from handbook import DOCS, ROOT
from handbook.commands import every_command

IMAGE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
LINES = [line.split(maxsplit=1) for line in IMAGE.splitlines() if line and not line.startswith("#")]
COMPOSE = yaml.safe_load((ROOT / "compose.yml").read_text(encoding="utf-8"))


def said(word: str) -> list[str]:
    return [rest for first, rest in LINES if first == word]


def test_what_is_copied_is_there_and_reaches_the_builder() -> None:
    sources = [name for line in said("COPY") if "--from" not in line for name in line.split()[:-1]]
    assert {"requirements.lock", "pyproject.toml", "src"} <= set(sources)
    kept = [line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] == "!"]
    for name in sources:
        assert (ROOT / name).exists(), name
        assert any(fnmatch(name, one) for one in kept), f"{name} is kept out by .dockerignore"


def test_only_what_is_locked_is_installed() -> None:
    installed = [line for line in said("RUN") if "pip install" in line]
    assert installed
    assert all("--require-hashes -r requirements.lock" in line or "--no-deps" in line for line in installed)


def test_nobody_is_root_in_it_and_the_record_is_in_a_volume() -> None:
    (user,) = said("USER")
    assert user.split(":")[0] not in ("root", "0")
    (volume,) = said("VOLUME")
    assert f"CROUPIER_DB={volume}/room.db" in " ".join(said("ENV"))
    assert f"--home-dir {volume}" in " ".join(said("RUN")), "made for that user, so that a new volume is theirs"


def test_its_health_is_asked_at_a_door_that_there_is() -> None:
    (path,) = re.findall(r"http://127\.0\.0\.1:8000(/\w+)", " ".join(said("HEALTHCHECK")))
    assert f"GET {path}" in DOORS
    assert said("EXPOSE") == ["8000"]


def test_what_they_start_is_a_command_with_options_that_it_takes() -> None:
    commands = dict(every_command())
    for words in (json.loads(said("CMD")[-1]), COMPOSE["services"]["room"]["command"]):
        taken = {name for one in commands[f"croupier {words[0]}"].params for name in one.opts}
        assert {word for word in words if word.startswith("--")} <= taken


def test_the_compose_file_waits_for_the_database_and_keeps_no_secret() -> None:
    room, db = COMPOSE["services"]["room"], COMPOSE["services"]["db"]
    assert room["depends_on"]["db"]["condition"] == "service_healthy"
    assert db["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]
    for service in (room, db):
        for name, value in service["environment"].items():
            assert "${" in value or not re.search("PASSWORD|KEY|PIN", name), f"{name} stands in the file"
        assert all(volume.split(":")[0] in COMPOSE["volumes"] for volume in service["volumes"])
    settings = (DOCS / "reference" / "settings.md").read_text(encoding="utf-8")
    assert [name for name in room["environment"] if name.startswith("CROUPIER_") and name not in settings] == []
    assert all(port.startswith("127.0.0.1:") for port in room["ports"]), "plain HTTP goes no further than this machine"
