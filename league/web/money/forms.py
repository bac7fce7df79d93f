"""Forms about money: a charge to one or many, a payment, and the filters of a statement."""

import datetime as dt
import hashlib
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.enums import ChargeKind
from league.models import Player, Team
from league.queries.money import Chargeable, Filters
from league.rules.money import CURRENCIES, read_amount
from league.rules.problems import LONGEST_REASON
from league.services.money.charges import NewCharge
from league.translation import N_, Text, shown, translated
from league.web.form_fields import typed
from league.web.problems import DAY

STATES = (("", _("All")), ("owed", _("Owed")), ("paid", _("Paid")), ("cancelled", _("Cancelled")))
NO_DAY = {"required": _("Choose the day."), "invalid": _("Write a day like 2026-11-03.")}


class SoughtForm(forms.Form):
    state = forms.ChoiceField(label=_("Show"), choices=STATES, required=False)
    kind = forms.ChoiceField(label=_("Kind"), choices=[("", _("All")), *shown(ChargeKind)], required=False)

    def sought(self) -> Filters:
        said = self.cleaned_data
        return Filters(said["state"], ChargeKind(said["kind"]) if said["kind"] else None)


class ChargeForm(forms.Form):
    """A charge to one team or player of a season, or to many of them at once."""

    whom = forms.ChoiceField(label=_("Who is charged"), error_messages={"required": _("Choose who is charged.")})
    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=shown(ChargeKind),
        widget=forms.RadioSelect,
        help_text=_("Pennies are the small fines of a night."),
        error_messages={"required": _("Choose the kind.")},
    )
    amount = forms.CharField(
        label=_("Amount"), max_length=20, widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        error_messages={"required": _("Write the amount, like 20 or 2.50.")},
    )  # fmt: skip
    reason = forms.CharField(
        label=_("What for"), max_length=LONGEST_REASON, help_text=_("Whoever is charged reads it."),
        error_messages={"required": _("Say what it is for; whoever is charged reads it.")},
    )  # fmt: skip
    date = forms.DateField(label=_("Day"), widget=DAY, error_messages=NO_DAY)
    key = forms.CharField(widget=forms.HiddenInput, max_length=40, required=False)

    def __init__(
        self, known: Chargeable, currency: str, *, today: dt.date, sent: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(sent, initial={"date": today, "key": uuid.uuid4().hex})
        self.known = known
        self.fields["whom"].choices = [("", _("Choose")), *self._choices()]  # type: ignore[attr-defined]
        symbol = CURRENCIES[currency].symbol
        each = Text("In {symbol}, for each team or player; like 20 or 2.50.", symbol=symbol)
        self.fields["amount"].help_text = translated(each)
        self.fields["date"].widget.attrs["max"] = today.isoformat()

    def _choices(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        many = []
        if teams := len(self.known.entries):
            every = Text("Every team ({count})", count=teams)
            many.append(("teams", translated(every)))
        if players := len(self.known.registrations):
            every = Text("Every registered player ({count})", count=players)
            many.append(("players", translated(every)))
        for division in self.known.divisions:
            each = Text("Every team of {division}", division=division.name)
            many.append((f"division-{division.pk}", translated(each)))
        if many:
            yield translated(N_("Many at once")), many
        if self.known.entries:
            teams_of = [(f"team-{entry.team_id}", entry.team.name) for entry in self.known.entries]
            yield translated(N_("A team")), teams_of
        by_team: dict[str, list[tuple[str, str]]] = {}
        for row in self.known.registrations:
            heading = translated(Text("A player of {team}", team=row.team.name))
            by_team.setdefault(heading, []).append((f"player-{row.player_id}", row.player.name))
        yield from by_team.items()

    def clean_amount(self) -> Any:
        found = read_amount(self.cleaned_data["amount"])
        if found is None:
            raise forms.ValidationError(translated(N_("Write the amount in digits, like 20 or 2.50.")))
        return found

    def chosen(self) -> tuple[list[Team], list[Player]]:
        which, _dash, number = self.cleaned_data["whom"].partition("-")
        if which in ("players", "player"):
            rows = self.known.registrations
            return [], [row.player for row in rows if which == "players" or str(row.player_id) == number]
        return [
            entry.team
            for entry in self.known.entries
            if which == "teams" or number == str(entry.team_id if which == "team" else entry.division_id)
        ], []

    def charge(self) -> NewCharge:
        said = self.cleaned_data
        return NewCharge(said["kind"], said["amount"], said["reason"], said["date"])

    def said(self) -> str:
        """Return a word for the form and all that stands in it: the same form sent twice has the same."""
        said = "\n".join(f"{name}={typed(self.data.get(name, ''), 2000)}" for name in self.fields)
        return f"form-{hashlib.sha256(said.encode()).hexdigest()}"


class PaidForm(forms.Form):
    paid_on = forms.DateField(label=_("Paid on"), widget=DAY, error_messages=NO_DAY)


class CancelForm(forms.Form):
    reason = forms.CharField(
        label=_("Why it is cancelled"), max_length=LONGEST_REASON, help_text=_("Whoever was charged reads it."),
        error_messages={"required": _("Say why it is cancelled; whoever was charged reads it.")},
    )  # fmt: skip
