import type { Erasure } from "@/lib/tools/after_commit.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { longMs, withDeadline } from "@/lib/db/deadline.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import type { Log } from "@/lib/tools/log.ts";
import { erase } from "@/lib/privacy/erase.ts";
import { ErasureList } from "@/lib/privacy/erasure_list.ts";
import { Erasures, listErasures } from "@/lib/privacy/erasures.ts";
import { lockScope } from "@/lib/privacy/lock_scope.ts";
import { noteRequest } from "@/lib/privacy/requests.ts";

/** Compares a database with the list in DATA_DIR: what either lacks is done again, or added. */
export async function openErasures(
  db: Db,
  { dataDir }: { dataDir: string },
  { publicKey: installation }: { publicKey: string },
  log: Log,
): Promise<Erasures> {
  const list = await ErasureList.open({ dataDir, installation });
  if (list.unreadable > 0) log.error("erasures_unreadable", { lines: list.unreadable });
  const stored = await withDeadline(longMs, () => listErasures(db));
  const ids = new Set(stored.map(({ id }) => id));
  for (const erasure of list.erasures) {
    if (ids.has(erasure.id)) continue;
    const records = await withDeadline(longMs, () => eraseAgain(db, erasure));
    if (records === null) continue;
    const { id, companyId, at } = erasure;
    log.warn("erased_again", { id, companyId, at, ...records });
  }
  list.add(stored);
  return new Erasures({ db, log, list });
}

/** @returns how many; null where another instance did it, or the company is gone */
async function eraseAgain(db: Db, erasure: Erasure) {
  const { companyId } = erasure;
  return await inCompany(db, companyId, async (trx) => {
    const company = await trx.selectFrom("companies").select("id").where("id", "=", companyId)
      .executeTakeFirst();
    if (!company || !await claim(trx, erasure)) return null;
    const persons = {
      contacts: await idsThere(trx, "contacts", erasure),
      clients: await idsThere(trx, "clients", erasure),
    };
    const [contacts, clients] = [persons.contacts.length, persons.clients.length];
    const records = contacts + clients;
    if (records === 0) return { contacts, clients };
    const tenant = { companyId };
    const scope = await lockScope(trx, tenant, persons, { together: false });
    await erase(trx, tenant, scope, erasure);
    const id = records === 1 ? [...persons.contacts, ...persons.clients][0]! : null;
    const noun = clients === 0 ? "contact" : contacts === 0 ? "client" : "other";
    const noted = { kind: "erase", noun, record_id: id, records, outcome: "done" } as const;
    await noteRequest(trx, { companyId, userId: null }, noted);
    return { contacts, clients };
  }, () => {});
}

/**
 * Claims the erasure; others that start at once wait for the first. @returns false where it is
 * stored by now
 */
async function claim(trx: Trx, erasure: Erasure): Promise<boolean> {
  const { id, companyId: company_id, at, contacts, clients } = erasure;
  const row = await trx.insertInto("erasures")
    .values({ id, company_id, at: new Date(at), contacts, clients })
    .onConflict((on) => on.columns(["company_id", "id"]).doNothing()).returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the ids that exist still: a later record may have the number of an erased one. */
async function idsThere(
  trx: Trx,
  table: "contacts" | "clients",
  { companyId, at, ...ids }: Erasure,
): Promise<number[]> {
  const rows = await trx.selectFrom(table).select("id").where("company_id", "=", companyId)
    .where("id", "in", [-1, ...ids[table]]).where("erased_at", "is", null)
    .where("created_at", "<", new Date(at)).execute();
  return rows.map(({ id }) => id);
}
