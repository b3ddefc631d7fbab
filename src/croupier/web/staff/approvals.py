"""The approvals on record (R56): what each covers, who names it, and the forms that enter, prolong and withdraw one."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from croupier.floor.house.approval_scope import BadApproval, Scope, parse_face_up, parse_listed
from croupier.floor.house.approvals import (
    Approval,
    Authority,
    Document,
    parse_authority,
    read_day,
)
from croupier.floor.roles import Person
from croupier.web.context import HouseContext, InHouse, StaffByForm, page_response, tables_for_money
from croupier.web.forms import BadField
from croupier.web.models import Page

router = APIRouter()


class NamedBy(BaseModel):
    """A table or a link that names an approval, and how it stands to it."""

    what: str
    path: str
    words: str
    approved: bool


class ApprovalCard(BaseModel):
    """An approval as its page shows it."""

    number: str
    authority: str
    since: str
    until: str
    document: str
    sha256: str
    scope: list[tuple[str, str]]
    withdrawn: str
    why: str
    holds: bool
    """Whether it holds today."""
    named_by: list[NamedBy]


class ApprovalsPage(Page):
    """Every approval on record, the newest first."""

    approvals: list[ApprovalCard]
    authorities: list[tuple[str, str]]
    only_approved: bool
    """Whether only tables with a valid approval deal for money."""
    today: str


@router.get("/staff/approvals", summary="The approvals on record", response_model=ApprovalsPage)
def approvals(request: Request, house: InHouse) -> Response:
    return page_response(request, "staff/approvals.html", approvals_page(house))


class ApprovalForm(BaseModel):
    """What a form about an approval says; a scope is written one item a line."""

    what: str
    command: str
    number: str = ""
    authority: str = ""
    since: str = ""
    until: str = ""
    document: str = ""
    sha256: str = ""
    rules: str = ""
    paytables: str = ""
    limits: str = ""
    switches: str = ""
    face_up: str = ""
    links: str = ""
    components: str = ""
    why: str = ""


@router.post("/staff/approvals", summary="Enter, prolong or withdraw an approval")
async def act(house: InHouse, who: StaffByForm, form: Annotated[ApprovalForm, Form()]) -> Response:
    try:
        await asyncio.to_thread(_carry_out, house, who, form)
    except BadApproval as why:
        raise BadField(why.field, why) from why
    for name in await asyncio.to_thread(tables_for_money, house):
        house.hub.show_again(name)
    return RedirectResponse("/staff/approvals", status_code=303)


def _carry_out(house: HouseContext, who: Person, form: ApprovalForm) -> None:
    book, command, number = house.room.approvals, f"approval/{form.command}", " ".join(form.number.split())
    match form.what:
        case "prolong":
            book.prolong(number, read_day("until", form.until) if form.until.strip() else "", who, command)
        case "withdraw":
            book.withdraw(number, form.why, who, command)
        case _:
            book.enter(_approval(number, form), who, command)


def _approval(number: str, form: ApprovalForm) -> Approval:
    document = Document(form.document.strip(), form.sha256.strip().lower())
    return Approval(
        number=number,
        authority=parse_authority(form.authority),
        since=read_day("since", form.since),
        until=read_day("until", form.until) if form.until.strip() else "",
        document=document if document.name or document.sha256 else None,
        scope=Scope(
            rules=parse_listed([form.rules]),
            paytables=parse_listed([form.paytables]),
            limits=parse_listed([form.limits]),
            switches=parse_listed([form.switches]),
            face_up=parse_face_up(form.face_up),
            links=parse_listed([form.links]),
            components=parse_listed([form.components]),
        ),
    )


def approvals_page(house: HouseContext) -> ApprovalsPage:
    """Every approval, with who names it."""
    book = house.room.approvals
    named, today = _named(house), book.today()
    return ApprovalsPage(
        approvals=[_card(one, named.get(one.number, []), today) for one in list(book.now().by_number.values())[::-1]],
        authorities=[(authority.value, authority.words) for authority in Authority],
        only_approved=book.choices.now().only_approved,
        today=today,
    )


def _named(house: HouseContext) -> dict[str, list[NamedBy]]:
    """Who names which approval."""
    book, named = house.room.approvals, dict[str, list[NamedBy]]()
    for name in tables_for_money(house):
        table = house.room.table(name)
        terms, status = table.settings.terms, book.of_table(table)
        row = NamedBy(what=name, path=f"/staff/tables/{name}", words=status.words, approved=status.valid)
        for reference in {table.settings.approval, terms.face_up_approval, terms.meter_order_approval}:
            named.setdefault(reference or "", []).append(row)
    for name in house.links.desk.names():
        link = house.links.desk.link(name)
        status = book.of_link(link)
        row = NamedBy(what=f"link {name}", path=f"/staff/links/{name}", words=status.words, approved=status.valid)
        named.setdefault(link.terms.approval, []).append(row)
    return named


def _card(approval: Approval, named: list[NamedBy], today: str) -> ApprovalCard:
    paper = approval.document
    ended = bool(approval.withdrawn) or bool(approval.until and approval.until < today)
    return ApprovalCard(
        number=approval.number,
        authority=approval.authority.words,
        since=approval.since,
        until=approval.until,
        document="" if paper is None else paper.name,
        sha256="" if paper is None else paper.sha256,
        scope=list(approval.scope.rows),
        withdrawn=approval.withdrawn,
        why=approval.why,
        holds=not ended and approval.since <= today,
        named_by=named,
    )
