import type { ListSpec } from "@/lib/input/list.ts";
import type { Schema } from "@/lib/db/schema.ts";

/** Pure, for use in browsers; tests/records/nouns.test.ts compares it with the database. */

export interface NounEntry {
  table: keyof Schema;
  /** Column by which other tables refer to it. */
  key: string | null;
  /** The record's name: the first column that is not null. */
  label: readonly [string, ...string[]];
  client: string | null;
  trash: boolean;
  /** `logged`: activities; `asked`: notes too, and callers may ask for either. */
  history: "asked" | "logged" | null;
  search: NounSearch | null;
  counted: boolean;
}

/** Expressions are SQL over the row `t` and its client `client`. */
export interface NounSearch {
  position: number;
  byClient?: true;
  subtitle: readonly string[];
  status: string;
  /** Columns; of a series only the next is found, or the last. */
  series?: { readonly key: string; readonly start: string; readonly end: string };
}

export const nouns = {
  contact: {
    table: "contacts",
    key: "contact_id",
    label: ["name", "email", "phone", "channel_contact_id"],
    client: "converted_client_id",
    trash: true,
    history: "asked",
    search: {
      position: 1,
      subtitle: [
        "t.organization",
        "case when t.name is not null then coalesce(t.email, t.phone) end",
      ],
      status: "t.status",
    },
    counted: true,
  },
  client: {
    table: "clients",
    key: "client_id",
    label: ["name"],
    client: "id",
    trash: true,
    history: "asked",
    search: {
      position: 2,
      subtitle: ["t.tax_id", "t.city"],
      status: "null",
    },
    counted: true,
  },
  opportunity: {
    table: "opportunities",
    key: "opportunity_id",
    label: ["title"],
    client: "client_id",
    trash: true,
    history: "asked",
    search: {
      position: 3,
      byClient: true,
      subtitle: ["client.name"],
      status: "t.status",
    },
    counted: true,
  },
  quote: {
    table: "quotes",
    key: "quote_id",
    label: ["number"],
    client: "client_id",
    trash: true,
    history: "asked",
    search: {
      position: 4,
      byClient: true,
      subtitle: ["client.name", "t.title"],
      status: "t.status",
    },
    counted: true,
  },
  sale: {
    table: "sales",
    key: "sale_id",
    label: ["number"],
    client: "client_id",
    trash: true,
    history: "asked",
    search: {
      position: 5,
      byClient: true,
      subtitle: ["client.name"],
      status: "t.status",
    },
    counted: true,
  },
  task: {
    table: "tasks",
    key: "task_id",
    label: ["title"],
    client: "client_id",
    trash: true,
    history: "asked",
    search: { position: 7, subtitle: ["client.name"], status: "t.status" },
    counted: true,
  },
  event: {
    table: "events",
    key: "event_id",
    label: ["title"],
    client: "client_id",
    trash: true,
    history: "asked",
    search: {
      position: 8,
      subtitle: ["client.name", "t.location"],
      status: "null",
      series: { key: "series_id", start: "starts_at", end: "ends_at" },
    },
    counted: true,
  },
  product: {
    table: "products",
    key: "product_id",
    label: ["name"],
    client: null,
    trash: true,
    history: "logged",
    search: {
      position: 6,
      subtitle: ["t.sku", "t.category"],
      status: "case when t.active then 'active' else 'archived' end",
    },
    counted: true,
  },
  note: {
    table: "notes",
    key: null,
    label: ["body"],
    client: null,
    trash: true,
    history: null,
    search: null,
    counted: true,
  },
  stage: {
    table: "pipeline_stages",
    key: "stage_id",
    label: ["name"],
    client: null,
    trash: false,
    history: null,
    search: null,
    counted: false,
  },
} as const satisfies Record<string, NounEntry>;

type Nouns = typeof nouns;
export type NounName = keyof Nouns;
type With<Property extends keyof NounEntry, Value> = {
  [Name in NounName]: Nouns[Name][Property] extends Value ? Name : never;
}[NounName];

export type TableOf<Name extends NounName> = Nouns[Name]["table"];
export type RecordTable = TableOf<With<"trash", true>>;

export function nounsWith<
  Property extends "client" | "trash" | "history" | "counted",
  const Value extends NounEntry[Property],
>(property: Property, ...values: Value[]): With<Property, Value>[] {
  const names = Object.keys(nouns) as NounName[];
  const wanted: unknown[] = values;
  return names.filter((name) => wanted.includes(nouns[name][property])) as With<Property, Value>[];
}

export type SearchedNoun = With<"search", NounSearch>;
export const searchedNouns = (Object.keys(nouns) as NounName[])
  .filter((name): name is SearchedNoun => nouns[name].search !== null)
  .sort((a, b) => nouns[a].search.position - nouns[b].search.position);

export type NounList = ListSpec<SearchedNoun, With<"counted", true>>;

export type ClientsNoun = Exclude<With<"client", string>, "client">;
export const clientsNouns = (Object.keys(nouns) as NounName[])
  .filter((name): name is ClientsNoun => name !== "client" && nouns[name].client !== null);
