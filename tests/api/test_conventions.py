"""An operation's name, tag and scope come from its view and its action; what is listed there is used."""

from typing import Any

import pytest

from league.api.conventions import SCOPES, TAGS, name_of, scope_of
from league.api.schema import schema
from league.enums import Scope


def operations() -> list[tuple[str, dict[str, Any]]]:
    """Every operation with its method, as the description has them."""
    return [(method, one) for methods in schema()["paths"].values() for method, one in methods.items()]


@pytest.mark.parametrize(
    ("view", "method", "listed", "name"),
    [
        ("Fixtures", "get", True, "fixtures_list"),
        ("OneFixture", "get", False, "fixture_read"),
        ("FixtureMove", "post", False, "fixture_move"),
        ("MailSettings", "patch", False, "mail_settings_change"),
        ("Draft", "put", False, "draft_save"),
        ("MyCalendar", "delete", False, "my_calendar_revoke"),
    ],
)
def test_a_view_names_its_operations(view: str, method: str, name: str, *, listed: bool) -> None:
    assert name_of(type(view, (), {}), method, "any.action", listed=listed) == name


def test_what_is_posted_to_a_view_that_is_read_too_is_named_by_its_action() -> None:
    assert name_of(type("Postponements", (), {"get": None}), "post", "postponement.ask", listed=False) == (
        "postponement_ask"
    )


def test_reading_what_is_an_office_s_alone_wants_the_scope_of_the_office() -> None:
    assert scope_of("get", "result.submit") == scope_of("get", "postponement.ask") == Scope.READ
    assert (scope_of("get", "league.oversee"), scope_of("get", "referee.work")) == (Scope.SEASON, Scope.RULINGS)


def test_a_token_that_only_reads_writes_nothing() -> None:
    assert {one["operationId"] for method, one in operations() if method != "get" and one["x-scope"] == Scope.READ} == {
        "hand_check"
    }


def test_every_action_has_one_scope_and_every_tag_is_used() -> None:
    listed = [action for actions in SCOPES.values() for action in actions.split()]
    assert len(listed) == len(set(listed))
    assert set(listed) <= {action for _, one in operations() for action in one["x-actions"]}
    assert set(TAGS) == {tag for _, one in operations() for tag in one["tags"]}
