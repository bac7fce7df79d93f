"""A person's mail settings, read and changed."""

from dataclasses import asdict
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.mail.mail_shapes import MailSettingsShape
from league.queries.mail.messages import MailChoices, choices_of
from league.services.mail.preferences import problems_of, save_choices


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
        sent = self.read(MailSettingsShape, lambda given: problems_of(self._chosen_with(given)), partial=True)
        save_choices(self._chosen_with(sent), league=self.league, by=self.user, now=self.now)
        return self._respond()

    def _chosen_with(self, sent: dict[str, Any]) -> MailChoices:
        now = asdict(choices_of(self.user))
        values: dict[str, Any] = now | sent
        values["deliveries"] = now["deliveries"] | values["deliveries"]
        values["reminder_days"] = tuple(values["reminder_days"])
        return MailChoices(**values)

    def _respond(self) -> Response:
        return Response(MailSettingsShape(asdict(choices_of(self.user))).data)
