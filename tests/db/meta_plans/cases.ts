/** Work of Meta's channels whose statements are looked at. */
import { sql } from "kysely";
import type { EventOf } from "@/lib/channels/handlers.ts";
import { storeEvents } from "@/lib/channels/in/events.ts";
import { fileGroup } from "@/lib/channels/in/file_group.ts";
import { settleEvents, wake } from "@/lib/channels/in/meta/early_events.ts";
import { findFloods } from "@/lib/channels/in/meta/flood.ts";
import type { Parsed } from "@/lib/channels/in/meta/parsed.ts";
import { retryAppProblem } from "@/lib/channels/meta/apps/problems.ts";
import { listApps } from "@/lib/channels/meta/apps/apps.ts";
import { handOver } from "@/lib/channels/meta/apps/hand_over.ts";
import {
  findDueFetches,
  findFetchCompanies,
  findOverStories,
  leaseFetch,
  leaveOut,
} from "@/lib/channels/meta/files/fetches.ts";
import {
  dropHookBodies,
  findHookApp,
  findHookCompanies,
  forgetOldHooks,
  leaseHooks,
  noteObjects,
  noteRefused,
  postponeHook,
  storeHooks,
} from "@/lib/channels/meta/hook/hook_bodies.ts";
import { storeUnrouted } from "@/lib/channels/meta/hook/hook_problems.ts";
import { routeEvents } from "@/lib/channels/meta/hook/routes.ts";
import type { HookEvent } from "@/lib/channels/meta/hook/split.ts";
import { hearPeople, noteMarketing } from "@/lib/channels/meta/people/people.ts";
import { readWindows } from "@/lib/channels/meta/people/windows.ts";
import type { Attachment, MessageEvent } from "@/lib/channels/meta/read/event.ts";
import {
  listTemplates,
  noteTemplate,
  storeTemplates,
} from "@/lib/channels/meta/templates/templates.ts";
import { crmChannelHandlers as handlers } from "@/lib/crm/contacts/conversation/file_messages.ts";
import { findByKeys } from "@/lib/crm/contacts/conversation/sending/find_sent.ts";
import { noteEcho } from "@/lib/crm/contacts/conversation/sending/note_echo.ts";
import { noteReceipts } from "@/lib/crm/contacts/conversation/sending/note_receipts.ts";
import { seeMessages } from "@/lib/crm/contacts/conversation/sending/see_messages.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { accounts, app, keyOf, personOf, uuidOf, waiting } from "./fill.ts";

export type Case = (db: Db) => Promise<unknown>;

export const tenant = { companyId: 1 };
export const numbers = Array.from({ length: waiting.count }, (_, n) => 2 * (n + 500));
export const own = { companyId: 1, appId: app };
const silent = () => {};

async function accountOf(trx: Trx, kind: keyof typeof accounts): Promise<Account> {
  return await trx.selectFrom("channel_accounts").selectAll()
    .where("company_id", "=", 1).where("id", "=", accounts[kind]).executeTakeFirstOrThrow();
}

/** Work in a transaction of the company, with its account. */
export function within(
  kind: keyof typeof accounts,
  work: (trx: Trx, account: Account) => Promise<unknown>,
): Case {
  return (db) =>
    inCompany(db, 1, async (trx) => await work(trx, await accountOf(trx, kind)), silent);
}

export function personal(n: number) {
  return { ids: [personOf(n)], name: null, username: null, phone: null };
}

export function messageOf(n: number, more: Partial<MessageEvent> = {}): MessageEvent {
  return {
    ...{ type: "message", id: `wamid.new${n}`, direction: "in", at: new Date(), text: "Hola" },
    ...{ person: personal(n), content: null, attachments: [], answers: null, source: null },
    ...{ opaque: null, appId: null, isForwarded: false, isHistory: false, isSelf: false },
    ...more,
  };
}

function receiptOf(n: number): EventOf<"receipt"> {
  return {
    ...{ type: "receipt", state: "read", at: new Date(), until: new Date() },
    ...{ person: personal(n), ids: [keyOf(n)] },
  };
}

function statusOf(n: number, state: "delivered" | "failed" = "delivered"): EventOf<"status"> {
  return {
    ...{ type: "status", state, at: new Date(), id: keyOf(n), opaque: null, person: personal(n) },
    ...{ charged: { category: "service", isBillable: true } },
    errors: [{ code: 131047, subcode: null, text: "late" }],
  };
}

function events(count: number): HookEvent[] {
  return Array.from({ length: count }, (_, n) => ({
    key: `k${n}`,
    route: {
      object: "whatsapp_business_account",
      id: n % 2 === 0 ? "1" : `unknown${n}`,
      businessId: "9",
    },
    part: { n },
  }));
}

/** Waiting messages of people who are known, and statuses of what they were sent. */
function group(ofNew: boolean) {
  return Array.from({ length: 2 * waiting.count }, (_, at) => {
    const n = ofNew ? 900_000 + at : 2 * (at + 600);
    const meta = messageOf(n, { attachments: ofNew ? [attachment] : [] });
    const parsed: Parsed = at < waiting.count
      ? {
        message: {
          ...{ externalId: meta.id, direction: "in", text: "Hola", files: [], meta },
          ...{ sentAt: new Date(), isQuiet: false },
          from: { id: personOf(n), name: null, email: null, phone: null, username: null },
        },
      }
      : { event: statusOf(n) };
    return { id: 1_000_000 + waiting.from + at, attempts: 1, parsed };
  });
}

const attachment: Attachment = {
  ...{ kind: "image", mediaId: "m", url: null, name: null, type: "image/jpeg", sha256: null },
  ...{ isVoice: false, isStory: false, isOpen: false },
};

export const cases: Record<string, Case> = {
  findHookApp: (db) => findHookApp(db, "h0".padEnd(43, "x")),
  storeHooks: (db) =>
    asWorker(db, (trx) =>
      storeHooks(
        trx,
        numbers.map((n) => ({ ...own, version: null, body: new Uint8Array([n % 256]) })),
      )),
  leaseHooks: (db) => leaseHooks(db, 1, 48),
  dropHookBodies: (db) => asWorker(db, (trx) => dropHookBodies(trx, tenant, numbers)),
  postponeHook: (db) => postponeHook(db, 7, 1_000),
  findHookCompanies: (db) => findHookCompanies(db),
  forgetOldHooks: (db) => asWorker(db, (trx) => forgetOldHooks(trx)),
  noteObjects: (db) => asWorker(db, (trx) => noteObjects(trx, own, ["page"], "last_hook_at")),
  noteRefused: (db) => asWorker(db, (trx) => noteRefused(trx, { companyId: 1, id: app }, 3)),
  routeEvents: (db) => asWorker(db, (trx) => routeEvents(trx, own, events(40))),
  storeUnrouted: (db) => asWorker(db, (trx) => storeUnrouted(trx, own, events(10))),
  storeEvents: within("whatsapp", (trx) =>
    storeEvents(
      trx,
      tenant,
      numbers.map((n) => ({
        ...{ accountId: accounts.whatsapp, externalId: `e${n}`, body: new Uint8Array([1]) },
      })),
    )),
  retryAppProblem: (db) => retryAppProblem(db, tenant, { appId: app, id: 7 }),
  listApps: (db) => inCompany(db, 1, (trx) => listApps(trx, { ...tenant, publicUrl: "http://a" })),
  handOver: (db) => handOver(db, { companyId: 1, id: accounts.facebook }),
  wake: within("whatsapp", (trx) =>
    wake(
      trx,
      tenant,
      numbers.map((n) => ({ accountId: accounts.whatsapp, key: `message:early${n % 300}` })),
    )),
  settleEvents: within("whatsapp", (trx) =>
    settleEvents(
      trx,
      tenant,
      numbers.map((n) => ({
        ...{ id: n, attempts: 1 },
        outcome: n % 4 === 0 ? { waitsFor: "message:x" } : { of: { contactId: n } },
      })),
    )),
  findFloods: within("whatsapp", (trx, account) => {
    const events = numbers.map((n) => ({ account, event: receiptOf(n) }));
    return findFloods(trx, tenant, events, handlers.meta);
  }),
  hearPeople: within("whatsapp", (trx) =>
    hearPeople(
      trx,
      tenant,
      numbers.map((n) => ({
        ...{ accountId: accounts.whatsapp, ids: [personOf(n), `B.${n}`], heardAt: new Date() },
        ...{ username: null, isNameless: false },
      })),
    )),
  noteMarketing: within("whatsapp", (trx) =>
    noteMarketing(trx, tenant, accounts.whatsapp, {
      ...{ ids: [personOf(7)], at: new Date(), isStopped: true },
    })),
  readWindows: (db) =>
    inCompany(db, 1, (trx) =>
      readWindows(
        trx,
        tenant,
        numbers.map((n) => ({ accountId: accounts.whatsapp, personId: personOf(n) })),
      )),
  findByKeys: within(
    "whatsapp",
    (trx, account) => findByKeys(trx, tenant, numbers.map((n) => ({ account, key: keyOf(n) }))),
  ),
  statuses: within("whatsapp", (trx, account) =>
    noteReceipts(
      trx,
      tenant,
      numbers.map((n, at) => ({ account, event: statusOf(n, at === 0 ? "failed" : undefined) })),
    )),
  unknownStatuses: within("whatsapp", (trx, account) =>
    noteReceipts(
      trx,
      tenant,
      numbers.map((n) => ({ account, event: { ...statusOf(n), id: `nobody${n}` } })),
    )),
  receipts: within("facebook", (trx, account) =>
    noteReceipts(
      trx,
      tenant,
      numbers.map((n) => ({ account, event: receiptOf(n + 1) })),
    )),
  echo: within(
    "facebook",
    (trx, account) =>
      noteEcho(trx, account, messageOf(7, { direction: "out", id: "new", opaque: uuidOf(7) })),
  ),
  echoOfAnother: within(
    "facebook",
    (trx, account) =>
      noteEcho(
        trx,
        { ...account, kind: "instagram" },
        messageOf(7, { direction: "out", id: "new" }),
      ),
  ),
  "messages of people who are known": within(
    "whatsapp",
    (trx) => fileGroup(trx, handlers, tenant, group(false)),
  ),
  "messages of people who are new": within(
    "whatsapp",
    (trx) => fileGroup(trx, handlers, tenant, group(true)),
  ),
  edit: within("whatsapp", (trx, account) =>
    handlers.meta.edit(trx, account, {
      ...{ type: "edit", id: "wamid.was7", number: 1, text: "Hola", at: new Date() },
      person: personal(7),
    })),
  takeBack: within("whatsapp", (trx, account) =>
    handlers.meta.takeBack(trx, account, {
      ...{ type: "unsent", id: "wamid.was7", at: new Date(), person: personal(7) },
    })),
  react: within("whatsapp", (trx, account) =>
    handlers.meta.react(trx, account, {
      ...{ type: "reaction", id: "wamid.was7", emoji: "x", by: "them", at: new Date() },
      person: personal(7),
    })),
  joinIds: within("whatsapp", (trx, account) =>
    handlers.meta.joinIds(trx, account, {
      ...{ type: "identity", others: ["B.7"], at: new Date(), person: personal(7) },
    })),
  namePerson: within("facebook", (trx) =>
    handlers.namePerson(trx, tenant, {
      ...{ accountId: accounts.facebook, personId: personOf(7), name: "Ana", username: "ana" },
    })),
  seeMessages: within("whatsapp", (trx) => seeMessages(trx, tenant, 7)),
  findFetchCompanies: (db) => findFetchCompanies(db),
  findDueFetches: (db) => findDueFetches(db, 1, 50),
  findOverStories: (db) => findOverStories(db, 50),
  leaseFetch: (db) =>
    leaseFetch(db, { companyId: 1, fileId: uuidOf(7), accountId: accounts.whatsapp }),
  leaveOut: within("whatsapp", (trx) => leaveOut(trx, tenant, [uuidOf(7)], "expired")),
  listTemplates: (db) => inCompany(db, 1, (trx) => listTemplates(trx, tenant, accounts.whatsapp)),
  storeTemplates: within("whatsapp", (trx) => storeTemplates(trx, tenant, accounts.whatsapp, [])),
  noteTemplate: within("whatsapp", (trx) =>
    noteTemplate(
      trx,
      { id: accounts.whatsapp, company_id: 1 },
      { name: "t1", language: "es", state: "paused" },
    )),
  "what an account waits for": (db) =>
    inCompany(db, 1, (trx) =>
      sql`select id from channel_events where company_id = 1
        and account_id = ${accounts.whatsapp} and waits_for = 'message:early1'
        and state = 'waiting'`.execute(trx)),
};
