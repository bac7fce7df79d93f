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
