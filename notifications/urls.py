"""URLs of messages; the site includes them at its root."""

from django.urls import path

from notifications.channels import registry
from notifications.pages import confirm, mailbox, pages, preferences, providers

app_name = "notifications"

urlpatterns = [
    path("messages/", pages.message_list, name="messages"),
    path("messages/<int:pk>/", pages.message_detail, name="message"),
    path("messages/test/", pages.test_message, name="test"),
    path("messages/preferences/", preferences.edit, name="preferences"),
    path("messages/channels/<slug:medium>/new/", preferences.add_endpoint, name="endpoint_add"),
    path("messages/channels/<slug:medium>/<int:pk>/remove/", preferences.remove_endpoint, name="endpoint_remove"),
    path("messages/unsubscribe/<str:token>/", preferences.unsubscribe, name="unsubscribe"),
    path("messages/confirm/<str:token>/", confirm.confirm_reply, name="confirm_reply"),
    path("mail/hook/", providers.receive_raw, name="hook"),
    path("mail/hook/<slug:provider>/", providers.receive, name="provider_hook"),
    path("dev/mail/", mailbox.mail_list, name="mailbox"),
    path("dev/mail/<int:pk>/", mailbox.mail_detail, name="mailbox_mail"),
    path("dev/mail/<int:pk>/html/", mailbox.mail_html, name="mailbox_html"),
    path("dev/mail/<int:pk>/reply/", mailbox.reply, name="mailbox_reply"),
    path("dev/mail/site/<int:pk>/", mailbox.stray_detail, name="mailbox_stray"),
    path("dev/mail/site/<int:pk>/html/", mailbox.stray_html, name="mailbox_stray_html"),
]
for module in registry.modules("urls"):
    urlpatterns += module.urlpatterns
