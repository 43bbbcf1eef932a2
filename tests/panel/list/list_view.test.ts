/** Addresses of lists with a saved view, and the columns that they name. */
import assert from "node:assert/strict";
import { opportunityList } from "@/lib/crm/opportunities/opportunity.ts";
import { listSchema } from "@/lib/input/list.ts";
import { writePlainAmounts } from "@/lib/panel/list/amounts.ts";
import { csvOf, hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { addressWith } from "@/lib/panel/list/search/follow_search.ts";
import { columnsShown, namesOfColumns } from "@/lib/panel/list/views/columns.ts";
import { contentsOf } from "@/lib/panel/list/views/saved_views.ts";

const base = { kind: "company", sort: "-name", columns: "city" };
const view: ListView = {
  path: "/panel/clients",
  params: { company_id: "1", view: "7", page: "3", ...base },
  saved: { list: "clients", views: [], current: 7, base },
};

Deno.test("links of a saved view hold only what differs from it", () => {
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

Deno.test("a view stores filters, sort and columns, but no page number", () => {
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
  const visible = (text?: string) =>
    columnsShown(columns, { path: "", params: text === undefined ? {} : { columns: text } })
      .map(({ name }) => name);
  assert.deepEqual(visible(), ["name", "city", "email"]);
  assert.deepEqual(visible(""), ["name", "city", "email"]);
  assert.deepEqual(visible("odd,<b>"), ["name", "city", "email"]);
  assert.deepEqual(visible("tags,name,city,tags"), ["name", "tags", "city"]);
  assert.deepEqual(
    namesOfColumns(columns, { path: "", params: { columns: "email" } })
      .map(({ name, isShown }) => [name, isShown]),
    [["name", true], ["email", true], ["city", false], ["tags", false]],
  );
});

Deno.test("a list's CSV file is in words of the reader's language", () => {
  assert.equal(
    csvOf({ path: "/panel/clients", params: { company_id: "1", page: "3", q: "sol" } }, "es"),
    "/api/admin/clients.csv?company_id=1&q=sol&words=es",
  );
});

Deno.test("typed amounts become the API's, and stay so when they are read again", () => {
  const schema = listSchema(opportunityList);
  const read = (text: string, language: "es" | "en", name = "amount_from") => {
    const address = new URL("http://x/panel/opportunities");
    address.searchParams.set(name, text);
    writePlainAmounts(address, schema, language);
    return address.searchParams.get(name);
  };
  const typed: [string, string, string][] = [
    ["1500", "1500", "1500"],
    ["1500,5", "1500.50", "1500.50"],
    ["1500.5", "1500.50", "1500.50"],
    ["1.234", "1234", "1.2340"],
    ["1,234", "1.2340", "1234"],
    ["1.234,56 €", "1234.56", "1234.56"],
    ["1,234.56", "1234.56", "1234.56"],
    ["10 000", "10000", "10000"],
    ["mucho", "mucho", "mucho"],
    ["-5", "-5", "-5"],
    ["", "", ""],
  ];
  for (const [text, es, en] of typed) {
    assert.equal(read(text, "es"), es, `${text} in Spanish`);
    assert.equal(read(text, "en"), en, `${text} in English`);
    for (const language of ["es", "en"] as const) {
      const once = read(text, language)!;
      assert.equal(read(once, language), once, `${text} twice`);
    }
  }
  assert.equal(read("2026-05-01", "es", "created_at_from"), "2026-05-01", "days are left alone");
});

Deno.test("a new search starts at the first page", () => {
  const href = "http://x/panel/clients?company_id=1&page=3&kind=person&q=so";
  assert.equal(
    addressWith(href, "sol & mar"),
    "http://x/panel/clients?company_id=1&kind=person&q=sol+%26+mar",
  );
  assert.equal(addressWith(href, ""), "http://x/panel/clients?company_id=1&kind=person");
});
