/** Members in files: looked up once for a file, and named as in lists. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { inCompany } from "@/lib/db/transaction.ts";
import { apiOf } from "../../crm/scene.ts";
import { fillCompany, memberOf } from "../../support/filled.ts";
import { testOnEach, type World } from "../../support/world.ts";

const company = 2;
const filledAt = new Date("2026-11-20T10:00:00Z");
/** Digests of the files of the first database, which those of the next ones have to have. */
const digests = new Map<string, string>();
/** Columns of members in each file, and their fields in lists. */
const columns = {
  contacts: { Assignee: "assignee" },
  clients: { Assignee: "assignee" },
  opportunities: { Assignee: "assignee" },
  quotes: { Assignee: "assignee" },
  sales: { Assignee: "assignee" },
  tasks: { Assignee: "assignee", "Done by": "done_by" },
};

/** Records are of each member in turn, one without a name, and of nobody. */
async function fill({ services: { database }, owner }: World): Promise<void> {
  await fillCompany(owner.db, { companyId: company, scale: 0.04, now: filledAt });
  await sql`insert into users (email) values ('sin-nombre@taller.example')`.execute(owner.db);
  await sql`insert into user_companies (user_id, company_id)
    select id, ${company} from users where email = 'sin-nombre@taller.example'`.execute(owner.db);
  const { rows: [all] } = await sql<{ ids: number[] }>`
    select array_agg(user_id order by user_id) as ids from user_companies
    where company_id = ${company}`.execute(owner.db);
  const whose = sql`(${all!.ids}::int[])[1 + id % ${all!.ids.length + 1}::int]`;
  await inCompany(database.db, company, async (trx) => {
    for (const table of ["contacts", "clients", "opportunities"]) {
      await sql`update ${sql.table(table)} set assignee_id = ${whose}`.execute(trx);
    }
    await sql`update tasks set assignee_id = ${whose}, done_by = ${whose}, status = 'done',
      done_at = ${filledAt}`.execute(trx);
  });
}

testOnEach("members are named in files as they are in lists", async (world) => {
  await fill(world);
  const member = memberOf(company);
  const api = apiOf(world, member);
  for (const [noun, named] of Object.entries(columns)) {
    const { body: list } = await api("GET", `/${noun}?per_page=200`);
    const { body: file } = await world.call("GET", `/api/admin/${noun}.csv`, {
      member,
      headers: { "Accept-Language": "en" },
    });
    if (noun !== "opportunities") { // they say for how many days nothing has happened
      const digest = createHash("sha256").update(file).digest("hex");
      assert.equal(digest, digests.get(noun) ?? digest, `${noun} on ${world.kind}`);
      digests.set(noun, digest);
    }
    const rows: Record<string, string>[] = parse(file, { bom: true, columns: true });
    const cells = new Map(rows.map((row) => [Number(row.ID), row]));
    for (const [column, field] of Object.entries(named)) {
      const names = new Set<string>();
      for (const record of list.data) {
        const name = record[field]?.name ?? "";
        assert.equal(cells.get(record.id)![column], name, `${noun} ${record.id}: ${column}`);
        names.add(name);
      }
      assert.ok(names.size > 2 && names.has(""), `${noun}: ${[...names]}`);
    }
  }
});
