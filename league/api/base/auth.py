"""Authentication: a program with a token (`Authorization: Bearer mgn_…`), or a browser with its session."""

from typing import Any

from django.conf import settings
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from league.api.errors import CHALLENGE
from league.models import ApiToken, User
from league.services.people.accounts.keys import use_token
from league.translation import N_, translated


class TokenAuthentication(authentication.BaseAuthentication):
    """A personal token. One that is no good is refused: it is not taken for a visitor's request."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = use_token(secret.strip(), now=timezone.now())
        if token is None:
            message = translated(N_("This token is unknown, revoked or expired, or its account is closed."))
            raise exceptions.AuthenticationFailed(message, code="token")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


class SessionAuthentication(authentication.SessionAuthentication):
    """The browser's session, with its CSRF token on writes."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise exceptions.PermissionDenied(str(error.detail), code="csrf") from error


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "league.api.base.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A personal token, made at /account/tokens/."}


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = "league.api.base.auth.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": str(settings.SESSION_COOKIE_NAME)}
