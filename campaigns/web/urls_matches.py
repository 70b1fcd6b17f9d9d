"""The addresses of practice, matches and tournaments."""

from __future__ import annotations

from django.urls import path

from campaigns.web.matches import views_matches, views_practice

urlpatterns = [
    path("practice/", views_practice.practice, name="practice"),
    path("matches/", views_matches.match_list, name="matches"),
    path("matches/new/", views_matches.match_new, name="match-new"),
    path("matches/<id:match>/", views_matches.match, name="match"),
    path("c/<id:campaign>/match/", views_matches.match_new, name="campaign-match"),
    path("tournaments/new/", views_matches.tournament_new, name="tournament-new"),
    path("tournaments/<id:tournament>/", views_matches.tournament, name="tournament"),
]
