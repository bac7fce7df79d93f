"""The app's setup: receivers of sign-ins and factors, the security log, and a check for databases of before."""

from importlib import import_module

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.core.validators import MaxLengthValidator
from django.db.migrations.serializer import BaseSerializer, Serializer
from django.utils.translation import ngettext_lazy

from league.translation import Text

TOO_LONG = ngettext_lazy(
    "Use at most %(limit_value)s character: this has %(show_value)s.",
    "Use at most %(limit_value)s characters: this has %(show_value)s.",
    "limit_value",
)


class PlainSerializer(BaseSerializer):
    """Serialise a Text in a migration as a string: a migration must not depend on code that may change."""

    def serialize(self) -> tuple[str, set[str]]:
        return repr(str(self.value)), set()


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        # Models, and signals that know them, can be loaded from here on and not before.
        from allauth.mfa.signals import authenticator_added
        from django.contrib.auth.signals import user_logged_in

        from league.queries.ops import check_migrations
        from league.services.people.accounts import administration, security

        # A Text is a str, and of the kinds that a value is of the first is taken.
        Serializer._registry = {Text: PlainSerializer, **Serializer._registry}  # type: ignore[attr-defined]
        register(check_migrations, Tags.database)
        # In the words of every other page; Django's own says “Ensure this value has at most”.
        MaxLengthValidator.message = TOO_LONG
        user_logged_in.connect(security.record_sign_in, dispatch_uid="league.sign-in")
        authenticator_added.connect(administration.end_other_sessions, dispatch_uid="league.factor-added")
        # Receivers need the models, which are there by now and not before.
        import_module("league.web.people.accounts.receivers")
