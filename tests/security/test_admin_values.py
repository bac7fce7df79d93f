"""The admin's addresses. Nobody who may open it makes a page of it fail by what they write into its address."""

from collections.abc import Iterator
from urllib.parse import quote, urlencode

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.urls import reverse

from league.models import User
from tests.factories import Town

# What a field, a database or Python itself may choke on.
VALUES = [
    "a\x00b",
    "1e308",
    "1e400",
    "nan",
    "-1",
    "9223372036854775808",
    "9" * 5000,
    "\u0663",
    "\u00b2",
    "\ud800",
    "_5F_00",
    "2026-13-45",
    "'%<",
]
# Enough for the pages of a row that look it up in the same way as its first.
WORST = ["a\x00b", "1e308", "9223372036854775808", "\ud800"]
LOOKUPS = 3
REGISTERED = sorted(admin.site._registry, key=lambda model: model._meta.label)
# Asked of each list besides its own filters: what Django's changelist itself understands, and what it does not.
OWN = (
    "q",
    "p",
    "o",
    "all",
    "_facets",
    "_to_field",
    "_popup",
    "e",
    "pk",
    "id",
    "id__exact",
    "pk__in",
    "no_such_field",
    "\x00",
)
# What may be added or changed here, and so has a form.
MADE_HERE = {
    "blackout",
    "group",
    "league",
    "player",
    "round",
    "season",
    "team",
    "user",
    "venue",
    "venueclosure",
    "week",
}


@pytest.fixture
def administrator(client: Client, town: Town, monkeypatch: pytest.MonkeyPatch) -> Client:
    client.force_login(User.objects.create_superuser("admin@example.org", "a-long-enough-password"))
    client.raise_request_exception = False
    # What stands beside every page reads its address for each model alike: one of them will do.
    beside = client.get(reverse("admin:index")).context["available_apps"][0]
    alone = [beside | {"models": beside["models"][:1]}]
    monkeypatch.setattr(admin.site, "get_app_list", lambda request, app_label=None: alone)
    return client


def encoded(value: str) -> str:
    return quote(value.encode("utf-8", "surrogatepass"), safe="")


def query(name: str, value: str) -> str:
    return urlencode({name.encode(): value.encode("utf-8", "surrogatepass")})


def filters_of(model: type) -> list[str]:
    """The parameters by which a list's own filters are asked."""
    found = []
    for name in admin.site._registry[model].list_filter:
        assert isinstance(name, str)
        field = model._meta.get_field(name)
        asked = [f"{name}__id__exact" if field.is_relation else f"{name}__exact", f"{name}__isnull", f"{name}__gte"]
        assert len(asked) == LOOKUPS
        found += asked
    return found


def addresses(model: type) -> Iterator[str]:
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    listed = reverse(f"{name}_changelist")
    for value in VALUES:
        yield f"{listed}{encoded(value)}/change/"
    # The lookups of a field read a value alike: each value is asked by one of them, and each of them by many values.
    for place, parameter in enumerate(filters_of(model)):
        for value in VALUES[place % LOOKUPS :: LOOKUPS]:
            yield f"{listed}?{query(parameter, value)}"
    for value in WORST:
        yield f"{listed}{encoded(value)}/"
        yield f"{listed}{encoded(value)}/history/"
        yield f"{listed}{encoded(value)}/delete/"
        yield f"{listed}add/?{query('name', value)}&{query('league', value)}"
    # Django's own, alike on every list: each list is asked with one of the values, and all are used up between them.
    turn = REGISTERED.index(model)
    for place, parameter in enumerate(OWN):
        for value in WORST if parameter == "q" else [WORST[(turn + place) % len(WORST)]]:
            yield f"{listed}?{query(parameter, value)}"
    yield f"{listed}?" + "&".join(query(f"x{number}", "1") for number in range(1500))


def failing(client: Client, found: Iterator[str]) -> dict[str, int]:
    """The addresses that answer with a fault of ours, cut short."""
    answers = {}
    for address in found:
        answers[address[:200]] = client.get(address).status_code
        assert not connection.needs_rollback, address[:120]
    return {address: status for address, status in answers.items() if status >= 500}


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.label_lower)
def test_no_value_in_an_address_of_the_admin_is_a_fault(administrator: Client, model: type) -> None:
    """Each fault is a page that wakes the operator, and hides the next real one."""
    assert failing(administrator, addresses(model)) == {}


def test_no_value_in_the_admins_other_addresses_is_a_fault(administrator: Client) -> None:
    """Lists to choose from, "view on site", sign-in and the catch-all, which take what they are given too."""
    found = []
    for value in VALUES:
        for given in ("app_label", "model_name", "field_name", "term", "page"):
            asked = {"app_label": "league", "model_name": "player", "field_name": "user", "term": "a", given: value}
            found.append("/admin/autocomplete/?" + "&".join(query(*each) for each in asked.items()))
        found += [f"/admin/r/{encoded(value)}/1/", f"/admin/r/1/{encoded(value)}/", f"/admin/{encoded(value)}/"]
        found += [f"/admin/login/?{query('next', value)}", f"/admin/league/{encoded(value)}/"]
        found += [f"/admin/league/user/{encoded(value)}/password/"]
    assert failing(administrator, iter(found)) == {}


ADDED = [model for model in REGISTERED if model._meta.model_name in MADE_HERE]


@pytest.mark.parametrize("model", ADDED, ids=lambda model: model._meta.label_lower)
def test_no_value_in_a_form_of_the_admin_is_a_fault(administrator: Client, model: type) -> None:
    """Every field of a form, and every box of a list, filled with what no browser would send."""
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    add, listed = reverse(f"{name}_add"), reverse(f"{name}_changelist")
    fields = [field.name for field in (*model._meta.get_fields(), *model._meta.many_to_many)]
    failed = {}
    for value in VALUES:
        text = value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        form = dict.fromkeys([*fields, "password1", "password2", "usable_password"], text)
        boxes = {"action": "delete_selected", "_selected_action": [text], "post": "yes"}
        every = {"action": text, "_selected_action": ["1"], "index": text, "select_across": text}
        for address, sent in ((add, form), (f"{listed}1/change/", form), (listed, boxes), (listed, every)):
            status = administrator.post(address, sent).status_code
            if status >= 500:
                failed[f"{address} {value[:20]!r}"] = status
    assert failed == {}
