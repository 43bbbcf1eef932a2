import { sql } from "kysely";
import { restoreClient } from "@/lib/crm/clients/clients.ts";
import { restoreContact } from "@/lib/crm/contacts/contacts.ts";
import { restoreEvent } from "@/lib/crm/events/events.ts";
import { restoreNote } from "@/lib/crm/notes/notes.ts";
import { restoreOpportunity } from "@/lib/crm/opportunities/opportunities.ts";
import { restoreTask } from "@/lib/crm/tasks/tasks.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { Problem } from "@/lib/input/errors.ts";
import type { Seen } from "@/lib/input/fields.ts";
import { reasonOf } from "@/lib/records/bulk/report.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { checkRoom } from "@/lib/records/room.ts";
import type { LocalActor } from "@/lib/records/records.ts";
import {
  trashable,
  type TrashedReference,
  type TrashNoun,
  trashNouns,
} from "@/lib/trash/trash_record.ts";
import { restoreProduct } from "@/lib/sales/products/products.ts";
import { restoreQuote } from "@/lib/sales/quotes/quotes.ts";
import type { Language } from "@/lib/words/language.ts";

type Restore = (trx: Trx, actor: LocalActor, id: number, versions?: Seen) => Promise<unknown>;

export const restores: Record<TrashNoun, Restore> = {
  contacts: restoreContact,
  clients: restoreClient,
  opportunities: restoreOpportunity,
  quotes: restoreQuote,
  tasks: restoreTask,
  events: restoreEvent,
  products: restoreProduct,
  notes: restoreNote,
};

/** Restores records of several nouns by their own rules; refused ones stay, with the reason. */
export async function restoreRecords(
  trx: Trx,
  actor: LocalActor,
  references: TrashedReference[],
  { language, maxRecords }: { language: Language; maxRecords: number },
) {
  const records = [];
  for (const { noun, id } of inOrder(references)) {
    const why = await tryRestore(trx, actor, { noun, id }, maxRecords);
    records.push({ noun, id, restored: why === null, ...(why ? reasonOf(why, language) : {}) });
  }
  return records;
}

/** Lists each once, and always in the same order, so that two calls never wait for each other. */
function inOrder(references: TrashedReference[]): TrashedReference[] {
  const each = new Map(references.map((one) => [`${one.noun}/${one.id}`, one]));
  const positionOf = ({ noun }: TrashedReference) => trashNouns.indexOf(noun);
  return [...each.values()].sort((a, b) => positionOf(a) - positionOf(b) || a.id - b.id);
}

/** Restores within a savepoint: a refusal by the database would otherwise end the transaction. */
async function tryRestore(
  trx: Trx,
  actor: LocalActor,
  { noun, id }: TrashedReference,
  maxRecords: number,
): Promise<Problem | null> {
  await sql`savepoint one`.execute(trx);
  try {
    await restores[noun](trx, actor, id);
    await checkRoom(trx, actor, trashable.find((one) => nouns[one].table === noun)!, maxRecords, 0);
    await sql`release savepoint one`.execute(trx);
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await sql`rollback to savepoint one`.execute(trx);
    return error;
  }
}
