/** The commercial side of a company: one of every record, its mark in each of their texts. */
import { png } from "../sales/document/documents.ts";
import { makeEntryLink } from "@/lib/access/entry_links.ts";
import { type Api, apiOf, expectData, inDatabase } from "../crm/scene.ts";
import type { World } from "../support/world.ts";
import { type Side, sidesOf } from "./sides.ts";

/** Ids of a company's records, by the word before the parameter in a path. */
export type Things = Record<string, string>;

/** A value for each text field of a new record. */
export function textsOf(side: Side) {
  const { word, phone } = side;
  const email = `${word.toLowerCase()}@cliente.example`;
  const url = `https://${word.toLowerCase()}.example/`;
  const next = { next_action_note: word, next_action_at: "2031-01-01T10:00:00Z" };
  const line = { name: word, sku: word, description: word, unit: word };
  return {
    contact: {
      name: word,
      email,
      phone,
      organization: word,
      subject: word,
      message: word,
      ...next,
      channel_contact_id: word,
      source_url: url,
      tags: [word],
      channel: "whatsapp",
    },
    client: {
      name: word,
      legal_name: word,
      tax_id: word,
      email,
      phone,
      website: url,
      address: word,
      postal_code: word,
      city: word,
      region: word,
      notes: word,
      tags: [word],
    },
    product: { ...line, barcode: word, category: word, unit_price: 50 },
    stage: { name: word, requirements: word },
    opportunity: { title: word, description: word, tags: [word], ...next },
    quote: {
      title: word,
      intro: word,
      terms: word,
      internal_note: word,
      lines: [{ ...line, quantity: 1, unit_price: 50, tax_rate: 21 }],
    },
    task: { title: word, description: word, checklist: [{ text: word }] },
    event: {
      title: word,
      location: word,
      url,
      description: word,
      reminder_minutes: [10],
      starts_at: "2026-11-20T10:00:00Z",
      ends_at: "2026-11-20T11:00:00Z",
      recurrence: { freq: "weekly", count: 1 },
    },
    company: {
      name: word,
      slug: word.toLowerCase(),
      legal_name: word,
      tax_id: word,
      address: word,
      phone,
      email,
      website: url,
      quote_prefix: word,
      quote_terms: word,
      consent_text: word,
      public_origins: [url.slice(0, -1)],
    },
    form: formOf(side, email),
  };
}

function formOf({ word, companyId }: Side, email: string) {
  return {
    site: companyId === 2 ? "design" : "primary",
    name: word,
    email: `form.${email}`,
    company: word,
    subject: word,
    message: word,
    budget: word,
    consent: true,
    consent_text_version: word,
    referrer: `https://${word.toLowerCase()}.example/`,
    utm_source: word,
  };
}

/** Calls as the side's member and returns the created record. */
export function makerOf(world: World, side: Side) {
  const api = apiOf(world, side.member, side.companyId);
  const make = (path: string, json?: unknown) => expectData(api("POST", path, json), 201);
  return { api, make };
}

/** The net above which a quotation needs approval. */
export const dear = 1_000;

const addressOf = ({ word }: Side) => `${word.toLowerCase()}@empleo.example`;

/** Calls of the employee, who is asked for approval. */
export const colleagueOf = (world: World, side: Side) =>
  apiOf(world, addressOf(side), side.companyId);

/** Makes one record of each kind; quotations: shared, sold, rejected and draft. */
export async function makeRecords(world: World, side = sidesOf(world)[1]): Promise<Things> {
  const { word, companyId } = side;
  const texts = textsOf(side);
  const { api, make } = makerOf(world, side);
  await expectData(api("PATCH", `/companies/${companyId}`, texts.company));
  const logo = await giveLogo(world, side);
  const address = addressOf(side);
  const { user_id } = await make("/employees", { email: address, name: word, role: word });
  const invitee = { email: address };
  await inDatabase(world, companyId, (trx) => makeEntryLink(trx, { companyId }, invitee));
  // Their name is shown from now on.
  await expectData(apiOf(world, address, companyId)("GET", "/employees"));
  const approval = { amount_above: dear, approver_id: user_id };
  await expectData(api("PATCH", `/companies/${companyId}`, { approval }));
  const { id: invitation, from } = await beInvited(world, side);
  await make("/employees", { email: from, role: word });
  const contact = await make("/contacts", texts.contact);
  const message = { direction: "in", body: word, external_id: word };
  await make(`/contacts/${contact.id}/messages`, message);
  const page = { Referer: texts.contact.source_url };
  await expectData(world.call("POST", "/api/contact", { json: texts.form, headers: page }), 201);
  const client = await make("/clients", texts.client);
  const product = await make("/products", texts.product);
  const stage = await make("/pipeline-stages", texts.stage);
  const about = { client_id: client.id, stage_id: stage.id, contact_id: contact.id };
  const opportunity = await make("/opportunities", { ...texts.opportunity, ...about });
  const quotes = await makeQuotes(api, make, texts.quote, { word, opportunity, product });
  const lines = [{ name: word, unit_price: 10 * dear }];
  const quote = await make("/quotes", { lines, opportunity_id: opportunity.id });
  await expectData(api("POST", `/quotes/${quote.id}/ask-approval`));
  const no = { approved: false, note: word };
  await expectData(colleagueOf(world, side)("POST", `/quotes/${quote.id}/decide`, no));
  const task = await make("/tasks", { ...texts.task, assignee_id: user_id });
  const event = await make("/events", { ...texts.event, assignee_id: user_id });
  await make(`/contacts/${(await make("/contacts", { name: word })).id}/convert`, {
    client_id: client.id,
    create_opportunity: false,
  });
  const lost = await make("/opportunities", { ...texts.opportunity, ...about });
  const reason = { lost_reason: word, lost_note: word };
  await expectData(api("POST", `/opportunities/${lost.id}/lose`, reason));
  const note = await make("/notes", { body: word, client_id: client.id });
  const binned = await make("/clients", { name: word });
  await expectData(api("DELETE", `/clients/${binned.id}`));
  const key = await make("/keys", { name: word });
  const view = await make("/views", { list: "contacts", name: word, filters: { q: word } });
  const tags = { remove: [word] };
  const { undo_id } = await expectData(
    api("POST", "/contacts/bulk", { ids: [contact.id], tags }),
  );
  await expectData(api("POST", "/contacts/bulk", { undo_id }));
  const imports = await importProduct(world, side, `${word}-9`);
  const [survivor, double] = [
    await make("/clients", { name: word }),
    await make("/clients", { name: word, legal_name: word, email: `${word}@merged.example` }),
  ];
  await expectData(api("POST", `/clients/${double.id}/merge`, { into_id: survivor.id }));
  const ids = {
    contacts: contact.id,
    clients: client.id,
    products: product.id,
    ...quotes,
    logo,
    "pipeline-stages": stage.id,
    opportunities: opportunity.id,
    tasks: task.id,
    events: event.id,
    series: event.series_id,
    notes: note.id,
    keys: key.id,
    views: view.id,
    companies: companyId,
    employees: user_id,
    users: user_id,
    invitations: invitation,
    imports,
  };
  return Object.fromEntries(Object.entries(ids).map(([noun, id]) => [noun, String(id)]));
}

/** A file that changed one product, which somebody has changed since: an undo names it. @returns its number */
export async function importProduct(world: World, side: Side, sku: string): Promise<number> {
  const { member, companyId, word } = side;
  const query = new URLSearchParams({
    ...{ company_id: String(companyId), duplicates: "update", file_name: word },
    // What the heads do not say is kept as the company's choice.
    ...{ columns: "sku,name,unit_price,,cost", columns_by: "company" },
  });
  const post = (name: string) =>
    expectData(
      world.call("POST", `/api/admin/imports/products/commit?${query}`, {
        member,
        // A cost that is none is remarked.
        body: `sku,name,price,unit,cost\n${sku},${name},1,x,${word}\n`,
        headers: { "Content-Type": "text/csv" },
      }),
    );
  await post(word);
  const { api } = makerOf(world, side);
  const [product] = await expectData(api("GET", "/products?sort=-created_at&per_page=1"));
  const { id } = await post(`${word} bis`);
  await expectData(api("PATCH", `/products/${product.id}`, { name: word }));
  return id;
}

let strangers = 0;

/** An invitation of the side's member to a new company of a new person, who works in no other. */
export async function beInvited(world: World, { member, word }: Side) {
  const from = `${word.toLowerCase()}.${++strangers}@fuera.example`;
  const company = await expectData(apiOf(world, from)("POST", "/companies", { name: word }), 201);
  const theirs = apiOf(world, from, company.id);
  await expectData(theirs("POST", "/employees", { email: member, role: word }), 201);
  const { invitations } = await expectData(apiOf(world, member)("GET", "/me"));
  return { id: invitations[0].id as number, from };
}

type Make = ReturnType<typeof makerOf>["make"];

async function makeQuotes(
  api: Api,
  make: Make,
  text: ReturnType<typeof textsOf>["quote"],
  { word, opportunity, product }: {
    word: string;
    opportunity: { id: number };
    product: { id: number };
  },
) {
  const quoteAfter = async (...verbs: [verb: string, json?: unknown][]) => {
    const lines = text.lines.map((line) => ({ ...line, product_id: product.id }));
    const quote = await make("/quotes", { ...text, lines, opportunity_id: opportunity.id });
    for (const [verb, json] of verbs) {
      await expectData(api("POST", `/quotes/${quote.id}/${verb}`, json));
    }
    return quote.id;
  };
  await quoteAfter(["send"], ["reject", { reason: word }]);
  const sold = await quoteAfter(["send"], ["approve", { name: word }]);
  const { sale } = await make(`/quotes/${sold}/confirm-sale`);
  await expectData(api("PATCH", `/sales/${sale.id}`, { notes: word }));
  const regretted = await quoteAfter(["send"], ["approve"]);
  const { sale: { id: cancelled } } = await make(`/quotes/${regretted}/confirm-sale`);
  await expectData(api("POST", `/sales/${cancelled}/cancel`, { reason: word }));
  const offered = await quoteAfter(["send"]);
  const { token } = await make(`/quotes/${offered}/share`, {});
  const line = (await expectData(api("GET", `/quotes/${offered}`))).lines[0].id;
  return { quotes: offered, sales: sale.id, q: token, lines: line };
}

/** A picture that carries the side's word. */
export function pictureOf({ word }: Side): Uint8Array<ArrayBuffer> {
  return png({ note: word });
}

async function giveLogo(world: World, side: Side): Promise<string> {
  const { logo } = await expectData(
    world.call("PUT", `/api/admin/companies/${side.companyId}/logo`, {
      member: side.member,
      body: pictureOf(side),
      headers: { "Content-Type": "image/png" },
    }),
  );
  return logo.split("/").at(-1);
}
