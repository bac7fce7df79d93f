"""Every address of the site: accounts, the admin, the API and the league's pages."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("league.api.urls")),
    path("", include("league.web.urls")),
]

# A program reads its own shape of error also where no view was reached.
handler400 = "league.api.errors.bad_request"
handler403 = "league.api.errors.permission_denied"
handler404 = "league.api.errors.not_found"
handler500 = "league.api.errors.server_error"
