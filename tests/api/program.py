"""A program that speaks to the API as somebody, with a token of theirs."""

import datetime as dt
import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

from league.enums import Scope
from league.models import User
from league.rules.sheets import ResultSheet
from league.services.people.accounts.keys import make_token

ROOT = "/api/v1/"
TOWN = "/api/v1/leagues/town/"


class Program:
    """Requests as JSON, answers as Django's test client gives them."""

    def __init__(self, user: User | None = None, *, scopes: list[str] | None = None, now: dt.datetime | None = None):
        self.client = Client()
        self.headers: dict[str, str] = {}
        if user is not None:
            at = now or dt.datetime.now(dt.UTC)
            _, secret = make_token(user, "A program", scopes or Scope.values, None, now=at)
            self.headers["Authorization"] = f"Bearer {secret}"

    def get(self, path: str, query: dict[str, Any] | None = None, **headers: str) -> Any:
        return self.client.get(_address_of(path), query, headers={**self.headers, **_header_names(headers)})

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.send("POST", path, body, **headers)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        text = body if isinstance(body, str) else json.dumps({} if body is None else body)
        kind = headers.pop("content_type", "application/json")
        return self.client.generic(
            method, _address_of(path), text, content_type=kind, headers={**self.headers, **_header_names(headers)}
        )


def _address_of(path: str) -> str:
    return path if path.startswith("/") else TOWN + path


def _header_names(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def as_sent(sheet: ResultSheet) -> dict[str, Any]:
    """A sheet as a program sends it."""
    return sheet.to_dict()


def json_of(answer: HttpResponse, status: int = 200) -> Any:
    """The body of an answer that has this status."""
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def problems(answer: HttpResponse) -> list[tuple[str, str]]:
    """The code and the field of everything that an answer says is wrong; its shape is held here."""
    assert answer.headers["Content-Type"] == "application/json"
    body = json.loads(answer.content)
    assert set(body) == {"errors"}
    assert body["errors"]
    for problem in body["errors"]:
        assert set(problem) == {"code", "message", "field", "where"}
        assert problem["message"]
        assert all(isinstance(value, str) for value in problem.values())
    return [(problem["code"], problem["field"]) for problem in body["errors"]]
