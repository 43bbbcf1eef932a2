import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { transact } from "@/lib/db/transaction.ts";
import type { Share } from "@/lib/fairness/share.ts";
import type { Log } from "@/lib/tools/log.ts";
import { Rounds } from "@/lib/tools/rounds.ts";

const beatMs = 5_000;
export const liveWithin = "20 seconds";
/** Others' silence counts after so many beats in a row: the database took theirs meanwhile, too. */
const steadyBeats = 4;
const longestGapMs = 2 * beatMs;

interface ProcessesOptions {
  db: Db;
  log: Log;
  id: string;
  /** Id of its data folder: earlier processes there have ended. */
  instance: string;
  free(holders: string[]): Promise<void>;
  /** Told at each beat which processes live. */
  share: Share;
  isAlone?: boolean;
  now?: () => number;
}

/** Registers that this process lives, counts those that do, and frees the others' leases. */
export class Processes {
  readonly #rounds: Rounds;
  #isFirst = true;
  #beats = 0;
  #beatAt = -Infinity;

  constructor(private readonly options: ProcessesOptions) {
    const { log } = options;
    this.#rounds = new Rounds(() => this.#look(), { log, everyMs: beatMs, failure: "beat_failed" });
  }

  /** Takes over from earlier processes of the folder, then beats until `stop`. */
  async start(): Promise<void> {
    await this.look();
    if (!this.options.isAlone) this.#rounds.start();
  }

  /** Beats, and takes over from those that are gone; a failure is repeated by the next beat. */
  look(): Promise<void> {
    return this.#rounds.go();
  }

  async #look(): Promise<void> {
    const { log } = this.options;
    const gone = await this.#beat();
    if (gone.length > 0) {
      log.warn("processes_gone", { ids: gone });
      await this.#bury(gone);
    }
    this.#isFirst = false;
  }

  async #beat(): Promise<string[]> {
    const { db, id, instance, share, now = () => performance.now() } = this.options;
    const isSteady = this.#beats >= steadyBeats && now() - this.#beatAt < longestGapMs;
    const rows = await transact(db, async (trx) => {
      const { rows } = await sql<{ id: string; isGone: boolean; isLive: boolean }>`
        with beat as (
          insert into processes (id, instance) values (${id}::uuid, ${instance}::uuid)
          on conflict (id) do update set seen_at = now()
        )
        select id, is_former or (${isSteady} and not is_beating) as "isGone",
          is_beating and not is_former as "isLive"
        from (
          select id, ${this.#isFirst} and instance = ${instance}::uuid as is_former,
            seen_at >= now() - ${liveWithin}::interval as is_beating
          from processes where id <> ${id}::uuid
        ) other`.execute(trx);
      return rows;
    });
    this.#beats = now() - this.#beatAt < longestGapMs ? this.#beats + 1 : 1;
    this.#beatAt = now();
    share.note(id, rows.filter(({ isLive }) => isLive).map((row) => row.id));
    return rows.filter(({ isGone }) => isGone).map((row) => row.id);
  }

  async #bury(ids: string[]): Promise<void> {
    const { db, free } = this.options;
    await free(ids);
    await transact(db, (trx) => trx.deleteFrom("processes").where("id", "in", ids).execute());
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
    await this.#bury([this.options.id]).catch(() => {});
  }
}
