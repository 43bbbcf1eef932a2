import { sql } from "kysely";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";
import type { Db } from "@/lib/db/connection.ts";

const maxRemembered = 10_000;
const keptMs = 60_000;

interface CachedGroup {
  group: number;
  at: number;
}

/** Companies that share turns: one person made them and nobody else entered. Making one is free. */
export class CompanyGroups {
  #cache = new BoundedMap<number, CachedGroup>(maxRemembered);
  #wanted = new Set<number>();
  #reading: Promise<void> | undefined;

  constructor(
    private readonly db: Db,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The company's own group, or its maker's (negative) once that was read in the background. */
  of(companyId: number): number {
    const entry = this.#cache.get(companyId);
    if (!entry || this.now() - entry.at > keptMs) this.#want(companyId);
    return entry?.group ?? companyId;
  }

  async idle(): Promise<void> {
    while (this.#reading) await this.#reading;
  }

  #want(companyId: number): void {
    this.#wanted.add(companyId);
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
      if (this.#wanted.size > 0) this.#want(this.#wanted.values().next().value!);
    });
  }

  async #read(): Promise<void> {
    await Promise.resolve();
    const ids = [...this.#wanted];
    this.#wanted.clear();
    try {
      const rows = await this.db.selectFrom("companies as c")
        .select(["c.id", "c.created_by"])
        .select((on) =>
          on.exists(
            on.selectFrom("user_companies as m").select(sql`1`.as("one"))
              .whereRef("m.company_id", "=", "c.id").whereRef("m.user_id", "<>", "c.created_by")
              .where("m.first_seen_at", "is not", null),
          ).as("isShared")
        )
        .where("c.id", "in", ids).execute();
      const at = this.now();
      for (const { id, created_by: maker, isShared } of rows) {
        this.#cache.set(id, { group: maker === null || isShared ? id : -maker, at });
      }
    } catch {
      // Companies stand alone meanwhile.
    }
  }
}
