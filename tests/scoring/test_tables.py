"""The tables of the engine: made when they are first asked for, and small."""

import json
import subprocess
import sys

import pytest

SCRIPT = """
import gc, json, sys, tracemalloc
import scoring
from scoring import _tables, show

kept = (_tables.points_by_starter, _tables.crib_of_average)
cold = not show._TABLE and not any(table.cache_info().currsize for table in kept)
tracemalloc.start()
before = tracemalloc.get_traced_memory()[0]
exec(sys.argv[1])
gc.collect()
print(json.dumps([bool(cold), tracemalloc.get_traced_memory()[0] - before]))
"""
MOST = 2_000_000  # bytes


@pytest.mark.long
@pytest.mark.parametrize(
    "asked",
    [
        "scoring.show_points('AC 7D 8H 3S', '7C')",
        *(f"_tables.points_by_starter({kept})" for kept in (3, 4, 5)),
        *(f"_tables.crib_of_average({dealt}, True)" for dealt in (5, 6, 7)),
    ],
)
def test_a_table_is_made_on_first_use_and_takes_two_megabytes_at_most(asked: str) -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT, asked], capture_output=True, text=True, check=True)
    cold, held = json.loads(done.stdout)
    assert cold
    assert 0 < held <= MOST
