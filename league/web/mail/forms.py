"""The form of mail settings."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.enums import Delivery, NoticeKind
from league.queries.mail.kinds import AT_ONCE, GROUPS
from league.queries.mail.messages import MailChoices
from league.services.mail.preferences import problems_of
from league.translation import shown, translated
from league.web.problems import TimeOfDayField

DAYS = (
    (14, _("14 days before")),
    (7, _("7 days before")),
    (3, _("3 days before")),
    (2, _("2 days before")),
    (1, _("The day before")),
)


def _time(label: Any, *, required: bool, help_text: Any = "") -> forms.TimeField:
    widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    wrong = _("Write a time like 22:30.")
    return TimeOfDayField(
        evening=False, label=label, required=required, widget=widget, help_text=help_text,
        error_messages={"invalid": wrong, "required": wrong},
    )  # fmt: skip


class MailForm(forms.Form):
    """A person's mail settings. There is a field for each kind of notice besides these."""

    reminder_days = forms.TypedMultipleChoiceField(
        label=_("Remind me of a fixture"),
        choices=DAYS,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("At the time of day it starts."),
    )
    quiet_from = _time(_("No mail from"), required=False, help_text=_("For mail at any hour leave both empty."))
    quiet_until = _time(_("Until"), required=False, help_text=_("It may be on the next day."))
    digest_at = _time(
        _("The daily mail comes at"), required=True, help_text=_("It has everything you want once a day.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in NoticeKind:
            choices = [choice for choice in shown(Delivery) if kind not in AT_ONCE or choice[0] != Delivery.DIGEST]
            self.fields[kind.value] = forms.ChoiceField(label=translated(kind.label), choices=choices)

    @classmethod
    def of(cls, choices: MailChoices) -> "MailForm":
        initial: dict[str, Any] = {
            "reminder_days": choices.reminder_days,
            "quiet_from": choices.quiet_from,
            "quiet_until": choices.quiet_until,
            "digest_at": choices.digest_at,
        }
        return cls(initial=initial | {kind.value: delivery for kind, delivery in choices.deliveries.items()})

    def clean(self) -> None:
        """Check the times together, if each of them can be read, so that all that is wrong is said at once."""
        if not {"quiet_from", "quiet_until", "digest_at"} & set(self.errors):
            for problem in problems_of(self.choices()):
                self.add_error(problem.field or None, translated(problem.message))

    def choices(self) -> MailChoices:
        """Return the choices made in the form, as far as they can be read."""
        said = self.cleaned_data
        return MailChoices(
            deliveries={kind: Delivery(said[kind.value]) for kind in NoticeKind if kind.value in said},
            reminder_days=tuple(said.get("reminder_days", ())),
            quiet_from=said["quiet_from"],
            quiet_until=said["quiet_until"],
            digest_at=said["digest_at"],
        )


def kind_groups(form: MailForm) -> list[tuple[str, list[forms.BoundField]]]:
    return [(heading, [form[kind.value] for kind in kinds]) for heading, kinds in GROUPS.items()]
