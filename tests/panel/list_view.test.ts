/** Addresses of lists with a saved view, and the columns that they name. */
import assert from "node:assert/strict";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { columnsShown, namesOfColumns } from "@/lib/panel/list/views/columns.ts";
import { contentsOf } from "@/lib/panel/list/views/saved_views.ts";

const base = { kind: "company", sort: "-name", columns: "city" };
const view: ListView = {
  path: "/panel/clients",
  params: { company_id: "1", view: "7", page: "3", ...base },
  saved: { list: "clients", views: [], current: 7, base },
};

Deno.test("links of a saved view name only what differs from it", () => {
  const query = (changes: Parameters<typeof hrefOf>[1]) => hrefOf(view, changes).split("?")[1];
  assert.equal(query({}), "company_id=1&view=7&page=3");
  assert.equal(query({ kind: null }), "company_id=1&view=7&kind=");
  assert.equal(query({ kind: "person", q: "sol" }), "company_id=1&view=7&kind=person&q=sol");
  assert.equal(query({ view: null }), "company_id=1&kind=company&sort=-name&columns=city");
  assert.equal(
    hrefOf({ ...view, path: "/api/admin/clients.csv" }, { page: null }),
    "/api/admin/clients.csv?company_id=1&kind=company&sort=-name",
  );
});

Deno.test("a view keeps filters, sort and columns, and not where one is", () => {
  assert.deepEqual(contentsOf({ ...view.params, q: "" }), {
    filters: { kind: "company" },
    sort: "-name",
    columns: ["city"],
  });
  assert.deepEqual(contentsOf({ company_id: "1", view: "list", page: "2", per_page: "9" }), {
    filters: {},
    sort: null,
    columns: null,
  });
});

Deno.test("the first column stays, unknown ones are passed over, extra ones are asked for", () => {
  const columns = ["name", "city", "email", "tags"]
    .map((name) => ({ name, label: name, isExtra: name === "tags" }));
  const shown = (text?: string) =>
    columnsShown(columns, { path: "", params: text === undefined ? {} : { columns: text } })
      .map(({ name }) => name);
  assert.deepEqual(shown(), ["name", "city", "email"]);
  assert.deepEqual(shown(""), ["name", "city", "email"]);
  assert.deepEqual(shown("odd,<b>"), ["name", "city", "email"]);
  assert.deepEqual(shown("tags,name,city,tags"), ["name", "tags", "city"]);
  assert.deepEqual(
    namesOfColumns(columns, { path: "", params: { columns: "email" } })
      .map(({ name, isShown }) => [name, isShown]),
    [["name", true], ["email", true], ["city", false], ["tags", false]],
  );
});
