import type { RawBuilder } from "kysely";
import type { Tenant } from "@/lib/db/transaction.ts";

/** A rule that a company's rows keep between transactions. */
export interface Invariant {
  /** The rule, as a name in kebab case. */
  name: string;
  /** Table whose rows break it. */
  table: string;
  /** Selects `id`, as text, of each row that breaks it; with no words of people. */
  faults(tenant: Tenant): RawBuilder<{ id: string }>;
}
