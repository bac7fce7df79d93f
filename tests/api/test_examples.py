"""The description shows what to send: every shape that is sent has an example, and each can stand."""

from collections.abc import Iterator
from typing import Any

import pytest
from rest_framework.serializers import BaseSerializer

from league.api import urls
from league.api.operations import Operation
from league.api.schema import schema
from tests.routes import routes


def _operations() -> Iterator[Operation]:
    for _, pattern in routes(urls.urlpatterns):
        view: Any = getattr(pattern.callback, "cls", None)
        methods = (getattr(view, method, None) for method in ("get", "post", "put", "patch", "delete"))
        yield from (method.operation for method in methods if hasattr(method, "operation"))


def _fields(body: Any) -> Any:
    """A shape without a field is sent for its If-Match alone."""
    return (body if isinstance(body, BaseSerializer) else body()).fields  # type: ignore[union-attr]


def _examples(body: Any) -> dict[str, Any]:
    shape = body if isinstance(body, type) else type(body)
    return {one.name: one.value for one in vars(shape).get("_spectacular_annotation", {}).get("examples", ())}


TAKING = {found.id: found for found in _operations() if found.body is not None and _fields(found.body)}
SENT = {name: _examples(found.body) for name, found in TAKING.items()}


def test_every_operation_that_takes_something_has_an_example() -> None:
    assert [name for name, sent in SENT.items() if not sent] == []


@pytest.mark.parametrize(("name", "about"), [(name, about) for name, sent in SENT.items() for about in sent])
def test_an_example_is_taken_by_its_shape(name: str, about: str) -> None:
    body, value = TAKING[name].body, SENT[name][about]
    made: BaseSerializer[Any] = (
        type(body)(data=value, partial=body.partial) if isinstance(body, BaseSerializer) else body(data=value)
    )
    assert made.is_valid(), made.errors
    assert isinstance(value, dict)
    strange = set(value) - set(made.fields)  # type: ignore[attr-defined]
    assert strange == set(), "the shape would leave it out"


def test_the_description_has_them_all_and_no_answer_has_one() -> None:
    shown, answered = {}, []
    for methods in schema()["paths"].values():
        for operation in methods.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                shown[operation["operationId"]] = [one["value"] for one in content.get("examples", {}).values()]
            answers = [
                told for answer in operation["responses"].values() for told in answer.get("content", {}).values()
            ]
            answered += [operation["operationId"] for told in answers if "examples" in told]
    assert shown == {name: list(sent.values()) for name, sent in SENT.items()}
    assert answered == []


def test_an_hour_by_the_clock_is_described_as_it_is_told() -> None:
    """The format `time` wants an offset, which an hour by the clock has not."""
    described = schema()["components"]["schemas"]["Entry"]["properties"]["start_time"]
    assert described["example"] == "20:00"
    assert not {"format", "pattern"} & set(described)
