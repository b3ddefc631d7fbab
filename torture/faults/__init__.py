"""Faults that pass: lost answers, full and read-only disks, clocks that are set, stalls, twins, lost hosts.

On each database, as far as it can have them. After each the laws of `torture.scene.laws` hold.
"""

from __future__ import annotations

from torture.faults.answers import LostAnswers
from torture.faults.clocks import StepsAtTables, StepsAtTheCage
from torture.faults.disks import FullDisk, ReadOnly
from torture.faults.neighbours import ClockBehind, Deaf, LostHost, SameOrders
from torture.faults.stalls import Stalls
from torture.faults.twins import Twins
from torture.report import Report
from torture.scene.attack import Kind, attack
from torture.scene.places import Cluster, Files

EVERYWHERE: tuple[tuple[Kind, float], ...] = (
    (LostAnswers(), 4),
    (FullDisk(), 2),
    (ReadOnly(), 2),
    (StepsAtTheCage(), 1),
    (StepsAtTables(), 2),
    (Stalls(), 2),
    (Twins(), 3),
)
POSTGRESQL: tuple[tuple[Kind, float], ...] = ((SameOrders(), 1), (ClockBehind(), 1), (LostHost(), 0.5), (Deaf(), 1))


def run(much: float, seed: int) -> Report:
    """Each kind a few times `much`."""
    report = Report()
    with Files() as files:
        for kind, times in EVERYWHERE:
            attack(kind, files, max(1, round(times * much)), report, seed)
    with Cluster() as cluster:
        for kind, times in (*EVERYWHERE, *POSTGRESQL):
            attack(kind, cluster, max(1, round(times * much)), report, seed)
    return report
