import assert from "node:assert/strict";
import { unnamedTables } from "./unnamed_tables.ts";

const cases: [text: string, tables: string[]][] = [
  [`select "id" from "tasks" where "company_id" = $1`, []],
  [`select id from tasks where id = $1`, ["tasks"]],
  [`select from companies where id = $1`, []],
  [
    `select from tasks t join clients c on c.company_id = t.company_id and c.id = t.client_id
      where t.company_id = $1`,
    [],
  ],
  [
    `select from tasks t join clients c on c.id = t.client_id where t.company_id = $1`,
    ["clients"],
  ],
  [
    `select from tasks where company_id = $1 and exists (select from clients where id = client_id)`,
    ["clients"],
  ],
  [`select from tasks where company_id = $1 union select from notes where id = 2`, ["notes"]],
  [`with recent as (select from tasks where id = 1) select from recent`, ["tasks"]],
  [
    `select from json_to_recordset($1) k(id int) cross join lateral (
      select from tasks t where t.company_id = $2 and t.id = k.id) t`,
    [],
  ],
  [`update tasks set title = 'company_id' where id = $1`, ["tasks"]],
  [`update tasks t set title = c.name from clients c where c.company_id = t.company_id`, []],
  [`delete from tasks using clients c where c.company_id = $1`, ["tasks"]],
  [`insert into tasks (company_id, title) values ($1, $2)`, []],
  [`insert into tasks (company_id, title) select $1, name from clients`, ["clients"]],
];

for (const [text, tables] of cases) {
  Deno.test(`tables without their company: ${text.replace(/\s+/g, " ")}`, () => {
    assert.deepEqual(unnamedTables(text), tables);
  });
}
