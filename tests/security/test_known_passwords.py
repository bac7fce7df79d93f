"""Known passwords. Whoever has read the documentation must not be able to sign in where a league really plays."""

import ast
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from league.models import League, User
from tests.new_process import run_python
from tests.test_settings import NEEDED

LEAGUE = Path(__file__).resolve().parents[2] / "league"


@pytest.mark.django_db
def test_the_demo_is_refused_where_it_is_not_allowed(settings: object) -> None:
    """Its administrator's password stands in the README: loaded in production, everybody would be administrator."""
    settings.DEMO_ALLOWED = False  # type: ignore[attr-defined]
    with pytest.raises(CommandError, match="everybody knows its passwords"):
        call_command("load_demo")
    assert (User.objects.count(), League.objects.count()) == (0, 0)


@pytest.mark.long
def test_the_settings_of_production_refuse_the_demo_before_they_look_for_a_database() -> None:
    code = "from django.core.management import execute_from_command_line as run; run(['manage.py', 'load_demo'])"
    done = run_python(code, **NEEDED, DJANGO_SETTINGS_MODULE="config.settings.production")
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: The demo league is not loaded here"), done.stderr


def name_of(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


@pytest.mark.long
def test_nothing_but_the_demo_sets_a_password_that_stands_in_the_code() -> None:
    """Each call that makes an account or sets a password, with what it is given."""
    setters = {"create_user", "create_superuser", "set_password", "make_password"}
    found = {}
    for path in sorted(LEAGUE.rglob("*.py")):
        if "migrations" in path.parts or (path.name == "people.py" and path.parent.name == "models"):
            continue
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and (name := name_of(call.func)) in setters:
                given = [*call.args, *(word.value for word in call.keywords)]
                fixed = [each for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)]
                fixed += [each for each in given if isinstance(each, ast.Name) and each.id.isupper()]
                if fixed:
                    found[path.relative_to(LEAGUE).as_posix()] = name
    assert set(found) == {"services/portability/demo/accounts.py"}
