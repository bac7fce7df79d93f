"""The account's forms for another password: each offers to revoke what no password protects."""

from typing import Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.errors import Invalid
from league.queries.people.people import Keys, keys_of
from league.services.people.accounts.keys import revoke_keys
from league.services.people.accounts.limits import is_password_of
from league.translation import Text, translated

TOKENS, CALENDARS = "revoke_tokens", "revoke_calendars"


class _Revoking:
    """Boxes to tick for whoever has tokens or secret calendar addresses; none for others."""

    fields: dict[str, forms.Field]
    cleaned_data: dict[str, Any]
    user: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = timezone.now()
        keys = keys_of(self.user, now=self.now) if self.user is not None else Keys(0, 0)
        if keys.tokens:
            label = Text.plural("Revoke your API token too", "Revoke your {n} API tokens too", n=keys.tokens)
            self.fields[TOKENS] = forms.BooleanField(
                label=translated(label),
                required=False,
                help_text=_(
                    "Programs that use them are refused from then on. "
                    "Tick this if somebody else may know your password."
                ),
            )
        if keys.calendars:
            self.fields[CALENDARS] = forms.BooleanField(
                label=_("Revoke the secret address of your calendar too"),
                required=False,
                help_text=_("Phones that subscribe to it need the new address, which you make under Calendars."),
            )

    def revoke_chosen(self) -> None:
        """Revoke what was ticked; the password is changed."""
        said = self.cleaned_data
        revoke_keys(self.user, tokens=said.get(TOKENS, False), calendars=said.get(CALENDARS, False), now=self.now)


class ChangePasswordForm(_Revoking, allauth.ChangePasswordForm):
    """Another password, by the old one; a wrong one counts, and is noted, as a failed sign-in."""

    def clean_oldpassword(self) -> str:
        old = str(self.cleaned_data["oldpassword"])
        try:
            right = is_password_of(self.user, old, field="oldpassword")
        except Invalid as refused:
            raise forms.ValidationError(translated(refused.problems[0].message), code="too-many") from refused
        if not right:
            raise get_adapter().validation_error("enter_current_password")
        return old


class ResetPasswordForm(_Revoking, allauth.ResetPasswordKeyForm):
    pass
