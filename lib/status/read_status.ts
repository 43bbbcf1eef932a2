import { sql } from "kysely";
import type { Database, Db } from "@/lib/db/connection.ts";
import { Deadline, ordinaryMs, withDeadline } from "@/lib/db/deadline.ts";
import { asWorker, transact } from "@/lib/db/transaction.ts";
import type { Certificate } from "@/lib/status/certificate.ts";
import { readChannels } from "@/lib/status/channels.ts";
import { readBackup, readDisks } from "@/lib/status/disks.ts";
import { type Job, readInstances, readJobs } from "@/lib/status/instances.ts";
import { readQueues, readReceivers } from "@/lib/status/queues.ts";
import { readGrowth } from "@/lib/status/growth.ts";
import { readServer } from "@/lib/status/server.ts";
import type { Status, StatusReader } from "@/lib/status/status.ts";
import { currentTime } from "@/lib/tools/clock.ts";

const everyMs = 15_000;
const longestMs = 2 * ordinaryMs;

interface Means {
  database: Pick<Database, "db" | "kind" | "disk">;
  config: { dataDir: string; backupDir: string | undefined };
  certificate: Pick<Certificate, "read">;
  jobs: readonly Job[];
}

/** Reads all of it now; ends within 10 s. */
export function readStatus(means: Means): Promise<Status> {
  return new Deadline(longestMs).wait(
    () => withDeadline(longestMs, () => readAll(means)),
    () => {},
  );
}

async function readAll({ database, config, certificate, jobs }: Means): Promise<Status> {
  const { db, kind, disk } = database;
  const readAt = currentTime();
  const besides = Promise.all([readDisks(config), readBackup(config), certificate.read()]);
  // One after the other: the app's connections are for its callers.
  const own = await transact(db, async (trx) => ({
    ...await readInstallation(trx),
    instances: await readInstances(trx),
    jobs: await readJobs(trx, jobs),
    database: await readServer({ db: trx, kind, disk }),
    growth: await readGrowth(trx),
  }));
  const queues = await asWorker(db, async (trx) => ({
    owed: await readQueues(trx, readAt),
    failingReceivers: await readReceivers(trx, readAt),
    ...await readChannels(trx),
  }));
  const [disks, backup, certificateState] = await besides;
  return { readAt, ...own, ...queues, disks, backup, certificate: certificateState };
}

async function readInstallation(db: Db): Promise<Pick<Status, "schema" | "hold">> {
  const { rows: [row] } = await sql<{ schema: string; since: Date | null; reason: string | null }>`
    select (select max(name) from kysely_migration) as schema, held_since as since,
      held_reason as reason
    from installation`.execute(db);
  const { schema, since, reason } = row!;
  return { schema, hold: since && { since, reason: reason! } };
}

/** Callers share a read, which is asked again after 15 s. */
export class KeptStatus implements StatusReader {
  #last: Status | null = null;
  #read: { at: number; status: Promise<Status> } | undefined;

  constructor(
    private readonly readNow: () => Promise<Status>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get last(): Status | null {
    return this.#last;
  }

  read(): Promise<Status> {
    const now = this.now();
    if (this.#read && now - this.#read.at < everyMs) return this.#read.status;
    const status = this.readNow().then((read) => this.#last = read);
    this.#read = { at: now, status };
    return status;
  }
}
