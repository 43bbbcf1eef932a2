import { createHash } from "node:crypto";
import { bounded } from "@/lib/channels/meta/hook/bounded.ts";
import { type HookObject, hookObjects } from "@/lib/values/hook_object.ts";
import { idIn, objectIn, objectsIn, textIn, type Untyped } from "@/lib/channels/meta/untyped.ts";

/** Splits a hook into its events, each of which can be read and filed by itself. */

/** By which account an event came. A number of WhatsApp goes before its business account. */
export interface Route {
  object: HookObject;
  /** Of a number, a page or an Instagram account; null for news of a whole business account. */
  id: string | null;
  businessId: string | null;
}

export interface HookEvent {
  /** At most 200 characters; the same event has the same, however often it comes. */
  key: string;
  route: Route;
  part: Untyped;
}

const longestKey = 200;

/** What this is not, is no hook: null. */
export function splitHook(body: unknown): HookEvent[] | null {
  const envelopes = Array.isArray(body) ? objectsIn(body) : [objectIn(body)];
  const events = new Map<string, HookEvent>();
  let isHook = false;
  for (const envelope of envelopes) {
    const object = textIn(envelope?.object);
    if (!envelope || !isObject(object) || !Array.isArray(envelope.entry)) continue;
    isHook = true;
    for (const entry of objectsIn(envelope.entry)) {
      for (const event of eventsIn(object, entry)) {
        events.set(JSON.stringify([event.route, event.key]), event);
      }
    }
  }
  return isHook ? [...events.values()] : null;
}

function isObject(name: string): name is HookObject {
  return (hookObjects as readonly string[]).includes(name);
}

function eventsIn(object: HookObject, entry: Untyped): HookEvent[] {
  return object === "whatsapp_business_account"
    ? objectsIn(entry.changes).flatMap((change) => changeEvents(entry, change))
    : messagingEvents(object, entry);
}

const members = ["messages", "message_echoes", "statuses", "user_preferences"] as const;

function changeEvents(entry: Untyped, change: Untyped): HookEvent[] {
  const field = textIn(change.field, 100);
  const value = objectIn(change.value) ?? {};
  const { contacts, errors } = value;
  const businessId = idIn(entry.id);
  const id = idIn(objectIn(value.metadata)?.phone_number_id);
  const route: Route = { object: "whatsapp_business_account", id, businessId };
  const frame = { field, time: bounded(entry.time), metadata: bounded(value.metadata) };
  const sharedErrors = bounded(errors);
  const events: HookEvent[] = [];
  const contactsOf = contactFinder(contacts);
  for (const member of members) {
    for (const one of objectsIn(value[member])) {
      const part = { ...frame, contacts: contactsOf(one), errors: sharedErrors, [member]: [one] };
      // The files of a history come later, with the ids of their messages.
      const prefix = field === "history" ? ["media"] : [];
      events.push({ key: keyOf(...prefix, memberKey(member, one, part)), route, part });
    }
  }
  for (const thread of objectsIn(value.history).flatMap((one) => objectsIn(one.threads))) {
    const about = { thread: bounded(thread.id), context: bounded(thread.context) };
    for (const one of objectsIn(thread.messages)) {
      const part = { ...frame, ...about, messages: [one] };
      events.push({ key: memberKey("messages", one, part), route, part });
    }
  }
  if (events.length > 0) return events;
  const part = { ...frame, ...value };
  return [{ key: keyOf("news", field, digestOf(part)), route, part }];
}

/** Entries that are kept of one id; Meta has one for each person. */
const mostOfOne = 3;

/** Finds the people beside a member: those whom it names, else the only one. */
function contactFinder(contacts: unknown): (one: Untyped) => Untyped[] {
  const people = objectsIn(contacts).map(bounded).map(objectIn).filter((one) => one !== null);
  const placesById = new Map<string, number[]>();
  for (const [place, { wa_id, user_id }] of people.entries()) {
    for (const id of new Set([wa_id, user_id].map(idIn))) {
      if (id === null) continue;
      const places = placesById.get(id);
      if (places && places.length < mostOfOne) places.push(place);
      else if (!places) placesById.set(id, [place]);
    }
  }
  return (one) => {
    const ids = [one.from, one.from_user_id, one.to, one.to_user_id, one.recipient_id, one.wa_id]
      .concat(one.recipient_user_id, one.user_id).map(idIn);
    const places = new Set(ids.flatMap((id) => id === null ? [] : placesById.get(id) ?? []));
    const own = [...places].sort((a, b) => a - b).map((place) => people[place]!);
    return own.length > 0 || people.length > 1 ? own : people;
  };
}

function memberKey(member: (typeof members)[number], one: Untyped, part: Untyped): string {
  const id = idIn(one.id);
  if (member === "user_preferences") {
    const personId = idIn(one.user_id) ?? idIn(one.wa_id);
    return keyOf("preference", personId, one.category, one.value, one.timestamp);
  }
  if (id === null) return keyOf(member, digestOf(part));
  return member === "statuses" ? keyOf("status", id, one.status) : keyOf(id);
}

function messagingEvents(object: HookObject, entry: Untyped): HookEvent[] {
  const id = idIn(entry.id);
  const route: Route = { object, id, businessId: null };
  // Some events come as a change, with the same object as its value.
  const changes = objectsIn(entry.changes);
  const values = changes.map(({ value }) => objectIn(value)).filter((one) => one !== null)
    .filter(({ sender, recipient }) => objectIn(sender) && objectIn(recipient));
  const items = [
    ...objectsIn(entry.messaging).concat(values).map((item) => ({ item, isStandby: false })),
    ...objectsIn(entry.standby).map((item) => ({ item, isStandby: true })),
  ];
  const time = bounded(entry.time);
  const events = items.map(({ item, isStandby }) => ({
    key: itemKey(item),
    route,
    part: { ...item, time, ...isStandby && { is_standby: true } },
  }));
  const messages = new Set(values);
  const others = changes.filter(({ value }) => !messages.has(objectIn(value) ?? {}));
  return events.concat(others.map((change) => ({
    key: keyOf("news", change.field, digestOf(change)),
    route,
    part: { ...change, time },
  })));
}

function itemKey(item: Untyped): string {
  const personId = idIn(objectIn(item.sender)?.id);
  const { timestamp } = item;
  const message = objectIn(item.message);
  const edit = objectIn(item.message_edit);
  const reaction = objectIn(item.reaction);
  const read = objectIn(item.read);
  const delivery = objectIn(item.delivery);
  const mid = idIn(message?.mid);
  if (mid !== null) return keyOf(...message?.is_deleted === true ? ["unsent", mid] : [mid]);
  if (edit) return keyOf("edit", edit.mid, edit.num_edit);
  if (reaction) {
    // Somebody may change their mind within a millisecond.
    const what = digestOf([reaction.action, reaction.emoji, reaction.reaction]).slice(0, 16);
    return keyOf("reaction", reaction.mid, personId, timestamp, what);
  }
  if (read) return keyOf("read", personId, read.watermark ?? read.mid);
  if (delivery) return keyOf("delivery", personId, delivery.watermark, digestOf(delivery.mids));
  const postback = idIn(objectIn(item.postback)?.mid);
  if (postback !== null) return keyOf(postback);
  return keyOf("event", personId, timestamp, digestOf(item));
}

/** A key that is too long, or of odd characters, is its digest. */
function keyOf(...parts: unknown[]): string {
  const key = parts.map((part) => textIn(part, 4_000)).join(":");
  return key.length <= longestKey && /^[\x20-\x7e]+$/.test(key) ? key : digestOf(key);
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value) ?? "").digest("hex");
}
