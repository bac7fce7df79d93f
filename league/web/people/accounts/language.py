"""The language of a person: in which they read the pages and mails of every league."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.access import ACTIONS
from league.errors import NotAllowed
from league.models import User
from league.rules.languages import LANGUAGES
from league.services.people.accounts.accounts import choose_language
from league.translation import N_, speaking, translated


class LanguageForm(forms.Form):
    """One of the site's languages, each by its own name, or none."""

    language = forms.ChoiceField(
        label=_("Language"), required=False, help_text=_("Of the pages when you are signed in, and of your mails.")
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        own: forms.ChoiceField = self.fields["language"]  # type: ignore[assignment]
        own.choices = [("", _("As the league")), *LANGUAGES.items()]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def language(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, User):
        raise NotAllowed(ACTIONS["account.own"][1])
    form = LanguageForm(request.POST if request.method == "POST" else None, initial={"language": request.user.language})
    if request.method == "POST" and form.is_valid():
        chosen = choose_language(request.user, form.cleaned_data["language"])
        with speaking(chosen):
            messages.success(request, translated(N_("Saved.")))
        return redirect("language")
    return render(request, "account/language.html", {"form": form}, status=422 if form.is_bound else 200)
