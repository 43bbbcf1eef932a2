/** A watch over a world's database, by a status and a clock of the test's own. */
import PostalMime from "postal-mime";
import type { AlertName, Signals } from "@/lib/alerts/alert.ts";
import { AlertWatch, type WatchOptions } from "@/lib/alerts/watch.ts";
import { openOwnMail, type OwnMail } from "@/lib/mail/own_mail.ts";
import type { Status } from "@/lib/status/status.ts";
import { openGate } from "@/lib/tools/hold.ts";
import { type Mailbox, openMailbox } from "../gateway/support/mailbox.ts";
import { people, testOnEach, type World, type WorldOptions } from "../support/world.ts";

export const day = 86_400;
export const start = new Date("2026-11-30T10:00:00Z");

/** An installation in which nothing is wrong, at an instant. */
export function calmStatus(readAt: Date): Status {
  const before = (seconds: number) => new Date(readAt.getTime() - seconds * 1_000);
  return {
    readAt,
    schema: "0086_alerts",
    hold: null,
    instances: [{
      ...{ id: "one", version: "1", build: "aaaaaaaaaa", stuck: [] },
      ...{ startedAt: before(day), seenAt: readAt },
    }],
    owed: [{ kind: "callback", count: 2, oldestDueAt: null, givenUp: 0 }],
    failingReceivers: [],
    channels: [],
    failingChannels: [],
    eventsUnread: 0,
    problems: 0,
    jobs: [{ name: "sweep", periodSeconds: 60, endedAt: before(30) }],
    database: {
      ...{ kind: "postgres", serverVersion: "15", bytes: 1, connections: [], maxConnections: 100 },
      standbys: [{ name: "b", lagSeconds: 0, isSynchronous: false }],
      ...{ openTransactionSeconds: 0, isFull: false },
    },
    growth: null,
    disks: [{ place: "data", freeBytes: 50e9, bytes: 100e9 }],
    certificate: { endsAt: before(-60 * day) },
    backup: { madeAt: before(3_600), bytes: 1_000 },
  };
}

export interface Scene {
  watch: AlertWatch;
  /** What is wrong from now on. */
  status: (calm: Status) => Status;
  signals: Partial<Signals>;
  now: Date;
  /** Lets seconds pass, then looks. */
  look(afterSeconds?: number): Promise<void>;
  /** Looks until so many seconds have passed, every 15. */
  lookFor(seconds: number): Promise<void>;
  names(): AlertName[];
}

export function openScene(world: World, options: Partial<WatchOptions> = {}): Scene {
  const { database: { db }, log, announce } = world.services;
  const scene: Scene = {
    status: (calm) => calm,
    signals: {},
    now: start,
    watch: new AlertWatch({
      ...{ db, log, announce, mail: null, operatorEmail: people.ana },
      publicUrl: "https://crm.example.com",
      status: {
        read: () => Promise.resolve(scene.status(calmStatus(scene.now))),
        last: null,
      },
      readSignals: () =>
        Promise.resolve({
          ...{ instance: "one", isDatabaseAway: false, isDiskFull: false, keysAwaySince: null },
          requests: { count: 1_000, failures: 2 },
          ...scene.signals,
        }),
      circumstances: () => ({ holding: null, hasBackups: true, backupMaxAgeSeconds: 26 * 3_600 }),
      now: () => scene.now,
      ...options,
    }),
    async look(afterSeconds = 15) {
      scene.now = new Date(scene.now.getTime() + afterSeconds * 1_000);
      await scene.watch.look();
    },
    async lookFor(seconds) {
      for (let passed = 0; passed < seconds; passed += 15) await scene.look();
    },
    names: () => scene.watch.current.map(({ name }) => name),
  };
  return scene;
}

export function openMail(port: number): OwnMail {
  const from = "Relevo <relevo@shop.example>";
  return openOwnMail({ host: "127.0.0.1", port, security: "none", from }, openGate);
}

export async function mailsIn({ messages }: Mailbox) {
  return await Promise.all(messages.map(async ({ to, text }) => {
    const { subject = "", text: body = "" } = await PostalMime.parse(text);
    return { to, subject, body };
  }));
}

export async function subjectsIn(mailbox: Mailbox): Promise<string[]> {
  return (await mailsIn(mailbox)).map(({ subject }) => subject);
}

export function testAlerts(
  name: string,
  test: (world: World, mailbox: Mailbox) => Promise<void>,
  { env, ...options }: Pick<WorldOptions, "env" | "pushCa"> & { both?: boolean } = {},
): void {
  testOnEach(name, async (world) => {
    await using mailbox = await openMailbox();
    await world.services.database.db.updateTable("users").set({ language: "en" })
      .where("email", "=", people.ana).execute();
    await test(world, mailbox);
  }, { env: { OPERATOR_EMAIL: people.ana, ...env }, ...options });
}
