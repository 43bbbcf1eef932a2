import type { Methods } from "@/lib/http/endpoint.ts";
import { type NounName, nouns } from "@/lib/records/nouns.ts";

/** The nouns in the sentences of the API's document. */
export const names = {
  contact: { one: "a contact", all: "contacts" },
  client: { one: "a client", all: "clients" },
  opportunity: { one: "an opportunity", all: "opportunities" },
  quote: { one: "a quotation", all: "quotations" },
  sale: { one: "a sale", all: "sales" },
  task: { one: "a task", all: "tasks" },
  event: { one: "an event", all: "events" },
  product: { one: "a product", all: "products" },
  note: { one: "a note", all: "notes" },
} as const satisfies Partial<Record<NounName, { one: string; all: string }>>;

type NamedNoun = keyof typeof names;

/** The same methods for each noun, by its section in addresses. */
export function bySection<Noun extends NamedNoun>(
  those: readonly Noun[],
  methodsOf: (noun: Noun) => Methods,
): Record<string, Methods> {
  return Object.fromEntries(those.map((noun) => [nouns[noun].table, methodsOf(noun)]));
}
