"""URLs of webhooks, included by `notifications/urls.py`."""

from django.urls import path

from notifications.channels.webhook import pages

urlpatterns = [
    path("messages/webhooks/", pages.webhook_list, name="webhooks"),
    path("messages/webhooks/new/", pages.webhook_new, name="webhook_new"),
    path("messages/webhooks/<int:pk>/", pages.webhook_detail, name="webhook"),
    path("messages/webhooks/<int:pk>/test/", pages.test, name="webhook_test"),
    path("messages/webhooks/<int:pk>/rotate/", pages.rotate, name="webhook_rotate"),
    path("messages/webhooks/<int:pk>/enable/", pages.enable, name="webhook_enable"),
    path("messages/webhooks/<int:pk>/delete/", pages.delete, name="webhook_delete"),
    path("messages/webhooks/<int:pk>/redeliver/<int:message>/", pages.redeliver, name="webhook_redeliver"),
]
