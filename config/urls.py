"""Every address of the site: accounts, the admin, the API, the league's pages and the card room's."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path, reverse_lazy
from django.views.generic import RedirectView

# The admin's own pages would ask for a password without limit, for no second factor, and tell nobody of a new one. Its
# sign-in would take a password even from whoever is signed in, and anybody's.
admin.site.login = secure_admin_login(RedirectView.as_view(pattern_name="admin:index"))  # type: ignore[method-assign]
admin.site.password_change = RedirectView.as_view(  # type: ignore[method-assign, assignment]
    pattern_name="account_change_password"
)

urlpatterns = [
    # Ours first: they stand before allauth's own of the same address.
    path("accounts/", include("league.web.people.accounts.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/", include("allauth.account.urls")),
    # An older mail may hold such a link. It confirms nothing any more: a code is sent to whoever signs in.
    path("accounts/confirm-email/<path:key>", RedirectView.as_view(url=reverse_lazy("account_login"))),
    path("admin/", admin.site.urls),
    path("api/v1/", include("league.api.urls")),
    path("", include("league.web.urls")),
    path("", include("cardroom.urls")),
]

# A program reads its own shape of error also where no view was reached.
handler400 = "league.api.errors.bad_request"
handler403 = "league.api.errors.permission_denied"
handler404 = "league.api.errors.not_found"
handler500 = "league.api.errors.server_error"
