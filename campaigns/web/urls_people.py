"""The addresses of the pages that are about a person, not about a battle."""

from __future__ import annotations

from django.urls import path, register_converter

from campaigns.web.people import views_help, views_home, views_invitations, views_password, views_people
from kriegspiel import converters

register_converter(converters.Secret, "secret")

urlpatterns = [
    path("offers/<id:offer>/", views_home.offer, name="offer"),
    path("profile/", views_people.profile, name="profile"),
    path("profile/calendar/", views_people.calendar_renew, name="calendar-renew"),
    path("profile/tokens/<id:token>/revoke/", views_people.token_revoke, name="token-revoke"),
    path("profile/password/", views_password.password_change, name="password-change"),
    path("profile/address/", views_password.mail_address, name="mail-address"),
    path("password/forgotten/", views_password.password_forgotten, name="password-forgotten"),
    path("password/<secret:uidb64>/<secret:token>/", views_password.password_choose, name="password-choose"),
    path("people/", views_password.people, name="people"),
    path("c/<id:campaign>/invitations/", views_invitations.invitations, name="invitations"),
    path("invited/<secret:token>/", views_invitations.invitation, name="invitation"),
    path("mail/off/<secret:token>/", views_people.mail_off, name="mail-off"),
    path("calendar/<secret:token>.ics", views_people.calendar, name="calendar"),
    path("look/", views_people.look, name="look"),
    path("language/", views_people.language, name="language"),
    path("tour/<slug:tour>/", views_people.tour, name="tour"),
    path("help/", views_help.help_page, name="help"),
    path("help/<slug:whose>/", views_help.help_page, name="help"),
]
