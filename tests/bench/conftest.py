"""Prints the table of ratios, and what was counted, after everything else."""

import pytest

from tests.bench import figures, peers


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if figures.FIGURES:
        terminalreporter.section("counted")
        for line in figures.lines():
            terminalreporter.write_line(line)
    if len(peers.ROWS) > 1:
        terminalreporter.section("measured")
        for line in peers.table():
            terminalreporter.write_line(line)
