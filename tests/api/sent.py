"""Bodies with which operations can succeed in a town, where one serves for every fixture.

What a write rests on stands in its body here, by name; `with_tag` makes the ETag of it that is sent in its place.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from league.api.etags import RestsOn, tag_of_state
from league.api.operations import Operation
from tests.routes import routes

SENT: dict[str, list[Any]] = {
    "conduct_decide": [{"decision": one, "reason": "By the card."} for one in ("award", "dismiss")],
    "appeal_make": [{"reason": "By the card."}],
    "appeal_decide": [{"allow": one, "decision": "By the card."} for one in (True, False)],
    "points_adjust": [{"team": "anchor", "points": "-1", "date": "2026-09-20", "reason": "Late."}],
    "late_card_accept": [None],
    "late_card_dismiss": [{"reason": "It was in the post."}],
    "adjustment_take_back": [{"reason": "A mistake."}],
    "role_end": [{"at_once": True}, {"last_day": "2026-12-31"}],
    "invite": [{"email": "new@elsewhere.example", "kind": "player", "team": "anchor"}],
    "player_register": [{"name": "Nora Newcomer", "starts_on": "2026-10-01"}],
    "player_transfer": [{"team": "bell", "starts_on": "2026-10-01"}],
    "starts_try": [{"start": "20:30"}],
    "starts_change": [{"start": "20:30"}],
    "player_release": [{"ends_on": "2026-10-01"}],
    "personal_data_change": [{"phone": "1"}, {"name": "Olive Baker", "email": ""}],
    "availability_link_answer": [{"answer": "yes", "start": "2026-09-15T19:00+00:00"}],
}


@cache
def rests() -> Mapping[str, RestsOn]:
    """Return, by operation, the preconditions of its write other than the result's version."""
    methods = ("post", "put", "patch", "delete")
    classes = {pattern.callback.cls for _, pattern in routes() if hasattr(pattern.callback, "cls")}
    found = [getattr(getattr(each, name, None), "operation", None) for each in classes for name in methods]
    known = {each.id: getattr(each.body, "rests_on", None) for each in found if isinstance(each, Operation)}
    return {name: each for name, each in known.items() if isinstance(each, RestsOn)}


def with_tag(name: str, body: Any, places: Mapping[str, Any]) -> tuple[Any, dict[str, str]]:
    """Return a body of an operation without what it rests on, and the header that tells it in its place."""
    rest = rests().get(name)
    said = {key: body[key] for key in rest.names if key in body} if rest and isinstance(body, dict) else {}
    if rest is None or not said:
        return body, {}
    left = {key: value for key, value in body.items() if key not in said}
    return left, {"If-Match": tag_of_state(f"{rest.of}.{places[rest.of]}", {}, **said)}
