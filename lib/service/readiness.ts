import { sql } from "kysely";
import { Deadline, withDeadline } from "@/lib/db/deadline.ts";
import type { Disk } from "@/lib/db/disk.ts";
import type { Services } from "@/lib/service/services.ts";

/** A probe without an answer, or work that waits, counts as stuck after this time. */
const patienceMs = 2_000;
const stuckMs = 2_500;

export const parts = [
  "database",
  "disk",
  "listener",
  "queue",
  "sends",
  "callbacks",
  "pushes",
] as const;
export type Part = (typeof parts)[number];

const looking = new WeakMap<Services, Promise<Part[]>>();

/** Finds stuck parts. Concurrent callers share one check, since anybody may ask. */
export function findStuck(services: Services): Promise<Part[]> {
  const search = looking.get(services) ??
    lookForStuck(services).finally(() => looking.delete(services));
  looking.set(services, search);
  return search;
}

/** Parts that made no progress within `patienceMs`: database, disk, listener, batches, sweep. */
async function lookForStuck(services: Services): Promise<Part[]> {
  const { database, sendQueue, callbacks, push } = services;
  const works: Record<Part, boolean | Promise<boolean>> = {
    database: answers(() => sql`select 1`.execute(database.db)),
    disk: hasRoom(database.disk),
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

function answers(ask: () => Promise<unknown>): Promise<boolean> {
  return inTime(ask).then(() => true, () => false);
}

function hasRoom(disk: Disk): Promise<boolean> {
  return inTime(() => disk.hasRoom()).catch(() => !disk.isFull);
}

function inTime<T>(ask: () => Promise<T>): Promise<T> {
  return new Deadline(patienceMs).wait(() => withDeadline(patienceMs, ask), () => {});
}
