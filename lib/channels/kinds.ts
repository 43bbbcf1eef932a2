import { emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";

type Settings = object;

/** What differs between kinds of accounts; a new kind is a row more. */
export interface Kind {
  /** The queue that its messages wait in, mostly by host; null where none can go out. */
  queueOf(settings: Settings): string | null;
  /** What carries its messages. */
  sends: "mail" | "program" | "meta";
  /** Outlasts an attempt and the storing of its result; a longer one renews it. */
  leaseSeconds: number;
  /** Its receiver knows a repeat by its id, so that a send whose end nobody saw is repeated. */
  repeats: boolean;
  /** What is uncertain is looked up in the conversation as the platform has it. */
  looksUp: boolean;
  /** Where more come of one person than people write: what waits until a member has looked. */
  floodHolds: "account" | "person";
  /** A receipt `sent` may follow `failed`: its sender learnt better. */
  sentAfterFailure: boolean;
  /** By which id of a person it reaches them: any address, or ids that it knows itself. */
  reaches: "any_address" | "known_ids";
}

export const kinds: Record<AccountKind, Kind> = {
  email: {
    queueOf: (settings) => emailSettingsOf(settings).smtp.host,
    sends: "mail",
    leaseSeconds: 60,
    repeats: false,
    looksUp: false,
    floodHolds: "person",
    sentAfterFailure: true,
    reaches: "any_address",
  },
  program: {
    queueOf: (settings) => {
      const url = callbackUrlOf({ settings });
      return url === null ? null : new URL(url).host;
    },
    sends: "program",
    leaseSeconds: 60,
    repeats: true,
    looksUp: false,
    floodHolds: "account",
    sentAfterFailure: true,
    reaches: "known_ids",
  },
  // A stranger must not silence a number or a page, and none of them delays another.
  whatsapp: ofMeta(({ phone_number_id }) => phone_number_id, { looksUp: false }),
  facebook: ofMeta(({ page_id }) => page_id, { looksUp: true }),
  instagram: ofMeta(({ ig_id }) => ig_id, { looksUp: true }),
};

function ofMeta(
  id: (settings: Record<string, unknown>) => unknown,
  { looksUp }: Pick<Kind, "looksUp">,
): Kind {
  return {
    queueOf: (settings) => `meta:${id(settings as Record<string, unknown>)}`,
    sends: "meta",
    leaseSeconds: 120,
    repeats: false,
    looksUp,
    floodHolds: "person",
    sentAfterFailure: false,
    reaches: "known_ids",
  };
}

/** Kinds of which the condition holds, as SQL takes them. */
export function kindsWhere(condition: (kind: Kind) => boolean): AccountKind[] {
  return (Object.keys(kinds) as AccountKind[]).filter((name) => condition(kinds[name]));
}

export type MetaKind = "whatsapp" | "facebook" | "instagram";

export function isMeta(kind: AccountKind): kind is MetaKind {
  return kind === "whatsapp" || kind === "facebook" || kind === "instagram";
}

/** URL that messages to customers are posted to; null if the program takes none. */
export function callbackUrlOf({ settings }: { settings: Settings }): string | null {
  return (settings as { callback_url?: string | null }).callback_url ?? null;
}

/** Channels on which a person has one id, whichever account they write to. */
export const numberedChannels: readonly string[] = ["whatsapp", "phone"];
