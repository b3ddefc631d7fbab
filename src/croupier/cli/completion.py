"""`croupier --install-completion`: the script that has a shell complete commands and options, put where it is read.

Click writes the scripts for bash, zsh and fish and answers what they ask; the one for PowerShell is here.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

from croupier.cli.app import app
from croupier.errors import Refused
from croupier.inputs import WRITTEN, read_text

VARIABLE: Final = "_CROUPIER_COMPLETE"
"""Where the scripts say what they ask."""
SHELLS: Final = ("bash", "zsh", "fish", "pwsh")


class PowerShell(ShellComplete):
    """The words of a line before the cursor, and the one that is being typed, as PowerShell gives them."""

    name = "pwsh"
    source_template = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($typed, $line, $cursor)
    $env:%(complete_var)s = "pwsh_complete"
    $env:COMP_LINE = "$line"
    $env:COMP_TYPED = $typed
    %(prog_name)s | ForEach-Object {
        $value, $help = $_ -split "`t", 2
        [System.Management.Automation.CompletionResult]::new($value, $value, "ParameterValue", $help)
    }
    $env:%(complete_var)s = $env:COMP_LINE = $env:COMP_TYPED = $null
}
"""

    def get_completion_args(self) -> tuple[list[str], str]:
        words, typed = split_arg_string(os.environ["COMP_LINE"]), os.environ.get("COMP_TYPED", "")
        return words[1 : -1 if typed else None], typed

    def format_completion(self, item: CompletionItem) -> str:
        return f"{item.value}\t{item.help or item.value}"


def know_powershell() -> None:
    """Have Click answer PowerShell too."""
    add_completion_class(PowerShell)


def script(shell: str | None = None) -> str:
    """The script for a shell, or for the one that this was called from."""
    know_powershell()
    completer = get_completion_class(shell or _shell())
    assert completer is not None, "every shell of SHELLS has its script"
    return completer(app, {}, "croupier", VARIABLE).source()


def install(shell: str | None = None) -> str:
    """Put the script where that shell reads it when it starts, and say where."""
    shell = shell or _shell()
    home, text = Path.home(), script(shell)
    match shell:
        case "fish":
            file = _write(home / ".config" / "fish" / "completions" / "croupier.fish", text)
        case "zsh":
            file = _write(home / ".zfunc" / "_croupier", text)
            _add_line(home / ".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit")
        case "bash":
            file = _write(home / ".bash_completions" / "croupier.sh", text)
            _add_line(home / ".bashrc", "source ~/.bash_completions/croupier.sh")
        case _:
            file = _write(home / ".config" / "powershell" / "croupier.ps1", text)
            _add_line(file.with_name("Microsoft.PowerShell_profile.ps1"), ". $HOME/.config/powershell/croupier.ps1")
    return f"{shell} completes croupier from its next start on; the script is {file}"


def _write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def _add_line(file: Path, line: str) -> None:
    """Add a line to what the shell reads when it starts, unless it stands there."""
    text = read_text(file, WRITTEN) if file.exists() else ""
    if line not in text.splitlines():
        file.write_text(f"{text}{'' if not text or text.endswith(chr(10)) else chr(10)}{line}\n", encoding="utf-8")


def _shell() -> str:
    """The shell that this was called from: the nearest above this process, else the one that the user signs in to."""
    names = [*_above(os.getppid()), Path(os.environ.get("SHELL", "")).name]
    shell = next((name for name in names if name in SHELLS), None)
    if shell is None:
        raise Refused(f"no shell was found that can complete; want one of {', '.join(SHELLS)} to call this from")
    return shell


def _above(process: int) -> list[str]:
    """The names of the programs above, nearest first; none where they cannot be asked for."""
    names: list[str] = []
    while process > 1 and len(names) < 20:
        try:
            command = ["ps", "-o", "ppid=,comm=", "-p", str(process)]
            parent, name = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split(None, 1)
        except (OSError, ValueError, subprocess.SubprocessError):
            break
        names.append(Path(name.strip().lstrip("-")).name)  # a shell that was signed in to has a dash before its name
        process = int(parent)
    return names
