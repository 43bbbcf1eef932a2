import { createHash } from "node:crypto";
import type { InboundMessage, Parsed } from "@/lib/channels/in/meta/parsed.ts";
import { objectIn } from "@/lib/channels/meta/untyped.ts";
import { bodyOf } from "@/lib/channels/meta/read/body.ts";
import type { Attachment, MetaEvent, Person } from "@/lib/channels/meta/read/event.ts";
import { readMessenger } from "@/lib/channels/meta/read/messenger.ts";
import { fileWords } from "@/lib/channels/meta/read/words.ts";
import { readWhatsapp } from "@/lib/channels/meta/read/whatsapp.ts";
import { endingOf } from "@/lib/files/endings.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";
import type { Language } from "@/lib/words/language.ts";

export interface MetaReader {
  /** Ids of the account itself, which are never a person. */
  ownIds: string[];
  /** The company's, in which what is no text is put in words. */
  language: Language;
}

/** As long as the database takes ids of messages, and ids of people behind that of their account. */
const [longestKey, longestPerson] = [254, 240];
const longestBody = 100_000;

/** @throws Error it is no event, or names nobody but the account */
export function parseMeta(
  body: Uint8Array,
  kind: AccountKind,
  reader: MetaReader,
  now = currentTime(),
): Parsed {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  const part = objectIn(objectIn(JSON.parse(text))?.part);
  if (!part) throw new Error("it holds no event");
  const event = kind === "whatsapp"
    ? readWhatsapp(part, now)
    : readMessenger(part, reader.ownIds, now);
  const bounded = withShortIds("person" in event ? withoutOwn(event, reader.ownIds) : event);
  return bounded.type === "message"
    ? { message: toInbound(bounded, reader.language) }
    : { event: bounded };
}

/** Somebody who writes to their own account is one of its ids. */
function withoutOwn<T extends MetaEvent & { person: Person }>(event: T, ownIds: string[]): T {
  if (event.type === "message" && event.isSelf) return event;
  const ids = event.person.ids.filter((id) => !ownIds.includes(id));
  if (ids.length === 0 && event.person.ids.length > 0) throw new Error("nobody is named");
  return { ...event, person: { ...event.person, ids } };
}

function withShortIds<T extends MetaEvent>(event: T): T {
  const short: Record<string, unknown> = { ...event };
  if ("id" in event) short.id = shortId(event.id, longestKey);
  if ("answers" in event && event.answers) short.answers = shortId(event.answers, longestKey);
  if (event.type === "receipt") short.ids = event.ids.map((id) => shortId(id, longestKey));
  if (event.type === "identity") {
    short.others = event.others.map((id) => shortId(id, longestPerson));
  }
  if ("person" in event) {
    const ids = event.person.ids.map((id) => shortId(id, longestPerson));
    short.person = { ...event.person, ids };
  }
  return short as T;
}

/** A longer id is known by its digest. */
function shortId(id: string, longest: number): string {
  return id.length <= longest ? id : createHash("sha256").update(id).digest("hex");
}

function toInbound(event: InboundMessage["meta"], language: Language): InboundMessage {
  const { person, direction, at, isHistory } = event;
  const { ids, name, username, phone } = person;
  const attachments = event.attachments.map((one) => ({ ...one, name: nameOf(one, language) }));
  return {
    externalId: event.id,
    direction,
    from: { id: ids[0]!, username, name, email: null, phone },
    text: bodyOf(event, language).slice(0, longestBody).toWellFormed(),
    files: [],
    sentAt: at,
    isQuiet: isHistory,
    meta: { ...event, attachments },
  };
}

function nameOf({ kind, name, type, isVoice }: Attachment, language: Language): string {
  if (name !== null) return name;
  const ending = type && endingOf(type);
  const word = fileWords[isVoice ? "voice" : kind][language];
  return ending ? `${word}.${ending}` : word;
}
