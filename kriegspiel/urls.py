"""Where the pages, the API, its description, the admin, the health check and the metrics are mounted."""

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularSwaggerSplitView

from campaigns.api.views_description import Description
from campaigns.unwritable import fault_of_a_middleware
from campaigns.web.page.health import healthz
from campaigns.web.page.metrics import metrics
from campaigns.web.page.too_large import unreadable

handler400 = unreadable
handler500 = fault_of_a_middleware

urlpatterns = [
    path("", include("campaigns.web.urls")),
    path("api/v1/", include("campaigns.api.urls")),
    path("api/schema/", Description.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="api-docs"),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
]
