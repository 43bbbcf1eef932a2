/** Meta's payloads (tests/support/graph/payloads), each read as an account of its kind reads it. */
import { readMessenger } from "@/lib/channels/meta/read/messenger.ts";
import { readWhatsapp } from "@/lib/channels/meta/read/whatsapp.ts";
import type { MetaEvent } from "@/lib/channels/meta/read/event.ts";
import { type HookEvent, splitHook } from "@/lib/channels/meta/hook/split.ts";

const folder = new URL("../../support/graph/payloads/", import.meta.url);

export const kinds = ["whatsapp", "facebook", "instagram"] as const;

/** Ids of the page and of the account of all payloads. */
export const ownIds = ["107003000000001", "17841400000000001"];
/** Ten minutes after the payloads' own time. */
export const now = new Date(1_790_000_600_000);

/** `text` and so on. */
export function payloadNames(kind: (typeof kinds)[number]): string[] {
  return [...Deno.readDirSync(new URL(`${kind}/`, folder))]
    .map(({ name }) => name.replace(".json", "")).sort();
}

export function payload(name: string): unknown {
  return JSON.parse(Deno.readTextFileSync(new URL(`${name}.json`, folder)));
}

export function readPart({ route, part }: HookEvent): MetaEvent {
  return route.object === "whatsapp_business_account"
    ? readWhatsapp(part, now)
    : readMessenger(part, ownIds, now);
}

export function readPayload(name: string): MetaEvent[] {
  return splitHook(payload(name))!.map(readPart);
}
