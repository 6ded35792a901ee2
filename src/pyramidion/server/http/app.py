"""The application: routes, errors and limits around the services of a server."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable

from fastapi import FastAPI

from pyramidion import __version__
from pyramidion.server.http.errors import add_handlers
from pyramidion.server.http.guard import Guard
from pyramidion.server.http.routes import add_routes
from pyramidion.server.runtime.services import Services, milliseconds
from pyramidion.server.settings import Settings


def make_app(settings: Settings, now: Callable[[], int] = milliseconds) -> FastAPI:
    """A server, ready to be run."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.services = Services(settings, now)
        async with app.state.services.running():
            yield

    app = FastAPI(
        title="Pyramidion",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    add_routes(app)
    add_handlers(app)
    app.add_middleware(Guard, limits=settings.limits)
    return app
