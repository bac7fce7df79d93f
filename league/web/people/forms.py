"""Forms about people: offering roles, ending them, somebody's own details."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.enums import RoleKind
from league.models import PRESENT, League, Player, Team
from league.rules.names import LONGEST_NAME
from league.rules.problems import LONGEST_REASON
from league.services.people.invite import BY_CAPTAINS
from league.services.people.personal_data import LONGEST_NOTE, LONGEST_PHONE
from league.translation import shown

Sent = Mapping[str, Any] | None


def _day(**said: Any) -> forms.DateField:
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    wrong = {"invalid": _("Write a day like 2026-11-03.")}
    return forms.DateField(required=False, widget=widget, error_messages=wrong, **said)


def _email(**said: Any) -> forms.CharField:
    # What makes an address is the service's affair, which says so with all the rest.
    widget = forms.TextInput(attrs={"type": "email", "autocomplete": "off", "spellcheck": "false"})
    return forms.CharField(label=_("Mail address"), max_length=254, widget=widget, **said)


class RoleForm(forms.Form):
    email = _email(required=True)
    kind = forms.ChoiceField(label=_("Role"), choices=[("", "–"), *shown(RoleKind)])
    team = forms.ModelChoiceField(
        label=_("Team"),
        queryset=Team.objects.none(),
        required=False,
        empty_label="–",
        help_text=_("Of a captain, vice-captain or player. The other roles belong to no team."),
    )
    ends_on = _day(label=_("Last day"), help_text=_("Leave it empty if that is not known."))
    player = forms.ModelChoiceField(queryset=Player.objects.none(), required=False, widget=forms.HiddenInput)

    def __init__(self, league: League, sent: Sent = None, *, player: Player | None = None) -> None:
        first = {"player": player.pk, "email": player.email, "kind": RoleKind.PLAYER.value} if player else {}
        super().__init__(sent, initial=first, prefix=None)
        self.fields["team"].queryset = league.teams.filter(hidden_at=None).order_by("name")  # type: ignore[attr-defined]
        self.fields["player"].queryset = Player.objects.filter(PRESENT, league=league)  # type: ignore[attr-defined]


class TeamInvitationForm(forms.Form):
    email = _email(required=True)
    kind = forms.ChoiceField(
        label=_("Role"), choices=[choice for choice in reversed(shown(RoleKind)) if choice[0] in BY_CAPTAINS]
    )
    ends_on = _day(label=_("Last day"), help_text=_("Leave it empty if that is not known."))


class EndForm(forms.Form):
    last_day = _day(label=_("Last day"), help_text=_("They have the role until the end of that day."))


class DetailsForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    email = _email(
        required=False, help_text=_("Never shown on a public page. An invitation to it links their account.")
    )
    phone = forms.CharField(
        label=_("Phone"), max_length=LONGEST_PHONE, required=False, help_text=_("Never shown on a public page."),
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
    )  # fmt: skip
    shorten_name = forms.BooleanField(
        label=_("Shorten the name on public pages"),
        required=False,
        help_text=_("“Olive B.” instead of “Olive Baker”. Captains, referees and the secretary see it in full."),
    )
    hide_averages = forms.BooleanField(
        label=_("Keep averages off public pages"),
        required=False,
        help_text=_(
            "No line in merit tables, no averages, totals or streaks. Score sheets and high hands stay public; "
            "only the player and the secretary see the rest."
        ),
    )
    note = forms.CharField(
        label=_("Note for captains"), max_length=LONGEST_NOTE, required=False,
        help_text=_("Such as “under 18: till nine only”. Both captains read it on the sheet; nothing is judged by it."),
    )  # fmt: skip

    @classmethod
    def of(cls, player: Player) -> "DetailsForm":
        return cls(initial={name: getattr(player, name) for name in cls.base_fields})


class OwnForm(DetailsForm):
    """A player's own details. The address they sign in with is changed on the pages of their account."""

    email = None  # type: ignore[assignment]
    note = None  # type: ignore[assignment]


class NameForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)


class AcceptForm(forms.Form):
    name = forms.CharField(
        label=_("Your name"),
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    password = forms.CharField(
        label=_("A password"),
        required=False,
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("If you like. Without one, a code by mail lets you in each time."),
    )

    def __init__(self, sent: Sent = None, *, name: bool, password: bool) -> None:
        super().__init__(sent)
        for field, wanted in (("name", name), ("password", password)):
            if not wanted:
                del self.fields[field]


class MergeForm(forms.Form):
    """The other player of the league who is the same person, and how that is known."""

    player = forms.ModelChoiceField(
        label=_("Player"),
        queryset=Player.objects.none(),
        widget=forms.HiddenInput,
        error_messages={"required": _("Choose the other player.")},
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("For the journal: how you know that they are one person."),
    )

    def __init__(self, league: League, sent: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(sent, **more)
        self.fields["player"].queryset = Player.objects.filter(PRESENT, league=league)  # type: ignore[attr-defined]
