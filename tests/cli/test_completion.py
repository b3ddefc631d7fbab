"""Shell completion: a script for each shell, put where the shell reads it, and answers to what it asks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import croupier

from croupier.cli import completion
from croupier.cli.listing import COMMANDS

PLACES = {
    "bash": (".bash_completions/croupier.sh", ".bashrc"),
    "zsh": (".zfunc/_croupier", ".zshrc"),
    "fish": (".config/fish/completions/croupier.fish", None),
    "pwsh": (".config/powershell/croupier.ps1", ".config/powershell/Microsoft.PowerShell_profile.ps1"),
}


def asked(**says: str) -> list[str]:
    env = os.environ | says
    ran = subprocess.run([sys.executable, "-m", "croupier.cli"], env=env, capture_output=True, encoding="utf-8")
    return [line.partition("\t")[0].rpartition(",")[2] for line in ran.stdout.splitlines()]


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_the_script_is_installed_once_where_the_shell_reads_it(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    script, start = (None if place is None else tmp_path / place for place in PLACES[shell])
    assert script is not None
    if start is not None:
        start.parent.mkdir(parents=True, exist_ok=True)
        start.write_text("mine=1", encoding="utf-8")
    for _ in range(2):
        assert str(script) in completion.install(shell)
    assert completion.VARIABLE in script.read_text(encoding="utf-8")
    if start is not None:
        mine, line = start.read_text(encoding="utf-8").splitlines()
        assert mine == "mine=1"
        assert line


def test_commands_and_options_are_completed() -> None:
    assert asked(_CROUPIER_COMPLETE="bash_complete", COMP_WORDS="croupier se", COMP_CWORD="1") == ["serve", "settle"]
    assert asked(_CROUPIER_COMPLETE="pwsh_complete", COMP_LINE="croupier ", COMP_TYPED="") == [*COMMANDS]
    line = "croupier table do T1 --b"
    assert asked(_CROUPIER_COMPLETE="pwsh_complete", COMP_LINE=line, COMP_TYPED="--b") == ["--by"]


def test_the_shell_is_the_nearest_above_or_the_one_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/zsh")
    monkeypatch.setattr(completion, "_above", lambda process: ["python", "fish", "bash"])
    assert croupier("--show-completion").out == f"{completion.script('fish')}\n"
    monkeypatch.setattr(completion, "_above", lambda process: ["make"])
    assert croupier("--show-completion").out == f"{completion.script('zsh')}\n"
    monkeypatch.setenv("SHELL", "/bin/ash")
    answer = croupier("--install-completion")
    assert answer.status == 2
    assert "want one of bash, zsh, fish, pwsh" in answer.err
