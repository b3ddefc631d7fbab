"""The page that lists every operation of the API, from its own description."""

from __future__ import annotations

from fastapi import Request, Response
from pydantic import BaseModel

from croupier.web.house import page_response
from croupier.web.models import Page


class Parameter(BaseModel):
    name: str
    where: str
    type: str


class Operation(BaseModel):
    method: str
    path: str
    summary: str
    parameters: list[Parameter]


class ApiPage(Page):
    paths: list[Operation]


def api_page(request: Request) -> Response:
    """Every operation with its parameters."""
    described = request.app.openapi()
    paths = [
        Operation(
            method=method.upper(),
            path=path,
            summary=operation.get("summary", ""),
            parameters=[
                Parameter(
                    name=parameter["name"],
                    where=parameter["in"],
                    type=str(parameter.get("schema", {}).get("type", "text or none")),
                )
                for parameter in operation.get("parameters", [])
            ],
        )
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    ]
    return page_response(request, "api.html", ApiPage(paths=paths))
