"""The account's pages that are ours, or stand before allauth's own of the same address."""

from django.urls import URLPattern, path, re_path

from league.web.people.accounts.pages import ByCode, ChangePassword, ResetPassword, Sessions, set_password

urlpatterns: list[URLPattern] = [
    path("password/change/", ChangePassword.as_view(), name="account_change_password"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        ResetPassword.as_view(),
        name="account_reset_password_from_key",
    ),
    path("password/set/", set_password, name="account_set_password"),
    path("reauthenticate/code/", ByCode.as_view(), name="account_reauthenticate_code"),
    path("sessions/", Sessions.as_view(), name="usersessions_list"),
]
