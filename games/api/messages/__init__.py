"""Operations about messages, devices and webhooks."""
