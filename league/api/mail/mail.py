"""A person's mail settings, read and changed."""

from dataclasses import asdict
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.mail.mail_shapes import MailSettingsShape
from league.queries.mail.messages import MailChoices, choices_of
from league.services.mail.preferences import save_choices


class MailSettings(LeagueView):
    @operation("How you want your mail, in every league", action="mail.own", answer=MailSettingsShape)
    def get(self, request: Request) -> Response:
        return self._respond()

    @operation(
        "Choose how you want your mail, in every league; what is left out stays as it is",
        action="mail.own",
        body=MailSettingsShape(partial=True),
        answer=MailSettingsShape,
    )
    def patch(self, request: Request) -> Response:
        sent = self.read(MailSettingsShape, partial=True)
        now = asdict(choices_of(self.user))
        said: dict[str, Any] = now | sent
        said["deliveries"] = now["deliveries"] | said["deliveries"]
        said["reminder_days"] = tuple(said["reminder_days"])
        save_choices(MailChoices(**said), league=self.league, by=self.user, now=self.now)
        return self._respond()

    def _respond(self) -> Response:
        return Response(MailSettingsShape(asdict(choices_of(self.user))).data)
