"""Bodies with which operations can succeed in a town, where one serves for every fixture."""

from typing import Any

SENT: dict[str, list[Any]] = {
    "conduct_decide": [{"decision": one, "reason": "By the card."} for one in ("award", "dismiss")],
    "appeal_make": [{"reason": "By the card."}],
    "appeal_decide": [{"allow": one, "decision": "By the card."} for one in (True, False)],
    "points_adjust": [{"team": "anchor", "points": "-1", "date": "2026-09-20", "reason": "Late."}],
    "adjustment_take_back": [{"reason": "A mistake."}],
    "role_give": [{"email": "bell@town.example", "kind": "referee", "starts_on": "2026-09-20"}],
    "role_end": [{"at_once": True}, {"last_day": "2026-12-31"}],
    "invite": [{"email": "new@elsewhere.example", "kind": "player", "team": "anchor"}],
    "player_register": [{"name": "Nora Newcomer", "starts_on": "2026-10-01"}],
    "player_transfer": [{"team": "bell", "starts_on": "2026-10-01"}],
    "player_release": [{"ends_on": "2026-10-01"}],
    "person_change": [{"phone": "1"}, {"name": "Olive Baker", "email": ""}],
    "timetable_try": [{"do": "reverse", "fixture": 0, "version": 1}],
    "timetable_change": [{"do": "reverse", "fixture": 0, "version": 1}],
}
