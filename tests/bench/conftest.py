"""Prints the table of ratios after everything else."""

import pytest

from tests.bench import peers


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if len(peers.ROWS) > 1:
        terminalreporter.section("measured")
        for line in peers.table():
            terminalreporter.write_line(line)
