import { type Expression, type RawBuilder, sql } from "kysely";
import { wholeForValues } from "@/lib/db/pool/literals.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";

const mostTexts = 200;

/**
 * Statements of one listing's first pages, as building one takes longer than to write its answer.
 * Their listing has to be made of nothing but the query, for a database.
 */
export class FirstPages {
  #statements = new BoundedMap<string, RawBuilder<unknown>>(mostTexts);

  /** @param query of a page with no other filter than the state */
  find<O>(
    { companyId }: Tenant,
    { per_page, sort, status }: ListQuery,
    list: () => Expression<O>,
  ): RawBuilder<O> {
    const name = JSON.stringify([companyId, per_page, sort, status]);
    const existing = this.#statements.get(name);
    if (existing) return existing as RawBuilder<O>;
    const built = list();
    const whole = wholeForValues(built);
    if (whole) this.#statements.set(name, whole);
    return whole ?? sql<O>`${built}`;
  }
}
