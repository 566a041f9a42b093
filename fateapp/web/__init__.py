"""What surrounds the views: middleware, sessions, error pages, health checks, the installable web app."""
