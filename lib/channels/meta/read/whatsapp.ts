import type { MessageEvent, MetaEvent, Person, State } from "@/lib/channels/meta/read/event.ts";
import { graphErrors } from "@/lib/channels/meta/read/graph_error.ts";
import { whatsappPerson } from "@/lib/channels/meta/read/people.ts";
import { holdingOf, longestText, sourceOf } from "@/lib/channels/meta/read/whatsapp_content.ts";
import {
  idIn,
  instantIn,
  lineIn,
  objectIn,
  objectsIn,
  textIn,
  type Untyped,
} from "@/lib/channels/meta/untyped.ts";

/** Reads an event of WhatsApp's Cloud API (Meta: "Webhooks reference"). */

/** @throws Error a message, status or preference that says nothing of whom or what */
export function readWhatsapp(part: Untyped, now: Date): MetaEvent {
  const [message] = objectsIn(part.messages);
  if (message) return readMessage(part, message, now);
  const [echo] = objectsIn(part.message_echoes);
  if (echo) return readEcho(part, echo, now);
  const [status] = objectsIn(part.statuses);
  if (status) return readStatus(part, status, now);
  const [preference] = objectsIn(part.user_preferences);
  if (preference) return readPreference(part, preference, now);
  return readNews(part, instantIn(part.time, now));
}

function readMessage(part: Untyped, message: Untyped, now: Date): MetaEvent {
  const at = instantIn(message.timestamp, now);
  if (message.group_id !== undefined) return { type: "ignored", at, why: "group" };
  const context = objectIn(message.history_context);
  if (objectIn(part.context) || context) return readHistory(part, message, at);
  const ids = [message.from, message.from_user_id, message.from_parent_user_id];
  const system = textIn(message.type) === "system" && objectIn(message.system);
  if (system) return readSystem(system, [...ids, system.previous_user_id], at);
  const person = somebody(whatsappPerson(ids, part.contacts));
  const read = ofMessage(message, { at, person, direction: "in" });
  // A file of a history, which comes after its message.
  const isHistory = textIn(part.field) === "history";
  return read.type === "message" ? { ...read, isHistory } : read;
}

function readEcho(part: Untyped, echo: Untyped, now: Date): MetaEvent {
  const at = instantIn(echo.timestamp, now);
  if (echo.group_id !== undefined) return { type: "ignored", at, why: "group" };
  const ids = [echo.to, echo.to_user_id, echo.to_parent_user_id];
  const person = somebody(whatsappPerson(ids, part.contacts));
  return ofMessage(echo, { at, person, direction: "out" });
}

/** A thread's id is the customer's number; which side wrote is told by `from`. */
function readHistory(part: Untyped, message: Untyped, at: Date): MetaEvent {
  const thread = objectIn(part.context) ?? {};
  const customer = [part.thread, thread.wa_id, thread.user_id, thread.parent_user_id];
  const { from_me } = objectIn(message.history_context) ?? {};
  const isOurs = from_me === true || idIn(message.from) !== idIn(part.thread);
  const person = somebody(whatsappPerson(customer, []));
  const username = lineIn(thread.username, 100);
  const read = ofMessage(message, {
    at,
    person: { ...person, username },
    direction: isOurs ? "out" : "in",
  });
  return read.type === "message" ? { ...read, isHistory: true } : read;
}

interface Common {
  at: Date;
  person: Person;
  direction: "in" | "out";
}

function ofMessage(message: Untyped, { at, person, direction }: Common): MetaEvent {
  const type = textIn(message.type, 100);
  const own = objectIn(message[type]) ?? {};
  const about = idIn(own.original_message_id) ?? idIn(own.message_id);
  if (type === "revoke" && about) return { type: "unsent", at, person, id: about };
  if (type === "reaction" && about) {
    const emoji = lineIn(own.emoji, 50);
    return { type, at, person, id: about, emoji, by: direction === "in" ? "them" : "us" };
  }
  if (type === "edit" && about) {
    const edited = objectIn(own.message) ?? {};
    const inner = objectIn(edited[textIn(edited.type, 100)]) ?? {};
    const text = textIn(inner.body ?? inner.caption, longestText);
    return { type, at, person, id: about, number: null, text };
  }
  return newMessage(message, { at, person, direction });
}

function newMessage(message: Untyped, common: Common): MessageEvent {
  const id = idIn(message.id);
  if (id === null) throw new Error("a message without an id");
  const context = objectIn(message.context) ?? {};
  const source = sourceOf(message);
  return {
    type: "message",
    id,
    ...common,
    ...holdingOf(message),
    answers: idIn(context.id),
    source: source ?? (common.direction === "out" ? elsewhere : null),
    opaque: lineIn(message.biz_opaque_callback_data, 512),
    appId: null,
    isForwarded: context.forwarded === true || context.frequently_forwarded === true,
    isHistory: false,
    isSelf: false,
  };
}

export const elsewhere = { kind: "elsewhere", title: null, url: null, ref: null } as const;

/** By typed fields alone: the body is a sentence in some language. */
function readSystem(system: Untyped, ids: readonly unknown[], at: Date): MetaEvent {
  const person = somebody(whatsappPerson(ids, []));
  const { wa_id, new_wa_id, user_id, parent_user_id } = system;
  const others = whatsappPerson([wa_id, new_wa_id, user_id, parent_user_id], []).ids
    .filter((id) => !person.ids.includes(id));
  return { type: "identity", at, person, others };
}

const states: Record<string, State> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  played: "read",
  failed: "failed",
};

function readStatus(part: Untyped, status: Untyped, now: Date): MetaEvent {
  const at = instantIn(status.timestamp, now);
  const id = idIn(status.id);
  const state = states[textIn(status.status, 50)];
  if (textIn(status.recipient_type) === "group") return { type: "ignored", at, why: "group" };
  if (!state) return { type: "ignored", at, why: "other" };
  if (id === null) throw new Error("a status without an id");
  const ids = [
    status.recipient_id,
    status.recipient_user_id,
    status.recipient_parent_user_id,
  ];
  const pricing = objectIn(status.pricing);
  return {
    type: "status",
    at,
    id,
    state,
    person: whatsappPerson(ids, part.contacts),
    opaque: lineIn(status.biz_opaque_callback_data, 512),
    errors: graphErrors(status.errors),
    charged: pricing && {
      category: lineIn(pricing.category, 100),
      isBillable: pricing.billable === true,
    },
  };
}

function readPreference(part: Untyped, preference: Untyped, now: Date): MetaEvent {
  const at = instantIn(preference.timestamp, now);
  if (textIn(preference.category) !== "marketing_messages") {
    return { type: "ignored", at, why: "other" };
  }
  const ids = [preference.wa_id, preference.user_id, preference.parent_user_id];
  return {
    type: "preference",
    at,
    person: somebody(whatsappPerson(ids, part.contacts)),
    isMarketingStopped: textIn(preference.value) === "stop",
  };
}

/** News of a whole account or number. */
function readNews(part: Untyped, at: Date): MetaEvent {
  const field = textIn(part.field, 100);
  if (field === "message_template_status_update") {
    return {
      type: "template",
      at,
      name: lineIn(part.message_template_name, 512) ?? "",
      language: lineIn(part.message_template_language, 20) ?? "",
      state: textIn(part.event, 50).toLowerCase(),
    };
  }
  if (/^(account_|phone_number_|business_capability|message_template_)/.test(field)) {
    const { disconnection_info, ban_info, violation_info } = part;
    const more = [disconnection_info, ban_info, violation_info].map(objectIn)
      .find((one) => one !== null);
    const details = more && lineIn(more.reason ?? more.waba_ban_state ?? more.violation_type, 200);
    const what = lineIn(part.event ?? part.current_limit ?? field, 100) ?? field;
    return { type: "account", at, what, details: details ?? null };
  }
  const why = field === "calls" ? "call" : field === "history" ? "history" : "other";
  return { type: "ignored", at, why };
}

function somebody(person: Person): Person {
  if (person.ids.length === 0) throw new Error("nobody is named");
  return person;
}
