/** Functions that no call of the walk reaches, each in a transaction that is taken back. */
import { findCompany, listCompanies, nextCompany } from "@/lib/access/companies.ts";
import { makeRecoveryLink } from "@/lib/access/entry_links.ts";
import { findRefusals } from "@/lib/access/keys.ts";
import { addInitialAdmin, listMembers } from "@/lib/access/members.ts";
import { readChangesSince } from "@/lib/changes/changes.ts";
import { crmAnswerHandlers } from "@/lib/crm/tasks/answer_handlers.ts";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany, transact } from "@/lib/db/transaction.ts";
import { findReceipt } from "@/lib/notify/sending/send.ts";
import type { Scene } from "../../../isolation/things.ts";
import { people } from "../../../support/world.ts";

export async function callFunctions(db: Db, { things }: Scene): Promise<void> {
  const tenant = { companyId: 1 };
  await findCompany(db, 1);
  await nextCompany(db, 1);
  await listCompanies(db);
  await listMembers(db, tenant);
  await addInitialAdmin(db, people.ana);
  await transact(db, (trx) => makeRecoveryLink(trx, tenant, people.ana));
  const keys = [{ id: Number(things.keys) }] as never[];
  await inCompany(db, 1, (trx) => findRefusals(trx, tenant, keys));
  const until = { txid: 1_000_000_000, seq: 1_000_000_000 };
  await inCompany(db, 1, (trx) => readChangesSince(trx, tenant, new Date(0), until));
  const memberId = Number(things.employees);
  const device = { id: things.devices, companyId: 1, userId: people.ana, memberId };
  const ref = { task_id: Number(things.tasks), contact_id: Number(things.contacts) };
  for (const [, handle] of crmAnswerHandlers) {
    await inCompany(db, 1, (trx) => handle(trx, { device, ref } as never), () => {});
  }
  const request = { userId: "maria", title: "x", body: "x", idempotencyKey: "nadie" };
  const send = { request, keyId: Number(things.keys) } as never;
  await inCompany(db, 1, (trx) => findReceipt(trx, tenant, send), () => {});
}
