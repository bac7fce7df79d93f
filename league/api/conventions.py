"""The name, the tag and the scope of an operation, by the view that it is a method of and the action it asks for; and
the description that is made of them.

A view is named for what it is about. Reading it is `fixtures_list` (`Fixtures`) or `fixture_read` (`OneFixture`);
a view that only writes has the name of the write (`FixtureMove`: `fixture_move`); one that reads and writes takes its
action's (`postponement.ask`: `postponement_ask`). What does not fit says its name where it is made.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from drf_spectacular.openapi import AutoSchema

from league.enums import Scope

VERBS = {"get": "read", "patch": "change", "put": "save", "delete": "revoke"}

# By tag: what it holds, and the modules whose operations have it.
TAGS: Mapping[str, tuple[str, str]] = {
    "Start": ("Where everything else is found.", "schema"),
    "League": ("Leagues, seasons, divisions, weeks.", "leagues"),
    "Fixtures": ("What is played when and where, and who may be put on the sheet.", "fixtures"),
    "Results": (
        "Sheets of fixtures: sent, confirmed, disputed, corrected; and photographs of cards.",
        "results photographs",
    ),
    "Live scores": ("Scores while they are played: followed, written, taken over.", "live"),
    "Who can play": ("Players of coming fixtures asked, and line-ups chosen.", "availability"),
    "Called hands": ("Hands counted for anybody, and ruled on by referees.", "calls"),
    "Tables, teams and players": (
        "Standings with their receipts, teams, players, the rules played by.",
        "standings teams",
    ),
    "Search": ("Teams, players, fixtures, venues, rules and pages, by whatever is typed.", "search"),
    "Cups": ("Knock-outs with their rounds and ties.", "cups"),
    "Club nights": ("Club nights, tournaments of a day and individual leagues.", "competitions"),
    "Honours": ("High hands of fixtures, and the honours boards.", "honours"),
    "News": ("Posts, pages of the league’s own, and captains’ match reports.", "news"),
    "Disputes": ("Objections, the evidence for them, rulings and appeals.", "disputes"),
    "Postponements": ("Postponements between captains, and what the secretary decides about dates.", "dates"),
    "Your account": ("The asker's fixtures, messages, calendar and mail settings.", "me"),
    "Personal data": ("What the league keeps of somebody: read, changed, exported, erased.", "personal_data"),
    "Registrations and roles": ("Registrations, roles, invitations.", "registrations"),
    "Conduct": ("Cases of conduct; for referees, the secretary and whom they are about.", "conduct"),
    "Journal": ("Every decision of the league, with the reason.", "journal"),
    "Secretary": ("What is late, outstanding or undelivered; the evening’s desk.", "desk"),
    "Running a season": ("Seasons imported, and how they are run.", "seasons"),
    "Timetables": ("Timetables that are made for a season.", "timetables"),
    "Decisions": ("The secretary's decisions about fixtures, points, late cards, play-offs and lots.", "decisions"),
    "Money": ("What teams and players are charged, what is paid, and what is owed.", "money"),
    "Overseeing": ("For operators: the server’s leagues, suspended, resumed, given quotas.", "overseeing"),
    "Exports": ("The league's data to take along.", "portability"),
}
_TAG_OF = {f"league.api.{module}": tag for tag, (_, modules) in TAGS.items() for module in modules.split()}

# By scope: the actions that a token wants it for. A token without any reads only what everybody or its user may read.
SCOPES: Mapping[Scope, str] = {
    Scope.READ: """
        captain.work card.see_photograph conduct.see dispute.see fixture.history hand.check league.view live.follow
        player.charges player.history team.charges team.history
    """,
    Scope.RESULTS: """
        card.photograph result.submit result.answer result.correct result.hand_over correction.answer dispute.accept
        high_hand.record high_hand.remove high_hand.complete live.score availability.answer availability.manage
    """,
    Scope.POSTPONEMENTS: "postponement.ask",
    Scope.DISPUTES: "dispute.open dispute.withdraw evidence.add ruling.appeal",
    Scope.RULINGS: "call.rule conduct.decide dispute.settle referee.work ruling.revoke",
    Scope.SEASON: """
        appeal.decide charge.manage codes.make dispute.assign fixture.move journal.see league.oversee league.settings
        lots.record mail.oversee person.change person.erase player.merge player.register player.transfer play_off.make
        points.adjust result.decide result.uphold role.invite role.manage ruleset.make season.import season.make
        team.colour
    """,
    Scope.OPERATE: "league.operate",
    Scope.EXPORT: "league.export person.export",
    Scope.ACCOUNT: "account.own calendar.own mail.own",
}
_SCOPE_OF = {action: scope for scope, actions in SCOPES.items() for action in actions.split()}
# What the holder of an office reads is nobody else's: it needs the scope of the office, as what they write does.
OFFICES = (Scope.RULINGS, Scope.SEASON, Scope.OPERATE)


def name_of(view: type, method: str, action: str, *, listed: bool) -> str:
    noun = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", view.__name__.removeprefix("One")).lower()
    if method == "post":
        return action.replace(".", "_") if hasattr(view, "get") else noun
    return f"{noun}_list" if listed else f"{noun}_{VERBS[method]}"


def tag_of_view(view: type) -> str:
    return _TAG_OF[view.__module__]


def scope_of(method: str, action: str) -> Scope:
    scope = _SCOPE_OF[action]
    return scope if method != "get" or scope in OFFICES else Scope.READ


class Described(AutoSchema):
    """Drops `Shape` from the names of components."""

    def _get_serializer_name(self, serializer: Any, direction: Any, bypass_extensions: bool = False) -> str:
        name: str = super()._get_serializer_name(serializer, direction, bypass_extensions)
        return name.removesuffix("Shape")

    def get_auth(self) -> list[dict[str, list[str]]]:
        """A token of the operation's scope, or a session; optional where it is public."""
        super().get_auth()  # registers the two schemes
        operation = getattr(getattr(self.view, self.method.lower(), None), "operation", None)
        if operation is None:
            return []
        return [{"token": [operation.scope.value]}, {"session": []}, *([{}] if operation.public else [])]

    def _get_paginator(self) -> Any:
        """A write that answers with a list answers with all of it."""
        return super()._get_paginator() if self.method == "GET" else None


def complete(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the server, the contact and the tags in use; name each error response once."""
    used = {tag for methods in result["paths"].values() for operation in methods.values() for tag in operation["tags"]}
    result["info"]["contact"] = {"name": "Whoever runs this server", "url": settings.BASE_URL}
    result["servers"] = [{"url": settings.BASE_URL, "description": "This server."}]
    result["tags"] = [{"name": name, "description": about} for name, (about, _) in TAGS.items() if name in used]
    shared: dict[str, Any] = {}
    result["components"]["responses"] = shared
    for methods in result["paths"].values():
        for operation in methods.values():
            for code, answer in operation["responses"].items():
                if int(code) >= 400:
                    name = f"Error{code}"
                    operation["responses"][code] = {"$ref": f"#/components/responses/{name}"}
                    if shared.setdefault(name, answer) != answer:
                        raise ValueError(f"{operation['operationId']} tells its {code} otherwise than the rest do.")
    return result
