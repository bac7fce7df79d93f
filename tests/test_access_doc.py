"""docs/access.md is what the code says, and so can never be stale."""

from io import StringIO
from pathlib import Path

from django.core.management import call_command

from league.management.access_doc import describe_expression, document, places

PAGE = Path(__file__).resolve().parents[1] / "docs" / "access.md"


def test_the_page_is_what_the_code_says() -> None:
    assert PAGE.read_text() == document(), "run `make access-doc`"


def test_the_command_prints_the_page() -> None:
    out = StringIO()
    call_command("access_doc", stdout=out)
    assert out.getvalue() == document()


def test_rules_are_put_into_words() -> None:
    assert describe_expression("is_referee") == "A referee of the league."
    assert (
        describe_expression("(is_secretary & (~is_referee))")
        == "The league's secretary, and who: not a referee of the league."
    )
    assert describe_expression("((is_secretary | is_referee) & is_signed_in)") == (
        "[the league's secretary; or a referee of the league], and who: anybody with an account who has signed in."
    )


def test_a_page_is_found_with_what_opens_it_and_what_its_service_asks() -> None:
    actions = {place.name: place.actions for place in places()}
    assert actions["people"] >= {"role.manage", "role.invite"}
    assert "result.answer" in actions["confirm"]
    assert "role.manage" not in actions["fixtures"]
