"""Taking a league along: everything that belongs to it in one file, which `league_import` takes back without loss.

The file is a zip of `manifest.json` and one file of JSON lines for each table; docs/export.md describes it. Rows refer
to each other by the numbers they have on the server that wrote them; the server that reads them gives its own.
"""

from league.services.portability.exports.journalled import (
    export_charges,
    export_league,
    export_spreadsheets,
    in_a_file,
)
from league.services.portability.exports.write import FORMAT, VERSION, Written, write_league

__all__ = [
    "FORMAT",
    "VERSION",
    "Written",
    "export_charges",
    "export_league",
    "export_spreadsheets",
    "in_a_file",
    "write_league",
]
