import { type Selectable, sql } from "kysely";
import { liveBusiness } from "@/lib/crm/clients/live_business.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { type Problem, problem } from "@/lib/input/errors.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { type Actor, missing } from "@/lib/records/records.ts";
import { erase } from "@/lib/privacy/erase.ts";
import { lockScope } from "@/lib/privacy/lock_scope.ts";
import type { EraseBody } from "@/lib/privacy/request.ts";
import { noteRequest } from "@/lib/privacy/requests.ts";
import { findOthers, type PersonKey, personsOf } from "@/lib/privacy/scope.ts";
import { inputWords } from "@/lib/words/input.ts";

type Person = Selectable<Schema["contacts"]> | Selectable<Schema["clients"]>;

/**
 * Erases a contact, or a client with the contacts that it was; refused requests are logged too.
 * @returns the counts, or the reason of a refusal: in_use, already_converted
 * @throws Problem not_found, validation_failed (`confirm`)
 */
export async function erasePerson(
  trx: Trx,
  actor: Actor,
  { noun, id }: PersonKey,
  { confirm, reason }: EraseBody,
) {
  const scope = await lockScope(trx, actor, personsOf({ noun, id }), { together: true });
  const person = await findPerson(trx, actor, { noun, id });
  if (confirm.trim() !== shownName(person)) {
    throw problem("validation_failed", { fields: { confirm: inputWords.otherName } });
  }
  const noted = { kind: "erase" as const, noun, record_id: id, reason: reason ?? null };
  const why = await whyNot(trx, actor, noun, person);
  if (why) {
    await noteRequest(trx, actor, { ...noted, records: 0, outcome: "refused" });
    return why;
  }
  const others = await findOthers(trx, actor, scope);
  const { sales, kept_until } = await erase(trx, actor, scope);
  const [contacts, clients] = [scope.contacts.length, scope.clients.length];
  await noteRequest(trx, actor, { ...noted, records: contacts + clients, outcome: "done" });
  await recordActivities(trx, actor, [
    ...scope.clients.map((one) => ({ verb: "erased", subject: { client_id: one } })),
    ...scope.contacts.map((one) => ({ verb: "erased", subject: { contact_id: one } })),
  ]);
  const { erased_at } = await trx.selectFrom(nouns[noun].table).select("erased_at")
    .where("company_id", "=", actor.companyId).where("id", "=", id).executeTakeFirstOrThrow();
  return { erased_at, contacts, clients, sales, kept_until, others };
}

/**
 * Finds a person's record, in the trash or not. @throws Problem not_found (also one that was merged
 * or erased)
 */
export async function findPerson(db: Db, { companyId }: Actor, { noun, id }: PersonKey) {
  const { table } = nouns[noun];
  const { rows: [row] } = await sql<Person>`
    select * from ${sql.table(table)}
    where company_id = ${companyId} and id = ${id} and erased_at is null
      and merged_into_id is null`.execute(db);
  if (!row) throw await missing(db, table, { companyId }, id);
  return row;
}

export function shownName(person: Person): string {
  if ("channel_contact_id" in person) {
    const { name, email, phone, channel_contact_id } = person;
    return (name ?? email ?? phone ?? channel_contact_id)!.trim();
  }
  return person.name.trim();
}

async function whyNot(
  trx: Trx,
  actor: Actor,
  noun: PersonKey["noun"],
  person: Person,
): Promise<Problem | null> {
  const { companyId } = actor;
  if (noun === "client") {
    const details = (await liveBusiness(trx, actor, [person.id])).get(person.id);
    return details ? problem("in_use", { details }) : null;
  }
  const { name, converted_client_id } = person as Selectable<Schema["contacts"]>;
  if (converted_client_id === null) return null;
  // A client of the same name or address is the same person: its own erasure takes both.
  const { rows: [same] } = await sql<{ id: number }>`
    select c.id from clients c
    where c.company_id = ${companyId} and c.id = ${converted_client_id} and c.erased_at is null
      and (c.name = ${name} or exists (
        select from identities i join identities mine on mine.company_id = i.company_id
          and mine.kind = i.kind and mine.value = i.value
        where i.company_id = c.company_id and i.client_id = c.id
          and mine.contact_id = ${person.id}))`.execute(trx);
  return same ? problem("already_converted", { details: { client_id: same.id } }) : null;
}
