"""Kills at random moments of whoever writes, and of databases: nothing acknowledged is lost, nothing doubled.

On each database. Whoever dies is forked from a process that has everything imported, tells what it asks and what it is
answered, and is killed with SIGKILL; what it left unanswered is sent again under the same id. After every kill the
laws of `torture.scene.laws` hold.
"""

from __future__ import annotations

from torture.kills.databases import Databases
from torture.kills.deciders import Deciders, Guests
from torture.kills.desks import Desks
from torture.kills.servers import Servers
from torture.kills.soaks import Soaks
from torture.kills.writers import Writers
from torture.report import Report
from torture.scene.attack import Kind, attack
from torture.scene.places import Cluster, Files

SQLITE: tuple[tuple[Kind, float], ...] = (
    *((Writers(), 25), (Soaks(), 10), (Servers(), 15), (Desks(), 8), (Deciders(), 10), (Guests(), 8)),
)
POSTGRESQL: tuple[tuple[Kind, float], ...] = (
    *((Writers(), 14), (Soaks(), 8), (Servers(), 12), (Desks(), 4), (Databases(), 10), (Deciders(), 6), (Guests(), 4)),
)


def run(much: float, seed: int) -> Report:
    """Kill about sixty times `much` on each database."""
    report = Report()
    with Files() as files:
        for kind, kills in SQLITE:
            attack(kind, files, max(1, round(kills * much)), report, seed)
    with Cluster() as cluster:
        for kind, kills in POSTGRESQL:
            attack(kind, cluster, max(1, round(kills * much)), report, seed)
    return report
