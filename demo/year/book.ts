import type { Selectable } from "kysely";
import type { Schema } from "@/lib/db/schema.ts";
import { activityOf, type Subject } from "@/lib/records/activities.ts";
import type { Changes } from "@/lib/records/records.ts";
import type { Chance } from "./chance.ts";
import type { Clock } from "./clock.ts";
import type { peopleSource } from "./names.ts";
import type { Employee } from "./staff.ts";
import type { Trade } from "./trade.ts";

/** One company's year while it is planned: nothing of it is in the database yet. */
export interface Book {
  trade: Trade;
  clock: Clock;
  chance: Chance;
  staff: readonly Employee[];
  people: ReturnType<typeof peopleSource>;
  /** The company's stages in their order. */
  stages: readonly { id: number; name: string }[];
  /** How the company presents itself, on every quotation that it sends. */
  brand: Record<string, unknown>;
  products: Planned<"products">[];
  contacts: Contact[];
  messages: Planned<"contact_messages">[];
  clients: Client[];
  opportunities: Opportunity[];
  stageLog: Planned<"opportunity_stage_log">[];
  quotes: Quote[];
  lines: Line[];
  revisions: Planned<"quote_revisions">[];
  shares: Planned<"quote_shares">[];
  sales: Sale[];
  tasks: Planned<"tasks">[];
  events: Planned<"events">[];
  notes: Planned<"notes">[];
  happenings: Happening[];
}

export type Columns<T extends keyof Schema> = Partial<
  Omit<Selectable<Schema[T]>, "id" | "company_id">
>;

/** A row to be: its id comes when it is written, and with it what refers to it can be. */
export interface Planned<T extends keyof Schema> {
  id: number;
  row: Columns<T>;
  /** The columns that name other rows, asked for once those are written. */
  refs: () => Columns<T>;
}

export interface Contact extends Planned<"contacts"> {
  /** As they are addressed. */
  first: string;
  place: string;
  business: string | null;
  client: Client | null;
}
export interface Client extends Planned<"clients"> {
  place: string;
}
export interface Opportunity extends Planned<"opportunities"> {
  client: Client;
  seller: Employee | null;
}
export interface Quote extends Planned<"quotes"> {
  opportunity: Opportunity;
  lines: Line[];
}
export interface Line extends Planned<"quote_lines"> {
  product: Planned<"products">;
}
export interface Sale extends Planned<"sales"> {
  quote: Quote;
  seller: Employee | null;
}

/** Who does something. */
export type Doer = Employee | "public";

type KindOf<S> = S extends unknown ? keyof S extends `${infer Kind}_id` ? Kind : never : never;
type Changing = Pick<Planned<"contacts">, "id" | "row">;

export interface Happening {
  at: Date;
  verb: string;
  by: Doer;
  kind: KindOf<Subject>;
  // deno-lint-ignore no-explicit-any -- a row of the kind's table
  record: { id: number; row: any };
  client?: { id: number } | null;
  changes?: () => Changes;
}

/** What happens to a record without changing the record itself. */
const unchanging = new Set(["created", "note_added", "shared", "viewed"]);

/** Notes what happens, on the record too: its version, and who changed it last. */
export function happen(book: Book, happening: Happening): void {
  book.happenings.push(happening);
  if (unchanging.has(happening.verb)) return;
  const { row } = happening.record as Changing;
  row.version = row.version! + 1;
  row.updated_at = happening.at;
  row.updated_by = idOf(happening.by);
}

/** What every record has when it is made. */
export function stamped(at: Date, by: Doer) {
  return {
    created_at: at,
    updated_at: at,
    created_by: idOf(by),
    updated_by: idOf(by),
    version: 1,
    deleted_at: null as Date | null,
  };
}

export function idOf(by: Doer | null): number | null {
  return by === null || by === "public" ? null : by.userId;
}

/** The year's activities, asked for once the records that they name are written. */
export function activitiesOf({ trade: { companyId }, happenings }: Book) {
  return happenings.map(({ at, verb, by, kind, record, client, changes }) => ({
    at,
    ...activityOf({ companyId, userId: idOf(by) }, {
      verb,
      subject: { [`${kind}_id`]: record.id } as Subject,
      clientId: client?.id,
      changes: changes?.(),
      by: by === "public" ? by : undefined,
    }),
  }));
}

/** Puts what stands in braces into a text of the trade. */
export function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
