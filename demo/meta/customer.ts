/** A customer on one of the apps: by the same name the same ids, also after a restart. */
import { createHash } from "node:crypto";
import type { MetaKind } from "@/lib/channels/meta/account_settings.ts";
import type { GraphPerson, GraphState } from "@/tests/support/graph/state.ts";
import type { Values } from "./payload.ts";

export interface Customer {
  name: string;
  /** Ids of the person in the app: for WhatsApp a number and an id. */
  ids: readonly string[];
  username: string;
}

export function customerOf(kind: MetaKind, companyId: number, name: string): Customer {
  const tidyName = name.trim().replace(/\s+/g, " ");
  const digits = digitsOf(`${kind} ${companyId} ${tidyName.toLocaleLowerCase("es")}`);
  const plain = tidyName.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const username = plain.match(/[a-z0-9]+/g)?.join(".").slice(0, 30) ?? "cliente";
  const ids = {
    whatsapp: [`346${digits.slice(0, 8)}`, `ES.1${digits.slice(0, 18)}`],
    instagram: [`12${digits.slice(0, 14)}`],
    facebook: [`70${digits.slice(0, 14)}`],
  };
  return { name: tidyName, ids: ids[kind], username };
}

function digitsOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  return BigInt(`0x${hash}`).toString().slice(1, 30);
}

/** The person at Meta, with what is known of them by any of the ids. */
export function personAt(state: GraphState, { name, ids, username }: Customer): GraphPerson {
  const entries = state.people.filter((one) => one.ids.some((id) => ids.includes(id)));
  const [person = { ids: [], name, username, wroteAt: new Map<string, Date>() }, ...others] =
    entries;
  person.ids = [...ids];
  person.name = name;
  person.username = username;
  for (const other of others) {
    for (const [account, at] of other.wroteAt) {
      if (at > (person.wroteAt.get(account) ?? new Date(0))) person.wroteAt.set(account, at);
    }
    state.people.splice(state.people.indexOf(other), 1);
  }
  if (entries.length === 0) state.people.push(person);
  return person;
}

/** Their ids, name and time in Meta's examples. */
export function customerValues(
  kind: MetaKind,
  { ids: [first, second], name, username }: Customer,
  { at, isHidden }: { at: Date; isHidden: boolean },
): Values {
  const ms = at.getTime();
  switch (kind) {
    case "whatsapp":
      return {
        "34600111222": isHidden ? undefined : first,
        "ES.13491208655302741918": second,
        "ES.ENT.11815799212886844830": undefined,
        ...{ "Nuria Vidal": name, "nuria.v": username },
        "1790000000": String(Math.floor(ms / 1_000)),
      };
    case "instagram":
      return { "1234567890123456": first, ...timesOf(ms) };
    case "facebook":
      return { "7012345678901234": first, ...timesOf(ms) };
  }
}

function timesOf(ms: number): Values {
  return { "1790000000000": ms, "1790000000500": ms + 500, "1789999999000": ms };
}
