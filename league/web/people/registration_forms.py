"""The forms about who plays for whom."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models import Player, Team
from league.web.problems import DAY


class RegisterForm(forms.Form):
    """A player for a team: one whom the league knows, or a new one."""

    player = forms.TypedChoiceField(label=_("A player of the league"), required=False, coerce=int, empty_value=None)
    name = forms.CharField(label=_("Or the name of a new one"), required=False, max_length=120)
    another = forms.BooleanField(
        label=_("It is another person than the player of that name"), required=False, widget=forms.CheckboxInput
    )
    starts_on = forms.DateField(label=_("Plays from"), widget=DAY)

    def __init__(self, players: Iterable[Player], *, today: dt.date, sent: Mapping[str, Any] | None = None) -> None:
        super().__init__(sent, initial={"starts_on": today})
        self.players = {player.pk: player for player in players}
        known = [(str(pk), player.name) for pk, player in self.players.items()]
        self.fields["player"].choices = [("", "–"), *known]  # type: ignore[attr-defined]
        if not known:
            self.fields["player"].widget = forms.HiddenInput()
            self.fields["name"].label = _("Name")
        if not self.said_twice():
            self.fields["another"].widget = forms.HiddenInput()

    def said_twice(self) -> bool:
        """Return True if a name was sent: only then can it be the name of somebody else too."""
        return bool(self.is_bound and str(self.data.get("name", "")).strip())

    def chosen(self) -> dict[str, Any]:
        said = self.cleaned_data
        player = self.players[said["player"]] if said["player"] is not None else None
        return {"player": player, "name": said["name"], "another": said["another"], "starts_on": said["starts_on"]}


class ListForm(forms.Form):
    names = forms.CharField(
        label=_("Names, one a line"),
        widget=forms.Textarea(attrs={"rows": 6, "autocapitalize": "words", "spellcheck": "false"}),
        max_length=10_000,
        help_text=_("Whoever the league knows by that name is registered; the others are new players."),
    )
    from_day = forms.DateField(label=_("They play from"), widget=DAY)

    def __init__(self, *, today: dt.date, sent: Mapping[str, Any] | None = None) -> None:
        super().__init__(sent, initial={"from_day": today})


class TransferForm(forms.Form):
    team = forms.TypedChoiceField(label=pgettext_lazy("a player’s new team", "To"), coerce=int)
    starts_on = forms.DateField(label=_("Plays for it from"), widget=DAY)
    anyway = forms.BooleanField(
        label=_("Although the season’s limit or last day speaks against it"), required=False, widget=forms.CheckboxInput
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Needed only then. It is kept in the journal."),
    )

    def __init__(self, teams: Iterable[Team], *, today: dt.date, sent: Mapping[str, Any] | None = None) -> None:
        super().__init__(sent, initial={"starts_on": today})
        self.teams = {team.pk: team for team in teams}
        self.fields["team"].choices = [("", "–"), *((str(pk), t.name) for pk, t in self.teams.items())]  # type: ignore[attr-defined]

    def chosen(self) -> dict[str, Any]:
        said = self.cleaned_data
        return {
            "to": self.teams[said["team"]],
            "starts_on": said["starts_on"],
            "anyway": said["anyway"],
            "reason": said["reason"],
        }
