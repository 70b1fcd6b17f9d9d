"""The addresses of the pages after a battle, and of the situation in words."""

from __future__ import annotations

from django.urls import path

from campaigns.web.reports import views_after, views_draws, views_forces, views_replay
from campaigns.web.sheet import views_situation

urlpatterns = [
    path("b/<id:battle>/after/", views_after.after, name="after"),
    path("b/<id:battle>/after/pdf/", views_after.after_as_pdf, name="after-pdf"),
    path("b/<id:battle>/after/csv/", views_after.after_as_csv, name="after-csv"),
    path("b/<id:battle>/forces/", views_forces.forces_page, name="forces"),
    path("b/<id:battle>/forces/<thing:group>/<thing:thing>/", views_forces.force_page, name="force"),
    path("c/<id:campaign>/forces/", views_forces.campaign_forces, name="campaign-forces"),
    path("b/<id:battle>/replay/", views_replay.replay, name="replay"),
    path("b/<id:battle>/draws/", views_draws.draws, name="draws"),
    path("b/<id:battle>/situation/", views_situation.situation, name="situation"),
    path("b/<id:battle>/print/", views_situation.print_sheet, name="print-sheet"),
    path("b/<id:battle>/papers/", views_replay.papers_open, name="papers-open"),
]
