"""Logging of every process: one line per event on standard error, as text or JSON."""

import logging.config

import structlog


class RoutesOnly(logging.Filter):
    """Django logs the path of a failed request. Paths can be signed links, so the route replaces it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True; the record is changed."""
        if (request := getattr(record, "request", None)) is not None and record.args:
            match = request.resolver_match
            record.args = (*record.args[:-1], match.route if match else "an unknown page") if isinstance(record.args, tuple) else ()
        return True


SHARED = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
)


def configure(*, level: str, as_json: bool) -> None:
    """Send the loggers of the standard library and of structlog through one formatter.

    Tracebacks have no local variables, which can be hands, positions and tokens.
    """
    last = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if as_json
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    )
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": list(SHARED),
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    }
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"line": formatter},
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
            "filters": {"routes": {"()": RoutesOnly}},
            "root": {"handlers": ["stderr"], "level": level.upper()},
            "loggers": {
                "django.server": {"level": "WARNING"},
                "django.request": {"level": "ERROR", "filters": ["routes"]},  # refusals have their line from `fateapp.web.request_log`
                "django.db.backends": {"level": "INFO"},  # queries contain personal data; never logged, not even at level debug
                "django.security.DisallowedHost": {"level": "CRITICAL"},  # anybody can send any Host; it is refused, with a line as above
                "celery": {"level": "WARNING"},
            },
        }
    )
