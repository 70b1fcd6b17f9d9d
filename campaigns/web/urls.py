"""The addresses of the pages."""

from __future__ import annotations

from django.urls import include, path, register_converter

from campaigns.web.desk import (
    views_add,
    views_body,
    views_clock,
    views_desk,
    views_end_move,
    views_endings,
    views_measurements,
    views_message,
    views_returned_orders,
    views_rulings,
    views_sectors,
    views_undo,
)
from campaigns.web.matches import views_board, views_lessons
from campaigns.web.messages import views_dispatches, views_injects, views_prepared, views_questions
from campaigns.web.muster import views_campaign, views_carry, views_country, views_set_out, views_survey, views_terms
from campaigns.web.order_form import views_order, views_panel, views_price
from campaigns.web.page import views_live, views_look, views_words
from campaigns.web.people import views_home, views_login, views_rulebook
from campaigns.web.sheet import views_books, views_sheet, views_standing
from kriegspiel import converters

register_converter(converters.PublicId, "id")
register_converter(converters.Thing, "thing")
register_converter(converters.Clause, "clause")
register_converter(converters.Number, "number")

urlpatterns = [
    path("", views_home.home, name="home"),
    path("words/<slug:language>/<slug:digest>.js", views_words.script_words, name="script-words"),
    path("login/", views_login.login, name="login"),
    path("logout/", views_login.logout, name="logout"),
    path("notices/", views_home.notices, name="notices"),
    path("", include("campaigns.web.urls_people")),
    path("", include("campaigns.web.urls_matches")),
    path("rulebook/", views_rulebook.clauses, name="clauses"),
    path("rulebook/readings/", views_rulebook.doubtful, name="readings"),
    path("rulebook/proved/", views_rulebook.proved, name="proved"),
    path("rulebook/chess/openings/", views_lessons.openings, name="openings"),
    path("rulebook/chess/problem/", views_lessons.problem, name="problem"),
    path("rulebook/<clause:clause>/", views_rulebook.clauses, name="clauses"),
    path("countries/", views_country.countries, name="countries"),
    path("countries/import/", views_survey.country_import, name="country-import"),
    path("countries/surveys/<id:survey>/", views_survey.survey, name="survey"),
    path("countries/draw/", views_country.new_map, name="country-new"),
    path("countries/<id:country>/", views_country.country, name="country"),
    path("countries/<id:country>/draw/", views_country.map_editor, name="country-draw"),
    path("countries/<id:country>/geojson/", views_country.country_file, name="country-file"),
    path("c/new/", views_campaign.campaign_new, name="campaign-new"),
    path("c/<id:campaign>/", views_campaign.campaign, name="campaign"),
    path("c/<id:campaign>/roster/", views_campaign.roster, name="roster"),
    path("c/<id:campaign>/battle/terms/", views_terms.battle_terms, name="battle-terms"),
    path("c/<id:campaign>/sectors/", views_sectors.sectors, name="sectors"),
    path("c/<id:campaign>/standing/", views_standing.standing, name="standing"),
    path("c/<id:campaign>/end/", views_endings.campaign_end, name="campaign-end"),
    path("c/<id:campaign>/battle/", views_campaign.battle_new, name="battle-new"),
    path("b/<id:battle>/", views_sheet.battle, name="battle"),
    path("b/<id:battle>/set-out/", views_set_out.set_out_page, name="set-out"),
    path("b/<id:battle>/set-out/begin/", views_set_out.set_out_begin, name="set-out-begin"),
    path("b/<id:battle>/start/", views_campaign.battle_start, name="battle-start"),
    path("b/<id:battle>/carry/", views_carry.battle_carry, name="battle-carry"),
    path("b/<id:battle>/end/", views_endings.battle_end, name="battle-end"),
    path("b/<id:battle>/board/", views_board.board, name="board"),
    path("b/<id:battle>/board/play/", views_board.board_play, name="board-play"),
    path("b/<id:battle>/sheet/", views_sheet.sheet, name="sheet"),
    path("b/<id:battle>/status/", views_sheet.status, name="status"),
    path("b/<id:battle>/strip/", views_sheet.strip, name="strip"),
    path("mark/", views_live.mark_of_person, name="mark-of-person"),
    path("b/<id:battle>/live/", views_live.live, name="live"),
    path("b/<id:battle>/mark/", views_live.mark, name="mark"),
    path("b/<id:battle>/order/<thing:thing>/", views_order.order, name="order"),
    path("b/<id:battle>/order/<thing:thing>/check/", views_order.order_check, name="order-check"),
    path("b/<id:battle>/order/<thing:thing>/price/", views_price.order_price, name="order-price"),
    path("b/<id:battle>/panel/<thing:thing>/", views_panel.panel, name="panel"),
    path("b/<id:battle>/draft/<thing:thing>/", views_panel.draft, name="draft"),
    path("b/<id:battle>/drafts/", views_panel.all_drafts, name="drafts"),
    path("b/<id:battle>/measuring/", views_measurements.measuring, name="measuring"),
    path("b/<id:battle>/ready/", views_sheet.ready, name="ready"),
    path("b/<id:battle>/dispatches/", views_dispatches.dispatches, name="dispatches"),
    path("b/<id:battle>/couriers/<id:courier>/hold/", views_dispatches.courier, {"do": "hold"}, name="courier-hold"),
    path(
        "b/<id:battle>/couriers/<id:courier>/deliver/",
        views_dispatches.courier,
        {"do": "deliver"},
        name="courier-deliver",
    ),
    path("b/<id:battle>/ask/", views_questions.ask, name="ask-umpire"),
    path("b/<id:battle>/desk/questions/<id:question>/", views_questions.answer, name="answer-question"),
    path("b/<id:battle>/receipts/", views_sheet.receipts, name="receipts"),
    path("b/<id:battle>/desk/", views_desk.desk, name="desk"),
    path("b/<id:battle>/desk/status/", views_desk.desk_status, name="desk-status"),
    path("b/<id:battle>/desk/measure/", views_desk.measure, name="measure"),
    path("b/<id:battle>/desk/preview/", views_desk.preview, name="preview"),
    path("b/<id:battle>/desk/publish-fire/", views_desk.publish_fire, name="publish-fire"),
    path("b/<id:battle>/desk/submit/", views_desk.submit_move, name="submit-move"),
    path("b/<id:battle>/desk/clock/<slug:action>/", views_clock.clock, name="clock"),
    path("b/<id:battle>/desk/correct/<thing:thing>/", views_rulings.correct_order, name="correct-order"),
    path("b/<id:battle>/desk/overrule/", views_rulings.overrule, name="overrule"),
    path("b/<id:battle>/desk/restore/<id:ruling>/", views_rulings.restore, name="restore"),
    path("b/<id:battle>/desk/return/<id:number>/", views_returned_orders.return_order, name="return-order"),
    path("b/<id:battle>/desk/decide/<id:ruling>/", views_returned_orders.decide, name="decide"),
    path("b/<id:battle>/desk/injects/", views_injects.injects, name="injects"),
    path("b/<id:battle>/desk/injects/ruling/", views_prepared.prepare_ruling, name="prepare-ruling"),
    path("b/<id:battle>/desk/body/", views_body.bodies, name="desk-bodies"),
    path("b/<id:battle>/desk/body/<thing:thing>/", views_body.body, name="desk-body"),
    path("b/<id:battle>/desk/add/", views_add.add_body, name="desk-add"),
    path("b/<id:battle>/desk/clauses/", views_add.clauses, name="desk-clauses"),
    path("b/<id:battle>/desk/message/", views_message.message, name="desk-message"),
    path("b/<id:battle>/desk/end-move/", views_end_move.end_move, name="desk-end-move"),
    path("b/<id:battle>/desk/undo/", views_undo.undo, name="undo"),
    path("b/<id:battle>/look/<id:post>/", views_look.look, name="look"),
    path("b/<id:battle>/look/<id:post>/report/<number:number>/", views_look.look, {"paper": "report"}, "look-report"),
    path("b/<id:battle>/look/<id:post>/<slug:paper>/", views_look.look, name="look-paper"),
    path("b/<id:battle>/report/", views_books.reports, name="reports"),
    path("b/<id:battle>/report/<number:number>/", views_books.report, name="report"),
    path("b/<id:battle>/report/<number:number>/slips/", views_books.slips, name="slips"),
    path("b/<id:battle>/supplies/", views_books.supplies, name="supplies"),
    path("b/<id:battle>/points/", views_books.points, name="points"),
    path("b/<id:battle>/record/", views_books.record, name="record"),
    path("", include("campaigns.web.urls_after")),
]
