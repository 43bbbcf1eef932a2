import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { outsideRequests } from "@/lib/db/deadline.ts";
import { transact } from "@/lib/db/transaction.ts";
import type { InstanceStatus, JobStatus } from "@/lib/status/status.ts";
import { runningBuild } from "@/lib/tools/build.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import type { Log } from "@/lib/tools/log.ts";
import { Rounds } from "@/lib/tools/rounds.ts";
import { version } from "@/lib/tools/version.ts";

const beatMs = 15_000;
/** Other rows count as instances so long, and are kept so long. */
const silence = "2 minutes";
const forgetAfter = "1 day";

interface InstanceOptions {
  db: Db;
  log: Log;
  id: string;
  findStuck(): Promise<readonly string[]>;
}

/** Writes in the database that this process serves, and when its jobs ended well. */
export class Instance {
  #startedAt = currentTime();
  #ends = new Map<string, Date>();
  readonly #rounds: Rounds;

  constructor(private readonly options: InstanceOptions) {
    this.#rounds = new Rounds(() => outsideRequests(() => this.#beat()), {
      log: options.log,
      everyMs: beatMs,
      failure: "instance_not_noted",
    });
  }

  get id(): string {
    return this.options.id;
  }

  async start(): Promise<void> {
    await this.look();
    this.#rounds.start();
  }

  /** Takes a note that is written with the next beat. */
  noteEnd(job: string, at = currentTime()): void {
    this.#ends.set(job, at);
  }

  /** Never rejects: the next beat repeats what failed. */
  look(): Promise<void> {
    return this.#rounds.go();
  }

  async #beat(): Promise<void> {
    const { db, id, findStuck } = this.options;
    const stuck = JSON.stringify(await findStuck());
    const noted = [...this.#ends];
    const ends = JSON.stringify(noted.map(([name, at]) => ({ name, at })));
    const build = runningBuild() ?? "";
    await transact(db, (trx) =>
      sql`
        with gone as (
          delete from instances where seen_at < now() - ${forgetAfter}::interval and id <> ${id}::uuid
        ), ended as (
          insert into job_ends (name, ended_at)
          select name, at from json_to_recordset(${ends}::json) as e(name text, at timestamptz)
          order by name
          on conflict (name) do update
            set ended_at = greatest(job_ends.ended_at, excluded.ended_at)
        )
        insert into instances (id, version, build, started_at, stuck)
        values (${id}::uuid, ${version}, ${build}, ${this.#startedAt}, ${stuck}::jsonb)
        on conflict (id) do update set seen_at = now(), stuck = excluded.stuck`.execute(trx));
    for (const [name, at] of noted) if (this.#ends.get(name) === at) this.#ends.delete(name);
  }

  /** Writes what is left to write, and takes the row away. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
    await this.look();
    const { db, id } = this.options;
    await transact(db, (trx) => trx.deleteFrom("instances").where("id", "=", id).execute())
      .catch(() => {});
  }
}

export async function readInstances(db: Db): Promise<InstanceStatus[]> {
  const { rows } = await sql<InstanceStatus>`
    select id, version, build, started_at as "startedAt", seen_at as "seenAt", stuck
    from instances where seen_at > now() - ${silence}::interval order by started_at, id`
    .execute(db);
  return rows;
}

/** A job of the list, by its schedule. */
export type Job = Omit<JobStatus, "endedAt">;

export async function readJobs(db: Db, jobs: readonly Job[]): Promise<JobStatus[]> {
  const rows = await db.selectFrom("job_ends").select(["name", "ended_at"]).execute();
  const ends = new Map(rows.map(({ name, ended_at }) => [name, ended_at]));
  return jobs.map((job) => ({ ...job, endedAt: ends.get(job.name) ?? null }));
}
