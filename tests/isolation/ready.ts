/** Fresh records on which an endpoint succeeds, whatever earlier calls have done to the others. */
import assert from "node:assert/strict";
import { expectData, inDatabase } from "../crm/scene.ts";
import { deadEnd, fillGraph, readyForward, readyMessage } from "./channels.ts";
import { readyFile, readyPage } from "./meta.ts";
import {
  beInvited,
  colleagueOf,
  dear,
  importProduct,
  makerOf,
  textsOf,
  type Things,
} from "./records.ts";
import { bodyWith } from "./references.ts";
import type { Entry } from "../http/routes.ts";
import { pairPhone } from "./things.ts";
import { nameOf, type Target } from "./try_endpoint.ts";

/** Calls that bring a new record to the state its verb needs, by the end of the endpoint's path. */
const before: Record<string, string[]> = {
  "POST quotes/{id}/approve": ["POST /send"],
  "POST quotes/{id}/confirm-sale": ["POST /send", "POST /approve"],
  "POST quotes/{id}/recall": ["POST /send"],
  "POST quotes/{id}/reject": ["POST /send"],
  "POST quotes/{id}/reopen": ["POST /send", "POST /reject"],
  "POST quotes/{id}/revoke-approval": ["POST /send", "POST /approve"],
  "DELETE quotes/{id}/ask-approval": ["POST /ask-approval"],
  "DELETE quotes/{id}/share": ["POST /share"],
  "DELETE employees/{user_id}/link": ["POST /link"],
  "POST opportunities/{id}/reopen": ["POST /win"],
  "POST contacts/{id}/not-spam": ["POST /spam"],
  "POST channels/{id}/resume": ["POST /pause"],
};

/** The records, with a new one for the endpoint's path. */
export async function readyFor(target: Target, entry: Entry): Promise<Target> {
  const { verb, path } = entry;
  const [, noun, rest] =
    /^(?:\/api(?:\/admin(?:\/me|\/channels(?=\/senders))?|\/phone)?)?\/([\w-]+)\/(\{\w+\}.*)$/.exec(
      path,
    ) ?? [];
  if (path.endsWith("/{contactId}/take")) {
    const { world, side, things } = target;
    const { api } = makerOf(world, side);
    await expectData(api("PATCH", `/contacts/${things.conversations}`, { assignee_id: null }));
    return target;
  }
  if (path.includes("/messages/{messageId}/") && noun === "conversations" && verb !== "GET") {
    const { world, side, things } = target;
    const own = { ...things, contacts: things.conversations! };
    const ready = path.includes("{fileId}")
      ? await readyFile(world, side, own)
      : { messages: await readyMessage(world, side, own, path.split("/").at(-1)!) };
    return { ...target, things: { ...things, ...ready } };
  }
  if (/\/(assets|templates\/refresh)$/.test(path)) {
    fillGraph(target.world, target.side);
    return target;
  }
  if (!noun || verb === "GET" || !(noun in makers)) return target;
  if (path.includes("{message_id}")) {
    const { world, side, things } = target;
    const name = path.split("/").at(-1)!;
    const ready = path.includes("{file_id}")
      ? await readyFile(world, side, things)
      : name.endsWith("forward")
      ? await readyForward(world, side, things, name)
      : { messages: await readyMessage(world, side, things, name) };
    return { ...target, things: { ...things, ...ready } };
  }
  if (path.includes("{problem_id}")) return target;
  if (path.includes("{mail_id}")) {
    const automatic = String(await putAside(target));
    return { ...target, things: { ...target.things, automatic } };
  }
  const id = rest === "{id}/catch-up"
    ? await readyPage(target.world, target.side)
    : await makers[noun]!(target);
  if (/^\{id\}\/(ask-approval|decide)$/.test(rest!)) await needApproval(target, id, rest!);
  const steps = rest!.endsWith("/restore") ? ["DELETE "] : before[`${verb} ${noun}/${rest}`] ?? [];
  const { api } = makerOf(target.world, target.side);
  for (const step of steps) {
    const [method, suffix] = step.split(" ");
    const { status, body } = await api(method!, `/${noun}/${id}${suffix}`);
    assert.ok(status < 300, `${nameOf(entry)}, ${step}: ${JSON.stringify(body)}`);
  }
  if (rest === "{id}/unmerge") {
    const into_id = await makers[noun]!(target);
    await expectData(api("POST", `/${noun}/${id}/merge`, { into_id }));
  }
  if (noun === "events" && rest === "{id}/invitation") await beInvitedTo(target, Number(id));
  // Only the public form holds a contact.
  if (rest === "{id}/release") {
    const { world, side } = target;
    await inDatabase(world, side.companyId, (trx) =>
      trx.updateTable("contacts").set({ held: true })
        .where("company_id", "=", side.companyId).where("id", "=", Number(id)).execute());
  }
  const lines: Things = {};
  if (noun === "quotes" && !rest!.endsWith("/restore")) {
    lines.lines = String((await expectData(api("GET", `/quotes/${id}`))).lines[0].id);
  }
  return { ...target, things: { ...target.things, ...lines, [noun]: String(id) } };
}

/** Makes the event an earlier version of what the scene's mail invites to. */
async function beInvitedTo({ world, side, things }: Target, id: number): Promise<void> {
  const { companyId, word } = side;
  await inDatabase(world, companyId, (trx) =>
    trx.updateTable("events").set({
      ...{ contact_id: Number(things.conversations), ical_uid: word, ical_sequence: 1 },
      ical_organizer: `${word}@a.example`,
    }).where("company_id", "=", companyId).where("id", "=", id).execute());
}

/** Makes a draft dear, so that it needs approval; for a decision a colleague asks for it. */
async function needApproval({ world, side }: Target, id: number | string, rest: string) {
  const { api } = makerOf(world, side);
  const lines = [{ name: side.word, unit_price: 10 * dear }];
  await expectData(api("PUT", `/quotes/${id}/lines`, { lines }));
  if (!rest.endsWith("decide")) return;
  const { id: approver_id } = await expectData(api("GET", "/me"));
  await expectData(colleagueOf(world, side)("POST", `/quotes/${id}/ask-approval`, { approver_id }));
}

/** A body that the endpoint takes, with the target's own ids wherever it names some. */
export async function readyBody({ world, side, things }: Target, entry: Entry) {
  const body = bodyWith(entry, things);
  if (entry.path.endsWith("/events/{id}/invitation")) {
    return { message_id: Number(things.messages) };
  }
  if (entry.path.endsWith("/assets")) return { access_token: `${side.word}-token` };
  if (entry.path.endsWith("/erase")) return { ...body, confirm: side.word };
  if (nameOf(entry) !== "PUT /api/admin/pipeline-stages/order") return body;
  const { api } = makerOf(world, side);
  const stages: { id: number }[] = await expectData(api("GET", "/pipeline-stages"));
  return { ids: stages.map(({ id }) => id) };
}

/** A new record of each kind that can be changed; it shares no unique text with those there are. */
const makers: Record<string, (target: Target) => Promise<number | string>> = {
  contacts: (target) =>
    make(target, "/contacts", { ...textsOf(target.side).contact, channel_contact_id: null }),
  clients: (target) => make(target, "/clients", { ...textsOf(target.side).client, tax_id: null }),
  "meta-apps": (target) => {
    const { word } = target.side;
    const app_id = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    const secrets = { app_secret: `${word}-secret` };
    return make(target, "/meta-apps", { name: word, app_id, secrets });
  },
  products: (target) => make(target, "/products", { ...textsOf(target.side).product, sku: null }),
  "pipeline-stages": (target) => make(target, "/pipeline-stages", { name: fresh(target) }),
  opportunities: (target) =>
    make(target, "/opportunities", { ...textsOf(target.side).opportunity, ...links(target) }),
  quotes: (target) =>
    make(target, "/quotes", {
      ...textsOf(target.side).quote,
      opportunity_id: Number(target.things.opportunities),
    }),
  tasks: (target) => make(target, "/tasks", textsOf(target.side).task),
  events: (target) => make(target, "/events", textsOf(target.side).event),
  notes: (target) => make(target, "/notes", { body: target.side.word, ...clientOf(target) }),
  channels: (target) =>
    make(target, "/channels", {
      kind: "program",
      name: fresh(target),
      settings: { callback_url: deadEnd(target.side.word) },
    }),
  "refused-addresses": (target) => refuseAddress(target),
  senders: (target) => judgeSender(target),
  "reply-templates": (target) =>
    make(target, "/reply-templates", { name: fresh(target), language: "en", body: "x" }),
  views: (target) => make(target, "/views", { list: "contacts", name: fresh(target) }),
  keys: (target) => make(target, "/keys", { name: target.side.word }),
  employees: (target) => hire(target),
  users: (target) => hire(target),
  imports: (target) => importProduct(target.world, target.side, fresh(target)),
  invitations: async ({ world, side }) => (await beInvited(world, side)).id,
  sales: sell,
  q: offer,
  notifications: async ({ world, side: { word, key } }) => {
    const json = {
      userId: "maria",
      title: word,
      body: word,
      actions: [{ id: "yes", label: word }],
    };
    return (await expectData(world.call("POST", "/api/notify", { key, json }), 202)).notificationId;
  },
  devices: async ({ world, side }) => (await pairPhone(world, side, "maria")).deviceId,
};

const clientOf = ({ things }: Target) => ({ client_id: Number(things.clients) });
const links = (target: Target) => ({
  ...clientOf(target),
  stage_id: Number(target.things["pipeline-stages"]),
});

let count = 0;
/** A text with a unique mark. */
const fresh = ({ side }: Target) => `${side.word} ${++count}`;

async function make({ world, side }: Target, path: string, json: unknown): Promise<number> {
  return (await makerOf(world, side).make(path, json)).id;
}

async function refuseAddress(target: Target): Promise<number> {
  const { world, side: { companyId }, things } = target;
  const address = `${fresh(target).replace(" ", ".").toLowerCase()}@a.example`;
  const row = { company_id: companyId, account_id: Number(things.channels), address };
  return await inDatabase(
    world,
    companyId,
    async (trx) =>
      (await trx.insertInto("refused_addresses").values(row).returning("id")
        .executeTakeFirstOrThrow()).id,
  );
}

async function putAside({ world, side, things }: Target): Promise<number> {
  const { companyId, word } = side;
  const automatic = { kind: "report", subject: word, from: { name: word, address: "a@f.example" } };
  const body = new TextEncoder().encode(word);
  const event = { external_id: `${fresh({ world, side, things })} aside`, body, size: body.length };
  return await inDatabase(
    world,
    companyId,
    async (trx) =>
      (await trx.insertInto("channel_events").values({
        ...{ company_id: companyId, account_id: Number(things.channels), state: "read", ...event },
        automatic: JSON.stringify(automatic),
      }).returning("id").executeTakeFirstOrThrow()).id,
  );
}

async function judgeSender({ world, side, things }: Target): Promise<number> {
  const { api } = makerOf(world, side);
  const address = `${fresh({ world, side, things }).replace(" ", ".").toLowerCase()}@f.example`;
  return (await expectData(api("PUT", "/channels/senders", { address, is_person: true }))).id;
}

async function hire(target: Target): Promise<number> {
  const email = `${fresh(target).toLowerCase().replace(" ", ".")}@empleo.example`;
  const body = { email, name: target.side.word, role: target.side.word };
  return (await makerOf(target.world, target.side).make("/employees", body)).user_id;
}

async function sell(target: Target): Promise<number> {
  const { api, make } = makerOf(target.world, target.side);
  const id = await makers.quotes!(target);
  for (const verb of ["send", "approve"]) await expectData(api("POST", `/quotes/${id}/${verb}`));
  return (await make(`/quotes/${id}/confirm-sale`)).sale.id;
}

/** The token of a new offer. */
async function offer(target: Target): Promise<string> {
  const { api, make } = makerOf(target.world, target.side);
  const id = await makers.quotes!(target);
  await expectData(api("POST", `/quotes/${id}/send`));
  return (await make(`/quotes/${id}/share`, {})).token;
}

/** An id of the same form that does not exist. */
export function nobodys(id: string): string {
  return /^\d+$/.test(id) ? "2147483000" : "01940000-0000-7000-8000-00000000dead";
}

/** The same records, but with ids in the path that do not exist. */
export function nowhere(entry: Entry, things: Things): Things {
  const nouns = [...entry.path.matchAll(/([\w-]+)\/\{\w+\}/g)].map(([, noun]) => noun!);
  assert.ok(nouns.length > 0, `${nameOf(entry)} names nothing`);
  if (entry.path.includes("/templates")) nouns.push("numbers");
  return { ...things, ...Object.fromEntries(nouns.map((noun) => [noun, nobodys(things[noun]!)])) };
}
