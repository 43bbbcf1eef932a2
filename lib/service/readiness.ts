import { sql } from "kysely";
import { Deadline, withDeadline } from "@/lib/db/deadline.ts";
import type { Disk } from "@/lib/db/disk.ts";
import type { Services } from "@/lib/service/services.ts";

/** A probe without an answer, or work that waits, counts as stuck after this time. */
const usualPatienceMs = 2_000;
const stuckMs = 2_500;

export const parts = [
  "database",
  "disk",
  "schema",
  "listener",
  "queue",
  "sends",
  "callbacks",
  "pushes",
] as const;
export type Part = (typeof parts)[number];

/** A process that was asked to stop is unready without a look. */
const drainingOnly = ["draining"] as const;

type Looked = Pick<
  Services,
  "database" | "schema" | "sendQueue" | "callbacks" | "push" | "queueReady"
>;

const looking = new WeakMap<Services, Promise<Part[]>>();

/** Finds stuck parts. Concurrent callers share one check, since anybody may ask. */
export async function findStuck(services: Services): Promise<readonly (Part | "draining")[]> {
  if (services.draining.aborted) return drainingOnly;
  const search = looking.get(services) ??
    lookForStuck(services, usualPatienceMs).finally(() => looking.delete(services));
  looking.set(services, search);
  const parts = await search;
  return services.draining.aborted ? drainingOnly : parts;
}

/** Parts that made no progress within `patienceMs`: database, disk, schema, listener, batches, sweep. */
export async function lookForStuck(services: Looked, patienceMs: number): Promise<Part[]> {
  const { database, schema, sendQueue, callbacks, push } = services;
  const works: Record<Part, boolean | Promise<boolean>> = {
    database: answers(() => sql`select 1`.execute(database.db), patienceMs),
    disk: hasRoom(database.disk, patienceMs),
    schema: !schema.isPassed,
    listener: database.isListening(patienceMs),
    queue: services.queueReady(),
    sends: !sendQueue.isStuck(stuckMs),
    callbacks: !callbacks.isStuck(stuckMs),
    pushes: !push?.pool.isStuck(stuckMs),
  };
  const results = await Promise.all(
    parts.map(async (part) => ({ part, works: await works[part] })),
  );
  return results.filter(({ works }) => !works).map(({ part }) => part);
}

function answers(ask: () => Promise<unknown>, patienceMs: number): Promise<boolean> {
  return inTime(ask, patienceMs).then(() => true, () => false);
}

function hasRoom(disk: Disk, patienceMs: number): Promise<boolean> {
  return inTime(() => disk.hasRoom(), patienceMs).catch(() => !disk.isFull);
}

/** Gives up after `patienceMs`. */
export function inTime<T>(ask: () => Promise<T>, patienceMs: number): Promise<T> {
  return new Deadline(patienceMs).wait(() => withDeadline(patienceMs, ask), () => {});
}
