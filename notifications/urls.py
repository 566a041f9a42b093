"""The pages about messages; the site includes this at its root."""

from __future__ import annotations

from django.urls import path

from notifications.pages import confirm, hook, mailbox, pages, preferences, providers, push, unsubscribe, webhooks

app_name = "notifications"

urlpatterns = [
    path("messages/", pages.message_list, name="messages"),
    path("messages/<int:pk>/", pages.message_detail, name="message"),
    path("messages/test/", pages.test_message, name="test"),
    path("messages/preferences/", preferences.edit, name="preferences"),
    path("messages/webhooks/", webhooks.webhook_list, name="webhooks"),
    path("messages/webhooks/new/", webhooks.webhook_new, name="webhook_new"),
    path("messages/webhooks/<int:pk>/", webhooks.webhook_detail, name="webhook"),
    path("messages/webhooks/<int:pk>/test/", webhooks.test, name="webhook_test"),
    path("messages/webhooks/<int:pk>/rotate/", webhooks.rotate, name="webhook_rotate"),
    path("messages/webhooks/<int:pk>/enable/", webhooks.enable, name="webhook_enable"),
    path("messages/webhooks/<int:pk>/delete/", webhooks.delete, name="webhook_delete"),
    path("messages/webhooks/<int:pk>/redeliver/<int:message>/", webhooks.redeliver, name="webhook_redeliver"),
    path("messages/push/", push.subscribe, name="push"),
    path("messages/push/<int:pk>/remove/", push.unsubscribe, name="push_remove"),
    path("sw.js", push.worker, name="push_worker"),
    path("messages/unsubscribe/<str:token>/", unsubscribe.unsubscribe, name="unsubscribe"),
    path("messages/confirm/<str:token>/", confirm.confirm_reply, name="confirm_reply"),
    path("mail/hook/", hook.receive, name="hook"),
    path("mail/hook/<slug:provider>/", providers.receive, name="provider_hook"),
    path("dev/mail/", mailbox.mail_list, name="mailbox"),
    path("dev/mail/<int:pk>/", mailbox.mail_detail, name="mailbox_mail"),
    path("dev/mail/<int:pk>/html/", mailbox.mail_html, name="mailbox_html"),
    path("dev/mail/<int:pk>/reply/", mailbox.reply, name="mailbox_reply"),
    path("dev/mail/site/<int:pk>/", mailbox.stray_detail, name="mailbox_stray"),
    path("dev/mail/site/<int:pk>/html/", mailbox.stray_html, name="mailbox_stray_html"),
]
