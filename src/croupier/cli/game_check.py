"""`croupier rules --check`: what is wrong with a game of one's own, in words for its author."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module, resources
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import click

from croupier.cli.files import print_json
from croupier.errors import Refused
from croupier.games import RULE_SETS, versions
from croupier.games.check import NotPlayable, failure_words
from croupier.games.trial import DEALS, Trial
from croupier.inputs import WRITTEN, read_bytes
from croupier.rules.game import Game
from croupier.rules.rulesets import RuleSet
from croupier.school.course import COURSE
from croupier.school.draw import Draw
from croupier.school.primer.lesson import DEAL, moment, parts
from croupier.school.primer.scenes import example, goals, shows
from croupier.school.rulings import is_taught
from croupier.strategy.language.published import published


def check_game(target: str, json: bool) -> None:
    """Tell the author of a game what is wrong with it, and what is not there; exit status 1 if something is wrong."""
    named, wrong, remarks = list[str](), list[str](), list[str]()
    try:
        package = _package(target)
        rule_sets = _admitted(package)
        named = [f"{rules.game.name}, {rules.name} version {rules.version}" for rules in rule_sets]
        for rules in rule_sets:
            _try_out(rules, wrong, remarks)
        for game in dict.fromkeys(rules.game for rules in rule_sets):
            wrong += _words_missing(game)
            remarks += _not_there(game, package)
    except NotPlayable as refused:
        wrong += refused.faults
    if json:
        print_json({"checked": target, "rule_sets": named, "wrong": wrong, "remarks": remarks})
    else:
        for words in named:
            print(f"checked: {words}")
        for words in wrong:
            print(f"wrong: {words}")
        for words in remarks:
            print(f"remark: {words}")
        print("Nothing is wrong." if not wrong else f"{len(wrong)} to mend.")
    if wrong:
        raise click.exceptions.Exit(1)


def _package(target: str) -> str:
    """The name of a package, or of what was imported from a folder or a single file."""
    path = Path(target)
    folder = path.parent if path.name == "__init__.py" else path
    try:
        if (folder / "__init__.py").is_file():
            # It is imported before the games that are installed, so that it is not an installed copy that is checked.
            within = [one for one in (folder.resolve(), *folder.resolve().parents) if (one / "__init__.py").is_file()]
            sys.path.insert(0, str(within[-1].parent))
            return import_module(".".join(one.name for one in reversed(within))).__name__
        if path.suffix != ".py":
            return target
        read_bytes(path, WRITTEN)  # one that is not there, or has no end, is refused here
        # A file is read as a package would be: `paytables` and `primer.toml` lie beside it.
        name = f"checked_{path.stem}"
        spec = spec_from_file_location(name, path, submodule_search_locations=[str(path.resolve().parent)])
        assert spec is not None, "a file that ends in .py is Python"
        assert spec.loader is not None, "and is loaded like any other"
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
    except OSError:
        raise
    except (Exception, SystemExit) as failed:
        raise NotPlayable(f"{target} cannot be imported: {failure_words(failed)}") from None
    return name


def _admitted(package: str) -> tuple[RuleSet, ...]:
    """The rule sets of a package, which is put among the games unless it is there."""
    # Importing this admits the games that are installed, which must come after the package that is checked.
    from croupier.games.installed import admit, rule_sets_of

    declared = rule_sets_of(package)
    there = [one for name in RULE_SETS for one in versions(name)]
    return declared if all(any(rules is one for one in there) for rules in declared) else admit(package)


def _try_out(rules: RuleSet, wrong: list[str], remarks: list[str]) -> None:
    trial = Trial(rules)
    trial.run()
    wrong += trial.faults.values()
    remarks += [f"{rules.name}: no line of {bet!r} came up in {DEALS} deals" for bet in trial.never_hit]


def _words_missing(game: Game) -> Iterator[str]:
    """What the school cannot say or show of a game that it is to teach."""
    if not is_taught(game):
        return
    try:
        for number, part in enumerate(parts(game)):
            over = moment(game, number, [*part.placed, DEAL, *map(str, part.line)]).round
            if over is None or not shows(over, part.goal):
                yield f"deal {number + 1} of its primer.toml does not show {part.goal.value!r}"
        for goal in goals(game):
            example(game, goal)
    except Refused as refused:
        yield str(refused)
    for chapter in COURSE.values():
        try:
            for maker in chapter.makers_for(game.key):
                maker.make(game, Draw(f"check/{chapter.key}/{maker.key}"))
        except Exception as failed:
            yield f"the chapter {chapter.key!r} of the dealer's course cannot be asked: {failure_words(failed)}"


def _not_there(game: Game, package: str) -> Iterator[str]:
    """What a game need not have, and what is said in its place."""
    if not game.package:
        yield f"{game.name} names no package: its primer and its strategies are not looked for; want package=__name__"
    elif game.package != package:
        yield f"{game.name} has its words in the package {game.package}, its pay tables in {package}"
    if game.rulings is None:
        yield f"rulings are not there: the school will say that it does not teach {game.name} yet"
    if not game.package or not (resources.files(game.package) / "primer.toml").is_file():
        yield f"primer.toml is not there: {game.name} has no page of how it is played, and no first round"
    if not game.package or not (resources.files(game.package) / "strategies").is_dir():
        yield f"strategies are not there: no published ones are offered for {game.name}"
    else:
        if not published(game.key):
            yield f"its strategies are not offered: {game.name} has no words in their language until the lab solves it"
    if not game.bets:
        yield f"bets are not there, but a settle of its own: a house cannot try other rules of {game.name} in the lab"
