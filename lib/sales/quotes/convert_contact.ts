import type { Selectable } from "kysely";
import * as z from "zod";
import { recordActivities } from "@/lib/records/activities.ts";
import { createClient, findClient } from "@/lib/crm/clients/clients.ts";
import { looseAmount, wrongDecimals } from "@/lib/crm/companies/amount_decimals.ts";
import { linkWork } from "@/lib/crm/contacts/contact_work.ts";
import { readTopic } from "@/lib/crm/contacts/conversation/topic.ts";
import { findContact } from "@/lib/crm/contacts/contacts.ts";
import { checkLinks, liveAssignee } from "@/lib/records/links.ts";
import { createOpportunity, findOpportunity } from "@/lib/crm/opportunities/opportunities.ts";
import { changeRecord, type LocalActor, lockRecord } from "@/lib/records/records.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Schema } from "@/lib/db/schema.ts";
import type { Conversion } from "@/lib/sales/quotes/conversion.ts";
import { createQuote } from "@/lib/sales/quotes/create_quote.ts";
import { problem } from "@/lib/input/errors.ts";
import { alongside, within } from "@/lib/input/within.ts";
import { currentTime } from "@/lib/tools/clock.ts";

type Contact = Selectable<Schema["contacts"]>;

const looseBody = z.object({
  opportunity: z.object({ amount: looseAmount }).optional().catch(undefined),
}).catch({});

/** Wrong amounts of a body that is wrong elsewhere. */
export function wrongConversion(db: Db, tenant: Tenant, body: unknown) {
  const { opportunity } = looseBody.parse(body);
  return wrongDecimals(db, tenant, { "opportunity.amount": opportunity?.amount });
}

/**
 * Makes a contact a client, new or linked; with products also an opportunity in the first stage and
 * a draft quotation of them. All of it or nothing, and once: the contact is locked first.
 * @throws Problem not_found, already_converted (with the ids), duplicate, validation_failed
 */
export async function convertContact(
  trx: Trx,
  actor: LocalActor,
  id: number,
  body: Conversion,
  now = currentTime(),
) {
  const contact = await lockRecord(trx, "contacts", actor, id);
  await refuseIfConverted(trx, contact);
  const assignee_id = await liveAssignee(trx, actor, contact.assignee_id) ?? actor.userId;
  const amounts = { "opportunity.amount": body.opportunity?.amount };
  const client = await alongside(
    await wrongDecimals(trx, actor, amounts),
    () => clientFor(trx, actor, contact, body, assignee_id),
  );
  const { changes } = await changeRecord(trx, "contacts", actor, contact, {
    status: "read",
    is_spam: false,
    held: false,
    converted_client_id: client.id,
    converted_at: now,
    converted_by: actor.userId,
  });
  await recordActivities(trx, actor, [
    { verb: "converted", subject: { contact_id: id }, clientId: client.id, changes },
  ]);
  await linkWork(trx, actor, id, client.id);
  const { opportunity: wanted, products = [], create_opportunity = false } = body;
  const topic = wanted?.title ?? await readTopic(trx, actor, contact);
  const opportunity = wanted || create_opportunity || products.length > 0
    ? await within("opportunity", () =>
      createOpportunity(trx, actor, {
        assignee_id,
        source_channel: contact.channel,
        ...wanted,
        title: topic ?? contact.name ?? client.name,
        client_id: client.id,
        contact_id: id,
      }))
    : null;
  const quote = opportunity && products.length > 0
    ? await createQuote(trx, actor, {
      opportunity_id: opportunity.id,
      language: contact.language ?? undefined,
      lines: products,
    }, { now, linesPath: "products" })
    : null;
  return {
    contact: await findContact(trx, actor, id),
    client,
    opportunity: opportunity && await findOpportunity(trx, actor, opportunity.id),
    quote,
  };
}

async function clientFor(
  trx: Trx,
  actor: LocalActor,
  contact: Contact,
  { client_id, client }: Conversion,
  assignee_id: number | null,
) {
  if (client_id !== undefined) {
    const links = await checkLinks(trx, actor, { client_id });
    return await findClient(trx, actor, links.client_id);
  }
  const { organization, name, email, phone, channel_contact_id, language } = contact;
  return await within("client", () =>
    createClient(trx, actor, {
      kind: organization ? "company" : "person",
      email,
      phone,
      language,
      source_channel: contact.channel,
      marketing_consent: contact.marketing_consent,
      assignee_id,
      ...client,
      tax_id: client?.tax_id,
      name: client?.name ?? organization ?? name ?? email ?? phone ?? channel_contact_id!,
    }, { source_contact_id: contact.id }));
}

async function refuseIfConverted(db: Db, contact: Contact): Promise<void> {
  if (contact.converted_client_id === null) return;
  const conversion = await db.selectFrom("opportunities as o")
    .leftJoin(
      "quotes as q",
      (join) =>
        join.onRef("q.company_id", "=", "o.company_id").onRef("q.opportunity_id", "=", "o.id"),
    )
    .select(["o.id as opportunity_id", "q.id as quote_id"])
    .where("o.company_id", "=", contact.company_id).where("o.contact_id", "=", contact.id)
    .orderBy("o.id").orderBy("q.id").limit(1).executeTakeFirst();
  throw problem("already_converted", {
    details: {
      client_id: contact.converted_client_id,
      opportunity_id: conversion?.opportunity_id ?? null,
      quote_id: conversion?.quote_id ?? null,
    },
  });
}
