"""Counters for Prometheus and the event log, for the operator; neither has secrets or cards."""

from __future__ import annotations

import structlog
from prometheus_client import Counter, Gauge, Histogram

COMMANDS = Counter("croupier_commands_total", "Commands carried out at tables")
ROUNDS = Counter("croupier_rounds_total", "Rounds finished")
REFUSALS = Counter("croupier_refusals_total", "Requests refused", ["kind"])
WATCHERS = Gauge("croupier_watchers", "Live connections to tables")
PAUSE_S = Gauge("croupier_longest_pause_seconds", "Longest of the last minute in which nobody was answered", ["by"])
REQUEST_S = Histogram("croupier_request_seconds", "Time to answer a request", ["method", "status"])

LOG: structlog.stdlib.BoundLogger = structlog.get_logger("croupier")
