/** Pages that say what went wrong. */
import assert from "node:assert/strict";
import { listExcel } from "@/lib/panel/list/list_sheets.ts";
import { people, testOnEach } from "../support/world.ts";

testOnEach("a page of an error comes whole, in the frame and without it", async (world) => {
  for (
    const [path, status, member] of [
      // Of somebody with two companies, who has to choose.
      ["/panel", 400, people.luis],
      ["/panel/nowhere?company_id=1", 404, people.ana],
      ["/panel/clients/999999?company_id=1", 404, people.ana],
      ["/panel", 401, undefined],
    ] as const
  ) {
    const answer = await world.call("GET", path, { member, headers: { Accept: "text/html" } });
    assert.equal(answer.status, status, path);
    assert.match(answer.body, /^<!DOCTYPE html>[^]*<h1[^]*<\/html>$/i, path);
  }
});

Deno.test("the workbook of a list asks for nothing that a filter left empty", () => {
  const call = {
    member: { companyId: 1, timezone: "Europe/Madrid", currency: "EUR" },
    memberships: [{ companyId: 1, name: "Primary" }],
    language: "es",
    now: new Date("2026-11-25T10:00:00Z"),
  } as unknown as Parameters<typeof listExcel>[0];
  const { sheets } = listExcel(call, "opportunity", {
    path: "/panel/opportunities",
    // As a form without scripts sends a range of one end.
    params: { company_id: "1", view: "list", status: "open", amount_from: "3000", amount_to: "" },
  });
  assert.deepEqual(sheets.map((sheet) => "query" in sheet && sheet.query), [
    { status: "open", amount_from: "3000" },
  ]);
});
