/** Work of the app whose statements are looked at. */
import { leaseMessages, returnLeases as returnMessages } from "@/lib/channels/out/leases.ts";
import { finishMessages } from "@/lib/channels/out/finish_messages.ts";
import { markRead } from "@/lib/channels/in/events.ts";
import { settleEvents } from "@/lib/channels/in/meta/early_events.ts";
import { charge } from "@/lib/crm/contacts/conversation/sending/settle.ts";
import { enterStages } from "@/lib/crm/stages/stage_log.ts";
import { touchOpportunities } from "@/lib/crm/opportunities/touch_opportunities.ts";
import { findAlike } from "@/lib/crm/contacts/alike.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { listResponses, listResponsesOfEach } from "@/lib/notify/answering/responses.ts";
import {
  finishAttempts,
  leaseCallbacks,
  returnLeases as returnCallbacks,
} from "@/lib/notify/callbacks/callbacks.ts";
import { leaseTimes, returnTimes } from "@/lib/notify/due/due_jobs.ts";
import { markSent, readInbox } from "@/lib/notify/inbox/inbox.ts";
import { markAll } from "@/lib/notify/inbox/mark_all.ts";
import { readChanges } from "@/lib/notify/inbox/changes.ts";
import { insertNotifications } from "@/lib/notify/sending/insert_notifications.ts";
import type { Row } from "@/lib/notify/sending/prepare.ts";
import { finishJobs, leaseJobs, returnLeases } from "@/lib/notify/push/push_jobs.ts";
import { cancelNotification } from "@/lib/notify/sending/notifications.ts";
import { cancelTagged } from "@/lib/notify/sending/cancel_tagged.ts";
import { pushAgain } from "@/lib/notify/sending/push_again.ts";
import { erase } from "@/lib/privacy/erase.ts";
import { lockScope } from "@/lib/privacy/lock_scope.ts";
import type { Persons } from "@/lib/privacy/persons.ts";
import { findScope, withAddresses } from "@/lib/privacy/scope.ts";
import { lockMany, updateMany } from "@/lib/records/bulk/many.ts";
import { type Case, silent, tenant } from "./case.ts";
import { holder, idOf, leasedRows, longInbox, tag, userOf, uuidOf } from "../rows.ts";

const opener = (db: Db) => <T>(work: (trx: Trx) => Promise<T>) => inCompany(db, 1, work, silent);
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);
const batch = 48;
const free = numbers(2_001, batch);
const leased = numbers(leasedRows.from, batch);
const keys = (kind: string, all: number[]) => all.map((n) => uuidOf(kind, n));
const owned = (kind: string) =>
  leased.map((n) => ({ id: uuidOf(kind, n), companyId: 1, lease: holder, attempts: 0 }));
const startedAt = new Date();
const result = { outcome: "sent", durationMs: 3, status: 200 } as const;

const pushes = owned("p").map((one, at) => ({
  ...one,
  companyId: 1,
  notificationId: uuidOf("n", leased[at]!),
  userId: userOf(leased[at]!),
  endpoint: `https://push.test/1/${leased[at]!}`,
  isMember: false,
  quiet: null,
})) as never[];
const outcomes = [{ waitsFor: "message:x" }, { of: {} }, "flood"] as const;
const device = { id: uuidOf("d", 1), companyId: 1, userId: "maria", memberId: null };

const notification = (n: number) =>
  ({
    ...{
      id: uuidOf("new", n),
      key_id: null,
      created_by: null,
      internal: true,
      handler: null,
      ref: null,
    },
    ...{ title: "Pedido", body: "Ya puede venir.", type: "info", priority: "normal", sender: null },
    ...{ url: null, tag: null, ttl: null, data: null, actions: [], allow_reply: false },
    ...{ callback_url: null, idempotency_key: null, fingerprint: null, created_at: startedAt },
    ...{ expires_at: null, to_list: false, user_ids: [userOf(n)], asks: null },
  }) as unknown as Row;

function erasing(personsOf: (ids: number[]) => Persons): Case {
  const persons = personsOf(numbers(2_501, 10).map((n) => idOf(1, n)));
  return (db) =>
    inCompany(db, 1, async (trx) => {
      const scope = await lockScope(trx, tenant, persons, { together: false });
      await erase(trx, tenant, scope);
    }, silent);
}

export const queueCases: Record<string, Case> = {
  "mark sent": (db) =>
    inCompany(db, 1, (trx) =>
      markSent(
        trx,
        tenant,
        numbers(1, 800).map((n) => ({ userId: userOf(n), ids: [uuidOf("n", n)] })),
      )),
  "lease pushes": (db) => leaseJobs(db, keys("p", free), holder),
  "finish pushes": (db) =>
    finishJobs(db, pushes.map((pending) => ({ pending, verdict: { kind: "accepted" } }))),
  "hold pushes": (db) =>
    finishJobs(
      db,
      pushes.map((pending) => ({
        pending,
        verdict: { kind: "held", until: new Date(Date.now() + 60_000) },
      })),
    ),
  "refuse pushes": (db) =>
    finishJobs(db, pushes.map((pending) => ({ pending, verdict: { kind: "gone" } }))),
  "give pushes up": (db) =>
    finishJobs(db, pushes.map((pending) => ({ pending, verdict: { kind: "over" } }))),
  "return pushes": (db) => returnLeases(db, pushes),
  "lease times": (db) => leaseTimes(db, keys("t", free), holder),
  "return times": (db) => returnTimes(db, owned("t")),
  "lease callbacks": (db) => leaseCallbacks(db, keys("r", free), holder),
  "finish callbacks": (db) =>
    finishAttempts(
      db,
      owned("r").map((pending) => ({
        pending: pending as never,
        startedAt,
        result: result as never,
        verdict: { status: "delivered" },
      })),
    ),
  "return callbacks": (db) => returnCallbacks(db, owned("r") as never[]),
  "lease messages": (db) => leaseMessages(db, keys("o", free), holder),
  "finish messages": (db) =>
    finishMessages(
      db,
      owned("o").map((pending, at) => ({
        pending: {
          ...pending,
          kind: "program",
          accountId: idOf(1, 0),
          payload: {},
          person: `person-${leased[at]}`,
          recipients: null,
        } as never,
        startedAt,
        result,
        verdict: { state: "sent" },
      })),
    ),
  "return messages": (db) => returnMessages(db, owned("o") as never[]),
  "mark events read": (db) =>
    inCompany(db, 1, (trx) =>
      markRead(
        trx,
        tenant,
        free.map((n) => ({
          eventId: idOf(1, n),
          contactId: idOf(1, n),
          messageId: idOf(1, n),
        })),
      ), silent),
  "settle events": (db) =>
    inCompany(db, 1, (trx) =>
      settleEvents(
        trx,
        tenant,
        free.map((n) => ({ id: idOf(1, n), attempts: 1, outcome: outcomes[n % 3]! })),
      ), silent),
  "charge messages": (db) =>
    inCompany(
      db,
      1,
      (trx) =>
        charge(
          trx,
          tenant,
          free.map((n) => ({
            account: {} as never,
            message: { outboxId: uuidOf("o", n) } as never,
            charged: { category: "service", billable: true },
          })),
        ),
      silent,
    ),
  "mark an inbox read": (db) =>
    markAll(opener(db), device, {
      delivered: [],
      read: [],
      dismissed: [],
      readThrough: uuidOf("n", longInbox),
    }),
  "mark notifications": (db) =>
    markAll(opener(db), device, {
      delivered: [],
      read: keys("n", numbers(1, 50)),
      dismissed: [],
    }),
  "cancel": (db) =>
    inCompany(db, 1, (trx) => cancelNotification(trx, tenant, uuidOf("n", 1)), silent),
  "cancel by tag": (db) => inCompany(db, 1, (trx) => cancelTagged(trx, tenant, tag), silent),
  "enter stages": (db) =>
    inCompany(db, 1, (trx) =>
      enterStages(
        trx,
        { companyId: 1, userId: null } as never,
        numbers(2_501, 100).map((n) => ({ id: idOf(1, n), from: 1, to: 1 })),
      ), silent),
  "touch opportunities": (db) =>
    inCompany(
      db,
      1,
      (trx) => touchOpportunities(trx, tenant, numbers(2_501, 100).map((n) => idOf(1, n))),
      silent,
    ),
  "lock many": (db) =>
    inCompany(db, 1, async (trx) => {
      const ids = numbers(2_501, 100).map((n) => idOf(1, n));
      await lockMany(trx, "opportunity", tenant, { ids, columns: ["stage_id"] });
      await updateMany(
        trx,
        "opportunity",
        { companyId: 1, userId: null } as never,
        ids.map((id) => ({ id, values: { position: 1 } })),
      );
    }, silent),
  "scope": (db) =>
    inCompany(db, 1, async (trx) => {
      const persons = { contacts: [idOf(1, 5)], clients: [] };
      await withAddresses(trx, tenant, await findScope(trx, tenant, persons, { together: true }));
    }),
  "erase contacts": erasing((ids) => ({ contacts: ids, clients: [] })),
  "erase clients": erasing((ids) => ({ contacts: [], clients: ids })),
  "alike": (db) =>
    inCompany(db, 1, (trx) =>
      findAlike(trx, tenant, {
        of: { noun: "contact", id: idOf(1, 5) },
        noun: "client",
        names: ["Nombre5 Apellido5"],
      })),
  "rename a client": (db) =>
    inCompany(
      db,
      1,
      (trx) =>
        trx.updateTable("clients").set({ name: "Otro nombre" }).where("company_id", "=", 1)
          .where("id", "=", idOf(1, 6)).execute(),
    ),
  "send": (db) =>
    inCompany(
      db,
      1,
      (trx) => insertNotifications(trx, tenant, numbers(1, 20).map(notification)),
      silent,
    ),
  "responses": (db) =>
    inCompany(db, 1, (trx) => listResponses(trx, tenant, { limit: 200 }), silent),
  "responses of each": (db) =>
    inCompany(
      db,
      1,
      (trx) => listResponsesOfEach(trx, tenant, [{ limit: 200 }, { limit: 200, userId: "user-7" }]),
      silent,
    ),
  "push again": (db) =>
    inCompany(db, 1, (trx) =>
      pushAgain(trx, tenant, {
        notificationId: uuidOf("n", 7),
        userIds: [userOf(7)],
        reason: "remind",
      }), silent),
  "inbox": (db) => inCompany(db, 1, (trx) => readInbox(trx, device, { limit: 50 }), silent),
  "changes": (db) =>
    asWorker(db, (trx) =>
      readChanges(
        trx,
        tenant,
        numbers(1, 20).map((n) => ({
          device: { ...device, id: uuidOf("d", n), userId: userOf(n) },
          after: { txid: 1, seq: 1 },
          ahead: new Map(),
          most: 20,
        })),
      )),
};
