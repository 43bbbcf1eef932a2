import { sql } from "kysely";
import type { Replica } from "@/lib/db/replica.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import type { Actor } from "@/lib/records/records.ts";
import { columns } from "@/lib/privacy/columns.ts";
import { findPerson, shownName } from "@/lib/privacy/erase_person.ts";
import { noteRequest } from "@/lib/privacy/requests.ts";
import type { Scope } from "@/lib/privacy/persons.ts";
import {
  findOthers,
  findScope,
  isAny,
  type PersonKey,
  personsOf,
  theirs,
  withAddresses,
} from "@/lib/privacy/scope.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/**
 * Everything that names a person, as JSON in a part per table, without colleagues, digests and
 * search copies. Ten statements; the request is logged. @throws Problem not_found
 */
export async function exportPerson(
  trx: Trx,
  actor: Actor,
  { noun, id }: PersonKey,
  { replica, now = currentTime() }: { replica: Replica; now?: Date },
): Promise<{ name: string; parts: string[] }> {
  const { scope, rows } = await replica.read(actor, trx, async (db) => {
    const records = await findScope(db, actor, personsOf({ noun, id }), { together: true });
    // One who is newer than a standby is read on the primary.
    if (!records[`${noun}s`].includes(id)) throw problem("not_found");
    const scope = await withAddresses(db, actor, records);
    const { rows } = await sql<{ table: string; rows: string | null }>`
      ${sql.join(sectionsOf(actor.companyId, scope), sql` union all `)}`.execute(db);
    return { scope, rows };
  });
  // Asked last: one that is erased meanwhile is not found, rather than handed out without words.
  const person = await findPerson(trx, actor, { noun, id });
  const count = scope.contacts.length + scope.clients.length;
  const noted = { kind: "export", noun, record_id: id, records: count, outcome: "done" } as const;
  await noteRequest(trx, actor, noted);
  const others = await findOthers(trx, actor, scope);
  const head = { exported_at: now.toISOString(), noun, id, others };
  const sections = rows.map(({ table, rows }, at) =>
    `${at > 0 ? "," : ""}\n${JSON.stringify(table)}: ${rows ?? "[]"}`
  );
  const start = `${JSON.stringify(head).slice(0, -1)}, "data": {`;
  return { name: shownName(person), parts: [start, ...sections, "\n}}\n"] };
}

function sectionsOf(companyId: number, scope: Scope) {
  const { opportunities, contacts, addresses } = scope;
  const whose: typeof theirs = {
    ...theirs,
    // A client's opportunity may be talked about with the contact.
    opportunities: () =>
      sql<boolean>`(${isAny("t.id", opportunities)} or ${isAny("t.contact_id", contacts)})`,
    notification_recipients: () => isOf(addresses),
    responses: () => isOf(addresses),
    attention: () => sql<boolean>`not t.is_member and t.user_id = any (${addresses})`,
    due_times: () => sql<boolean>`not t.is_member and t.user_id = any (${addresses})`,
    devices: () => sql<boolean>`t.member_id is null and t.user_id = any (${addresses})`,
    notifications: () =>
      sql<boolean>`t.id in (select r.notification_id from notification_recipients r
        where r.company_id = ${companyId} and not r.internal and r.user_id = any (${addresses}))
        or t.asks is not null and lower(t.asks -> 'fallback' ->> 'email') = any (${addresses})`,
  };
  return Object.entries(whose).map(([table, isTheirs]) => {
    const order = "id" in columns[table as keyof typeof columns] ? sql`order by t.id` : sql``;
    return sql`
      select ${sql.lit(table)} as table, (
        select json_agg(json_strip_nulls(${columnsOf(table)}) ${order})::text
        from ${sql.table(table)} t
        where t.company_id = ${companyId} and ${isTheirs(scope)}) as rows`;
  });
}

function isOf(addresses: string[]) {
  return sql<boolean>`not t.internal and t.user_id = any (${addresses})`;
}

function columnsOf(table: string) {
  const names = Object.entries(columns[table as keyof typeof columns])
    .filter(([name, column]) => name !== "company_id" && column?.of !== "member" && !column?.hidden)
    .map(([name]) => name);
  return sql`json_build_object(${
    sql.join(names.flatMap((name) => [sql`${sql.lit(name)}::text`, sql.ref(`t.${name}`)]))
  })`;
}
