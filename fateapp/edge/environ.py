"""A complete request as a WSGI environ (PEP 3333)."""

import io
import sys
from typing import Any
from urllib.parse import unquote_to_bytes

from fateapp.edge.request import Request

JOINT = {"HTTP_COOKIE": "; "}


class EnvironFactory:
    """The part of the environ that is the same for every request."""

    def __init__(self, host: str, port: int) -> None:
        self._same: dict[str, Any] = {
            "SCRIPT_NAME": "",
            "SERVER_NAME": host,
            "SERVER_PORT": str(port),
            "SERVER_SOFTWARE": "fateapp",
            "GATEWAY_INTERFACE": "CGI/1.1",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
            "wsgi.input_terminated": True,
        }

    def make(self, request: Request) -> dict[str, Any]:
        """The environ. CONTENT_LENGTH is the length of the received body, however it was framed."""
        peer = request.connection.transport.get_extra_info("peername") or ("", 0)
        environ = self._same | {
            "REQUEST_METHOD": request.method,
            "PATH_INFO": unquote_to_bytes(request.path).decode("latin-1"),
            "QUERY_STRING": request.query.decode("latin-1"),
            "SERVER_PROTOCOL": f"HTTP/{request.version}",
            "REMOTE_ADDR": peer[0],
            "REMOTE_PORT": str(peer[1]),
        }
        for name, value in request.headers:
            if b"_" in name:  # underscore and hyphen would be the same variable, so X_Forwarded_For could be forged
                continue
            _put(environ, f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}", value.decode("latin-1"))
        for framing in ("HTTP_CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING", "HTTP_EXPECT"):
            environ.pop(framing, None)
        if "HTTP_CONTENT_TYPE" in environ:
            environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE")
        body = request.body.read_from_start()
        framed = request.length is not None or request.header(b"transfer-encoding") is not None
        environ["CONTENT_LENGTH"] = str(request.body.length) if framed else ""
        environ["wsgi.input"] = body or io.BytesIO()
        return environ


def _put(environ: dict[str, Any], name: str, value: str) -> None:
    """Set a header; a repeated one is joined as its grammar allows (RFC 9110 5.3, RFC 6265 5.4)."""
    known = environ.get(name)
    environ[name] = value if known is None else f"{known}{JOINT.get(name, ', ')}{value}"
