"""The addresses of the shelf, and of a battle that is taken out as an exercise."""

from __future__ import annotations

from django.urls import path

from campaigns.web.exercises import views_shelf, views_take_out

urlpatterns = [
    path("exercises/", views_shelf.exercises, name="exercises"),
    path("exercises/bring/", views_shelf.bring, name="exercise-bring"),
    path("exercises/<slug:exercise>/", views_shelf.exercise, name="exercise"),
    path("exercises/<slug:exercise>/play/", views_shelf.play, name="exercise-play"),
    path("exercises/<slug:exercise>/file/", views_shelf.file, name="exercise-file"),
    path("exercises/<slug:exercise>/change/", views_shelf.change, name="exercise-change"),
    path("b/<id:battle>/take-out/", views_take_out.take_out, name="battle-take-out"),
]
