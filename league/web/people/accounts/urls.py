"""The account's pages that are ours, or stand before allauth's own of the same address."""

from django.urls import URLPattern, path, re_path

from league.web.people.accounts.pages import ByCode, ChangePassword, ResetPassword, Sessions, set_password
from league.web.people.accounts.sign_in import ConfirmCode, RequestMail, SignIn, sign_in_by_link

urlpatterns: list[URLPattern] = [
    path("login/", SignIn.as_view(), name="account_login"),
    path("login/code/", RequestMail.as_view(), name="account_request_login_code"),
    path("login/code/confirm/", ConfirmCode.as_view(), name="account_confirm_login_code"),
    path("login/link/<str:token>/", sign_in_by_link, name="account_login_link"),
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
