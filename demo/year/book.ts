import type { Selectable } from "kysely";
import type { Schema } from "@/lib/db/schema.ts";
import { activityOf, type Subject } from "@/lib/records/activities.ts";
import type { Changes } from "@/lib/records/records.ts";
import type { SubjectKind } from "@/lib/records/subject.ts";
import type { Random } from "./random.ts";
import type { Clock } from "./clock.ts";
import type { peopleSource } from "./names.ts";
import type { Employee } from "./staff.ts";
import type { Trade } from "./trade.ts";

/** One company's year in memory, before it is written to the database. */
export interface Book {
  trade: Trade;
  clock: Clock;
  random: Random;
  staff: readonly Employee[];
  people: ReturnType<typeof peopleSource>;
  /** The company's stages in their order. */
  stages: readonly { id: number; name: string }[];
  /** The company's details as they are put on its quotations. */
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
  series: Planned<"event_series">[];
  events: Planned<"events">[];
  notes: Planned<"notes">[];
  happenings: Happening[];
}

export type Columns<T extends keyof Schema> = Partial<
  Omit<Selectable<Schema[T]>, "id" | "company_id">
>;

/** A row to insert. Its id is set when it is written; `refs` can then name it. */
export interface Planned<T extends keyof Schema> {
  id: number;
  row: Columns<T>;
  /** The columns that name other rows; called when those have their ids. */
  refs: () => Columns<T>;
}

export interface Contact extends Planned<"contacts"> {
  /** The name that replies greet them by. */
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

export type Doer = Employee | "public";

type Changing = Pick<Planned<"contacts">, "id" | "row">;

export interface Happening {
  at: Date;
  verb: string;
  by: Doer;
  kind: SubjectKind;
  // deno-lint-ignore no-explicit-any -- a row of the kind's table
  record: { id: number; row: any };
  client?: { id: number } | null;
  changes?: () => Changes;
}

/** Verbs that leave the record's version alone. */
const unchanging = new Set(["created", "note_added", "shared", "viewed"]);

/** Adds a happening and updates the record's version and author. */
export function happen(book: Book, happening: Happening): void {
  book.happenings.push(happening);
  if (unchanging.has(happening.verb)) return;
  const { row } = happening.record as Changing;
  row.version = row.version! + 1;
  row.updated_at = happening.at;
  row.updated_by = idOf(happening.by);
}

/** The columns that every record starts with. */
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

/** The year's activities. Call it when the records that they name have their ids. */
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

/** Replaces `{name}` in a text by its value. */
export function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
