import assert from "node:assert/strict";
import { concerns } from "@/lib/panel/live/concern.ts";

const change = (noun: string, id: number, client_id: number | null = null) => ({
  noun,
  id,
  client_id,
  verb: "changed",
  actor: null,
  at: "2026-11-22T10:00:00.000Z",
});

Deno.test("a change redraws the parts that may show it and no others", () => {
  const cases: [path: string, links: string[], change: ReturnType<typeof change>, is: boolean][] = [
    ["/panel/tasks", [], change("task", 7), true],
    ["/panel/tasks", [], change("client", 7), false],
    ["/panel/tasks", ["clients/7"], change("client", 7), true],
    ["/panel/sales", [], change("task", 7), true],
    ["/panel/tasks/7", [], change("task", 7), true],
    ["/panel/tasks/7", [], change("task", 8), false],
    ["/panel/tasks/7", ["clients/3"], change("quote", 8, 3), true],
    ["/panel/tasks/7", ["clients/3"], change("quote", 8, 4), false],
    ["/panel/clients/3", [], change("sale", 8, 3), true],
    ["/panel/clients/3", [], change("sale", 8), false],
    ["/panel/quotes/7", ["opportunities/2"], change("opportunity", 2), true],
    ["/panel", [], change("contact", 1), true],
    ["/panel/activities", [], change("product", 1), true],
    ["/panel/settings", [], change("task", 1), false],
  ];
  for (const [path, links, changed, is] of cases) {
    const what = `${changed.noun} ${changed.id} on ${path}`;
    assert.equal(concerns(changed, { path, links: new Set(links) }), is, what);
  }
});
