"""The addresses of the API, under /api/v1/."""

from __future__ import annotations

from django.urls import path, re_path, register_converter

from campaigns.api import views_nowhere
from campaigns.api.after import views as views_after
from campaigns.api.board import views as views_board
from campaigns.api.books import views as views_books
from campaigns.api.campaigns import views as views_campaigns
from campaigns.api.clock import views as views_clock
from campaigns.api.countries import views as views_countries
from campaigns.api.countries import views_drawings
from campaigns.api.desk import views as views_desk
from campaigns.api.desk import views_returned_orders, views_undo
from campaigns.api.exercises import views as views_exercises
from campaigns.api.forces import views as views_forces
from campaigns.api.matches import views as views_playing
from campaigns.api.messages import views_dispatches, views_injects, views_notices, views_questions
from campaigns.api.muster import views as views_muster
from campaigns.api.orders import views as views_orders
from campaigns.api.orders import views_drafts
from campaigns.api.people import views as views_people
from campaigns.api.people import views_login
from campaigns.api.pictures import views as views_pictures
from campaigns.api.sheet import views as views_sheet
from campaigns.api.war import views as views_war
from kriegspiel import converters

register_converter(converters.PublicId, "shown")
register_converter(converters.Thing, "floor")
register_converter(converters.BookKey, "book")
register_converter(converters.Number, "ordinal")

urlpatterns = [
    path("token/", views_login.GetToken.as_view(), name="api-token"),
    path("me/", views_login.Me.as_view(), name="api-me"),
    path("me/tokens/", views_login.Tokens.as_view(), name="api-tokens"),
    path("me/tokens/<shown:token>/", views_login.OneToken.as_view(), name="api-token-of-mine"),
    path("me/offers/", views_people.Offers.as_view(), name="api-offers"),
    path("me/offers/<shown:offer>/", views_people.Offer.as_view(), name="api-offer"),
    path("me/profile/", views_people.Profile.as_view(), name="api-profile"),
    path("me/calendar/", views_people.Calendar.as_view(), name="api-calendar"),
    path("me/queue/", views_people.Queue.as_view(), name="api-queue"),
    path("me/deadlines/", views_people.Deadlines.as_view(), name="api-deadlines"),
    path("books/", views_books.Books.as_view(), name="api-books"),
    path("books/<book:key>/options/", views_books.Options.as_view(), name="api-options"),
    path("books/<book:key>/pieces/", views_books.Pieces.as_view(), name="api-pieces"),
    path("countries/", views_countries.Countries.as_view(), name="api-countries"),
    path("countries/import/", views_countries.ImportOfCountry.as_view(), name="api-import-country"),
    path("countries/drawing/", views_drawings.NewDrawing.as_view(), name="api-new-drawing"),
    path("countries/drawing/undo/", views_drawings.UndoOfNewDrawing.as_view(), name="api-undo-new-drawing"),
    path("countries/drawing/redo/", views_drawings.RedoOfNewDrawing.as_view(), name="api-redo-new-drawing"),
    path("countries/surveys/", views_countries.Surveys.as_view(), name="api-surveys"),
    path("countries/surveys/<shown:survey>/take/", views_countries.TakeSurvey.as_view(), name="api-take-survey"),
    path("countries/surveys/<shown:survey>/", views_countries.Survey.as_view(), name="api-survey"),
    path("countries/<shown:country>/", views_countries.Country.as_view(), name="api-country"),
    path("countries/<shown:country>/drawing/", views_drawings.DrawingOfCountry.as_view(), name="api-drawing"),
    path("countries/<shown:country>/drawing/undo/", views_drawings.UndoOfDrawing.as_view(), name="api-undo-drawing"),
    path("countries/<shown:country>/drawing/redo/", views_drawings.RedoOfDrawing.as_view(), name="api-redo-drawing"),
    path("countries/<shown:country>/geojson/", views_countries.CountryFile.as_view(), name="api-country-file"),
    path("countries/<shown:country>/picture/", views_pictures.PictureOfCountry.as_view(), name="api-country-picture"),
    path("pictures/", views_pictures.Pictures.as_view(), name="api-pictures"),
    path("pictures/<shown:picture>/", views_pictures.Picture.as_view(), name="api-picture"),
    path("pictures/<shown:picture>/file/", views_pictures.FileOfPicture.as_view(), name="api-picture-file"),
    path("battles/<shown:battle>/picture/", views_pictures.PictureOfBattle.as_view(), name="api-battle-picture"),
    path("campaigns/", views_campaigns.Campaigns.as_view(), name="api-campaigns"),
    path("exercises/", views_exercises.Exercises.as_view(), name="api-exercises"),
    path("exercises/<slug:exercise>/", views_exercises.Exercise.as_view(), name="api-exercise"),
    path("exercises/<slug:exercise>/copy/", views_exercises.CopyOfExercise.as_view(), name="api-copy-exercise"),
    path("exercises/<slug:exercise>/play/", views_exercises.PlayOfExercise.as_view(), name="api-play-exercise"),
    path("battles/<shown:battle>/exercise/", views_exercises.TakeOut.as_view(), name="api-take-out"),
    path("campaigns/<shown:campaign>/", views_campaigns.Campaign.as_view(), name="api-campaign"),
    path("campaigns/<shown:campaign>/commands/", views_campaigns.Commands.as_view(), name="api-commands"),
    path("battles/<shown:battle>/brigades/", views_campaigns.Brigades.as_view(), name="api-brigades"),
    path("campaigns/<shown:campaign>/settings/", views_campaigns.Settings.as_view(), name="api-campaign-settings"),
    path("campaigns/<shown:campaign>/posts/", views_campaigns.Posts.as_view(), name="api-posts"),
    path("campaigns/<shown:campaign>/end/", views_campaigns.EndOfCampaign.as_view(), name="api-end-campaign"),
    path("campaigns/<shown:campaign>/sectors/", views_war.Sectors.as_view(), name="api-sectors"),
    path("posts/<shown:post>/sector/", views_war.SectorOf.as_view(), name="api-sector"),
    path("campaigns/<shown:campaign>/standing/", views_war.Standing.as_view(), name="api-standing"),
    path("campaigns/<shown:campaign>/battles/", views_campaigns.Battles.as_view(), name="api-battles"),
    path("campaigns/<shown:campaign>/invitations/", views_people.Invitations.as_view(), name="api-invitations"),
    path("campaigns/<shown:campaign>/empty-seats/", views_people.EmptySeats.as_view(), name="api-empty-seats"),
    path("invitations/<shown:invitation>/mail/", views_people.MailedInvitation.as_view(), name="api-mail-invitation"),
    path("invitations/take/", views_people.Taken.as_view(), name="api-take-invitation"),
    path("invitations/<shown:invitation>/", views_people.Invitation.as_view(), name="api-invitation"),
    path("posts/<shown:post>/", views_campaigns.Post.as_view(), name="api-post"),
    path("posts/<shown:post>/hand-over/", views_war.HandOver.as_view(), name="api-hand-over"),
    path("battles/<shown:battle>/", views_campaigns.Battle.as_view(), name="api-battle"),
    path("battles/<shown:battle>/start/", views_campaigns.Start.as_view(), name="api-start"),
    path("battles/<shown:battle>/muster/", views_muster.Muster.as_view(), name="api-muster"),
    path("battles/<shown:battle>/muster/undo/", views_muster.MusterUndo.as_view(), name="api-muster-undo"),
    path("battles/<shown:battle>/muster/redo/", views_muster.MusterRedo.as_view(), name="api-muster-redo"),
    path("battles/<shown:battle>/muster/curtain/", views_muster.Curtain.as_view(), name="api-muster-curtain"),
    path("battles/<shown:battle>/muster/own/", views_muster.OwnMuster.as_view(), name="api-muster-own"),
    path(
        "battles/<shown:battle>/muster/own/ready/", views_muster.OwnMusterReady.as_view(), name="api-muster-own-ready"
    ),
    path("battles/<shown:battle>/muster/table/", views_muster.OrderOfBattle.as_view(), name="api-muster-table"),
    path("battles/<shown:battle>/back/", views_campaigns.Back.as_view(), name="api-back"),
    path("battles/<shown:battle>/deletion/", views_campaigns.Deletion.as_view(), name="api-deletion"),
    path("battles/<shown:battle>/objectives/", views_campaigns.Objectives.as_view(), name="api-objectives"),
    path(
        "battles/<shown:battle>/objectives/kept/", views_campaigns.ObjectivesKept.as_view(), name="api-objectives-kept"
    ),
    path("battles/<shown:battle>/set-out/", views_war.SetOut.as_view(), name="api-set-out"),
    path("battles/<shown:battle>/set-out/begin/", views_war.SettingOut.as_view(), name="api-set-out-begin"),
    path("battles/<shown:battle>/carried/", views_war.Carried.as_view(), name="api-carried"),
    path("battles/<shown:battle>/end/", views_campaigns.EndOfBattle.as_view(), name="api-end-battle"),
    path("battles/<shown:battle>/board/", views_board.Board.as_view(), name="api-board"),
    path("battles/<shown:battle>/play/", views_board.Play.as_view(), name="api-play"),
    path("battles/<shown:battle>/sheet/", views_sheet.Sheet.as_view(), name="api-sheet"),
    path("battles/<shown:battle>/things/<floor:thing>/", views_sheet.Thing.as_view(), name="api-thing"),
    path("battles/<shown:battle>/things/<floor:thing>/choices/", views_sheet.Choices.as_view(), name="api-choices"),
    path("battles/<shown:battle>/orders/", views_orders.Orders.as_view(), name="api-orders"),
    path("battles/<shown:battle>/orders/check/", views_orders.Check.as_view(), name="api-check"),
    path("battles/<shown:battle>/orders/withdraw/", views_orders.Withdraw.as_view(), name="api-withdraw"),
    path("battles/<shown:battle>/drafts/", views_drafts.Drafts.as_view(), name="api-drafts"),
    path("battles/<shown:battle>/drafts/several/", views_drafts.SeveralDrafts.as_view(), name="api-several-drafts"),
    path("battles/<shown:battle>/drafts/check/", views_drafts.CheckedDrafts.as_view(), name="api-check-drafts"),
    path("battles/<shown:battle>/drafts/send/", views_drafts.SentDrafts.as_view(), name="api-send-drafts"),
    path("battles/<shown:battle>/drafts/together/", views_drafts.DraftsTogether.as_view(), name="api-together"),
    path("battles/<shown:battle>/drafts/last-move/", views_drafts.DraftsOfLastMove.as_view(), name="api-last-move"),
    path("battles/<shown:battle>/ready/", views_orders.Ready.as_view(), name="api-ready"),
    path("battles/<shown:battle>/dispatches/", views_dispatches.Dispatches.as_view(), name="api-dispatches"),
    path(
        "battles/<shown:battle>/umpire-messages/",
        views_dispatches.UmpiresMessages.as_view(),
        name="api-umpire-messages",
    ),
    path("battles/<shown:battle>/questions/", views_questions.Questions.as_view(), name="api-questions"),
    path("questions/<shown:question>/", views_questions.Question.as_view(), name="api-question"),
    path("battles/<shown:battle>/couriers/", views_dispatches.Couriers.as_view(), name="api-couriers"),
    path("battles/<shown:battle>/couriers/<shown:courier>/", views_dispatches.Courier.as_view(), name="api-courier"),
    path("battles/<shown:battle>/clock/", views_sheet.ClockFace.as_view(), name="api-clock"),
    path("battles/<shown:battle>/clock/pause/", views_clock.Pause.as_view(), name="api-pause"),
    path("battles/<shown:battle>/clock/resume/", views_clock.Resume.as_view(), name="api-resume"),
    path("battles/<shown:battle>/clock/extend/", views_clock.Extend.as_view(), name="api-extend"),
    path("battles/<shown:battle>/clock/close/", views_clock.Close.as_view(), name="api-close"),
    path("battles/<shown:battle>/clock/open/", views_clock.Open.as_view(), name="api-open"),
    path(
        "battles/<shown:battle>/publication/stop/", views_clock.StopPublication.as_view(), name="api-stop-publication"
    ),
    path(
        "battles/<shown:battle>/publication/resume/",
        views_clock.ResumePublication.as_view(),
        name="api-resume-publication",
    ),
    path("battles/<shown:battle>/desk/", views_desk.Desk.as_view(), name="api-desk"),
    path("battles/<shown:battle>/sight/", views_desk.Sight.as_view(), name="api-sight"),
    path("battles/<shown:battle>/facts/", views_desk.Facts.as_view(), name="api-facts"),
    path("battles/<shown:battle>/facts/confirm/", views_desk.Confirmations.as_view(), name="api-confirm"),
    path("battles/<shown:battle>/preview/", views_desk.Preview.as_view(), name="api-preview"),
    path("battles/<shown:battle>/publish-fire/", views_desk.PublishFire.as_view(), name="api-publish-fire"),
    path("battles/<shown:battle>/submit/", views_desk.Submit.as_view(), name="api-submit"),
    path("battles/<shown:battle>/corrections/", views_desk.Corrections.as_view(), name="api-corrections"),
    path("battles/<shown:battle>/rulings/", views_desk.Rulings.as_view(), name="api-rulings"),
    path("battles/<shown:battle>/clauses/", views_desk.Clauses.as_view(), name="api-clauses"),
    path("rulings/<shown:ruling>/restore/", views_desk.Restore.as_view(), name="api-restore"),
    path("battles/<shown:battle>/orders/hold/", views_returned_orders.Hold.as_view(), name="api-hold"),
    path("battles/<shown:battle>/orders/return/", views_returned_orders.Return.as_view(), name="api-return"),
    path("rulings/<shown:ruling>/release/", views_returned_orders.Release.as_view(), name="api-release"),
    path("rulings/<shown:ruling>/leave-out/", views_returned_orders.LeaveOut.as_view(), name="api-leave-out"),
    path("battles/<shown:battle>/reports/", views_sheet.Reports.as_view(), name="api-reports"),
    path("battles/<shown:battle>/reports/<ordinal:number>/", views_sheet.Report.as_view(), name="api-report"),
    path("battles/<shown:battle>/supplies/", views_sheet.Supplies.as_view(), name="api-supplies"),
    path("battles/<shown:battle>/points/", views_sheet.Points.as_view(), name="api-points"),
    path("battles/<shown:battle>/injects/", views_injects.Injects.as_view(), name="api-injects"),
    path("injects/<shown:inject>/", views_injects.Inject.as_view(), name="api-inject"),
    path("battles/<shown:battle>/undo/", views_undo.Undo.as_view(), name="api-undo"),
    path("battles/<shown:battle>/look/<shown:post>/", views_desk.Look.as_view(), name="api-look"),
    path("battles/<shown:battle>/record/", views_desk.Record.as_view(), name="api-record"),
    path("battles/<shown:battle>/situation/", views_after.Situation.as_view(), name="api-situation"),
    path("battles/<shown:battle>/replay/", views_after.Replay.as_view(), name="api-replay"),
    path("battles/<shown:battle>/after/", views_after.After.as_view(), name="api-after"),
    path("battles/<shown:battle>/forces/", views_forces.Forces.as_view(), name="api-forces"),
    path("battles/<shown:battle>/forces/<floor:group>/<floor:thing>/", views_forces.Force.as_view(), name="api-force"),
    path("battles/<shown:battle>/draws/", views_after.Draws.as_view(), name="api-draws"),
    path("battles/<shown:battle>/papers/", views_after.Papers.as_view(), name="api-papers"),
    path("practice/", views_playing.Practice.as_view(), name="api-practice"),
    path("campaigns/<shown:campaign>/machines/", views_playing.Machines.as_view(), name="api-machines"),
    path("campaigns/<shown:campaign>/matches/", views_playing.MatchesOfCampaign.as_view(), name="api-campaign-matches"),
    path("battles/<shown:battle>/ask-again/", views_playing.AskAgain.as_view(), name="api-ask-again"),
    path("matches/", views_playing.Matches.as_view(), name="api-matches"),
    path("matches/<shown:match>/", views_playing.Match.as_view(), name="api-match"),
    path("tournaments/", views_playing.Tournaments.as_view(), name="api-tournaments"),
    path("tournaments/<shown:tournament>/", views_playing.Tournament.as_view(), name="api-tournament"),
    path("tournaments/<shown:tournament>/players/", views_playing.Players.as_view(), name="api-players"),
    path("tournaments/<shown:tournament>/players/<shown:player>/", views_playing.Player.as_view(), name="api-player"),
    path("tournaments/<shown:tournament>/begin/", views_playing.BeginTournament.as_view(), name="api-begin-tournament"),
    path("notices/", views_notices.Notices.as_view(), name="api-notices"),
    path("notices/read/", views_notices.ReadAll.as_view(), name="api-read-all"),
    path("notices/<shown:notice>/read/", views_notices.Read.as_view(), name="api-read"),
    re_path("", views_nowhere.Nowhere.as_view()),
]
