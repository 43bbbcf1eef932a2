/** A watch over what a world really is. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { readStatus } from "@/lib/status/read_status.ts";
import { type Job } from "@/lib/status/instances.ts";
import type { Status } from "@/lib/status/status.ts";
import { Certificate } from "@/lib/status/certificate.ts";
import { openGate } from "@/lib/tools/hold.ts";
import type { Mailbox } from "../gateway/support/mailbox.ts";
import type { World } from "../support/world.ts";
import { mailsIn, openMail, openScene } from "./scene.ts";

interface Options {
  dataDir?: string;
  backupDir?: string;
  publicUrl?: string;
  jobs?: readonly Job[];
}

export const minutes = 60;

/** A watch over the world as it is; its clock goes as the machine's, and forward when told. */
export function openReal(world: World, mailbox: Mailbox, options: Options = {}) {
  const { database, config, gateway, requestCounts } = world.services;
  const { dataDir = config.dataDir, backupDir, publicUrl = "", jobs = [] } = options;
  const certificate = new Certificate(publicUrl, openGate);
  const means = { database, jobs, config: { dataDir, backupDir }, certificate };
  let aheadMs = 0;
  const scene = openScene(world, {
    mail: openMail(mailbox.port),
    status: { read: () => readAlone(means), last: null },
    readSignals: async () => ({
      ...{ instance: "one", isDatabaseAway: false, isDiskFull: database.disk.isFull },
      keysAwaySince: await gateway!.keysAwaySince(),
      requests: requestCounts.read(),
    }),
    circumstances: () => ({
      ...{ holding: null, hasBackups: backupDir !== undefined },
      backupMaxAgeSeconds: 26 * 3_600,
    }),
    now: () => new Date(Date.now() + aheadMs),
  });
  return {
    names: scene.names,
    async look(afterSeconds = 15) {
      aheadMs += afterSeconds * 1_000;
      await scene.watch.look();
    },
    /** Looks until what is over has been so for long enough. */
    async settle() {
      for (let at = 0; at < 2; at++) await this.look(61);
    },
  };
}

/** Without transactions of other tests on the same server. */
async function readAlone(means: Parameters<typeof readStatus>[0]): Promise<Status> {
  const status = await readStatus(means);
  const { rows: [own] } = await sql<{ seconds: number }>`
    select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 as seconds
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and (backend_xid is not null or state like 'idle in transaction%')`
    .execute(means.database.db);
  const openTransactionSeconds = own!.seconds;
  return { ...status, database: { ...status.database, openTransactionSeconds } };
}

type Real = ReturnType<typeof openReal>;

/** Expects one mail that it began, and one that it is over. */
export async function expectBoth(real: Real, mailbox: Mailbox, about: RegExp, mend: () => unknown) {
  const before = mailbox.messages.length;
  const [begun] = (await mailsIn(mailbox)).slice(-1);
  assert.match(`${begun!.subject}\n${begun!.body}`, about);
  await mend();
  await real.settle();
  assert.deepEqual(real.names(), []);
  assert.equal(mailbox.messages.length, before + 1);
  assert.match((await mailsIn(mailbox)).at(-1)!.subject, /: over: /);
}
