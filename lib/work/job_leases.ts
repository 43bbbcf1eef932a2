import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { transact } from "@/lib/db/transaction.ts";
import { Batcher } from "@/lib/work/batcher.ts";

const lease = "90 seconds";

/** Jobs that one process does for all: whoever comes first, until it ends or is silent so long. */
export class JobLeases {
  /** The jobs of a minute begin together, and ask in one statement. */
  #takes: Batcher<string, boolean>;

  constructor(private readonly db: Db, private readonly holder: string) {
    this.#takes = new Batcher((names) => this.#takeAll(names), { most: 100 });
  }

  take(name: string): Promise<boolean> {
    return this.#takes.add(name);
  }

  async #takeAll(names: string[]): Promise<boolean[]> {
    const own = await transact(this.db, async (trx) => {
      const { rows } = await sql<{ name: string }>`
        insert into job_leases (name, holder, until)
        select distinct name, ${this.holder}::uuid, now() + ${lease}::interval
        from unnest(${names}::text[]) name order by name
        on conflict (name) do update set holder = excluded.holder, until = excluded.until
          where job_leases.holder = excluded.holder or job_leases.until < now()
        returning name`.execute(trx);
      return new Set(rows.map(({ name }) => name));
    });
    return names.map((name) => own.has(name));
  }
}

/** Gives back the jobs of processes that have ended. */
export async function freeJobLeases(db: Db, holders: string[]): Promise<void> {
  await transact(
    db,
    (trx) => trx.deleteFrom("job_leases").where("holder", "in", holders).execute(),
  );
}
