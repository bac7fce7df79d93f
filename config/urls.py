"""Every address of the site: accounts, the admin, and the league's pages."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("", include("league.web.urls")),
]
