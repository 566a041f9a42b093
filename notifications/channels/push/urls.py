"""URLs of devices, included by `notifications/urls.py`."""

from django.urls import path

from notifications.channels.push import pages

urlpatterns = [
    path("messages/push/", pages.subscribe, name="push"),
    path("messages/push/<int:pk>/remove/", pages.unsubscribe, name="push_remove"),
    path("sw.js", pages.worker, name="push_worker"),
]
