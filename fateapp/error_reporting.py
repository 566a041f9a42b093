"""Report errors to Sentry and traces to OpenTelemetry, each off unless its address is set. Types and places in the code only, never
contents.

Hands, positions, mails and signed links must not leave the machine: so no local variables, bodies, headers, cookies or query parameters,
and routes instead of paths.
"""

from importlib import import_module
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from notifications import correlation_id


def start(sentry: str | None, collector: str | None) -> None:
    """Start what is configured; called once in every process that loads the site.

    Raises `ImproperlyConfigured`: the packages are not installed.
    """
    try:
        if sentry:
            start_sentry(sentry)
        if collector:
            start_opentelemetry(collector)
    except ModuleNotFoundError as error:
        name = "FATE_SENTRY_DSN" if (error.name or "").startswith("sentry") else "FATE_OTLP_ENDPOINT"
        extra = "sentry" if name == "FATE_SENTRY_DSN" else "opentelemetry"
        raise ImproperlyConfigured(f"{name} needs packages that are not here ({error.name}): install fateapp[{extra}].") from error


def start_sentry(address: str) -> None:
    """Report what is logged as an error."""
    sentry_sdk = import_module("sentry_sdk")
    sentry_sdk.init(
        dsn=address,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        traces_sample_rate=0.0,
        before_send=stripped,
    )


def stripped(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    """The report without the visitor's data, with the correlation id that finds the log lines."""
    request = event.pop("request", None) or {}
    event.pop("user", None)
    event.setdefault("tags", {})[correlation_id.FIELD] = correlation_id.current()
    if request.get("method"):
        event["tags"]["method"] = request["method"]
    return event


def start_opentelemetry(collector: str) -> None:
    """Spans of requests, tasks and queries, sent in the background to an OTLP collector over HTTP."""
    sdk, batch = import_module("opentelemetry.sdk.trace"), import_module("opentelemetry.sdk.trace.export")
    resources = import_module("opentelemetry.sdk.resources")
    exporter = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
    provider = sdk.TracerProvider(resource=resources.Resource.create({"service.name": "fateapp"}))
    provider.add_span_processor(batch.BatchSpanProcessor(exporter.OTLPSpanExporter(endpoint=f"{collector.rstrip('/')}/v1/traces")))
    import_module("opentelemetry.trace").set_tracer_provider(provider)
    django = import_module("opentelemetry.instrumentation.django").DjangoInstrumentor()
    django.instrument(request_hook=hide_path, response_hook=show_route)
    import_module("opentelemetry.instrumentation.celery").CeleryInstrumentor().instrument()
    import_module("opentelemetry.instrumentation.psycopg").PsycopgInstrumentor().instrument()


def hide_path(span: Any, request: Any) -> None:
    """Remove paths and query strings, which can be signed links."""
    for name in ("http.url", "http.target", "url.full", "url.path", "url.query"):
        span.set_attribute(name, "")
    span.set_attribute(correlation_id.FIELD, correlation_id.current())


def show_route(span: Any, request: Any, answer: Any) -> None:
    """Add the route instead of the path."""
    match = getattr(request, "resolver_match", None)
    span.set_attribute("http.route", match.route if match else "")
    span.set_attribute(correlation_id.FIELD, answer.get(correlation_id.HEADER, ""))
