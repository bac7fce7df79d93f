"""What a browser sends of a form that nobody has touched."""

from typing import Any

from django.forms import BaseForm
from django.test import Client


def untouched(form: BaseForm) -> dict[str, Any]:
    """Return the values of a form as it stands: of a box that is not ticked, or an empty field, nothing."""
    values = {bound.html_name: bound.value() for bound in form}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def untouched_on(client: Client, page: str) -> dict[str, Any]:
    """Return the values of the form on a page."""
    return untouched(client.get(page).context["form"])


def saved(client: Client, page: str, sent: dict[str, Any], *, reason: str = "") -> Any:
    """Send settings, look at what would follow, and save just that; returns the answer, with what it redirected to."""
    preview = client.post(page, sent).context["preview"]
    return client.post(page, sent | {"do": "save", "seen": preview.stamp, "reason": reason}, follow=True)
