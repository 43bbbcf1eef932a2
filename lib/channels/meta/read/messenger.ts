import type { MetaEvent, Person } from "@/lib/channels/meta/read/event.ts";
import {
  messengerHolding,
  messengerSource,
  referralOf,
} from "@/lib/channels/meta/read/messenger_content.ts";
import { personOf } from "@/lib/channels/meta/read/people.ts";
import { elsewhere } from "@/lib/channels/meta/read/whatsapp.ts";
import { choiceOf, longestText } from "@/lib/channels/meta/read/whatsapp_content.ts";
import {
  idIn,
  instantIn,
  lineIn,
  numberIn,
  objectIn,
  textIn,
  type Untyped,
} from "@/lib/channels/meta/untyped.ts";

/** Reads an event of Messenger or Instagram (Meta: "Webhook events reference"). */

/**
 * @param ownIds ids of the page or account, which are never a person
 * @throws Error where nobody but the account is named
 */
export function readMessenger(part: Untyped, ownIds: readonly string[], now: Date): MetaEvent {
  const at = instantIn(part.timestamp ?? part.time, now);
  if (part.field !== undefined) {
    return {
      type: "ignored",
      at,
      why: /comment|feed|mention/.test(textIn(part.field)) ? "comment" : "other",
    };
  }
  const message = objectIn(part.message);
  const isEcho = message?.is_echo === true;
  const sender = idIn(objectIn(part.sender)?.id);
  const recipient = idIn(objectIn(part.recipient)?.id);
  const isSelf = message?.is_self === true;
  const isOurs = isEcho || (sender !== null && ownIds.includes(sender));
  const event = { part, at, isOurs, sender, recipient, isSelf };
  if (message) return readMessage(message, event, personIn(event, ownIds));
  return readOther(event, () => personIn(event, ownIds));
}

interface Item {
  part: Untyped;
  at: Date;
  isOurs: boolean;
  sender: string | null;
  recipient: string | null;
  isSelf: boolean;
}

/** The other side of a conversation. */
function personIn({ isOurs, sender, recipient, isSelf }: Item, ownIds: readonly string[]): Person {
  const id = isOurs ? recipient : sender;
  if (id === null || (ownIds.includes(id) && !isSelf)) throw new Error("nobody is named");
  return { ...personOf([id]), phone: null };
}

function readMessage(message: Untyped, { at, isOurs, isSelf }: Item, person: Person): MetaEvent {
  const id = idIn(message.mid);
  if (id === null) throw new Error("a message without an id");
  if (message.is_deleted === true) return { type: "unsent", at, person, id };
  const replyTo = objectIn(message.reply_to) ?? {};
  return {
    type: "message",
    id,
    at,
    person,
    direction: isOurs ? "out" : "in",
    ...messengerHolding(message),
    answers: idIn(replyTo.mid),
    source: messengerSource(message) ?? (isOurs ? elsewhere : null),
    opaque: lineIn(message.metadata, 1_000),
    appId: idIn(message.app_id),
    isForwarded: false,
    isHistory: false,
    isSelf,
  };
}

function readOther(item: Item, personOfItem: () => Person): MetaEvent {
  const { part, at, isOurs } = item;
  const edit = objectIn(part.message_edit);
  const reaction = objectIn(part.reaction);
  const read = objectIn(part.read);
  const delivery = objectIn(part.delivery);
  const postback = objectIn(part.postback);
  const referral = objectIn(part.referral);
  if (edit) {
    const text = edit.text === undefined ? null : textIn(edit.text, longestText);
    const id = needed(edit.mid);
    return { type: "edit", at, person: personOfItem(), id, number: countIn(edit.num_edit), text };
  }
  if (reaction) {
    const isGone = textIn(reaction.action) === "unreact";
    const emoji = isGone ? null : lineIn(reaction.emoji, 50) ?? nameOfReaction(reaction.reaction);
    const by = isOurs ? "us" : "them";
    return { type: "reaction", at, person: personOfItem(), id: needed(reaction.mid), emoji, by };
  }
  if (read) return receipt("read", read, at, personOfItem());
  if (delivery) return receipt("delivered", delivery, at, personOfItem());
  if (postback) return readPostback(postback, at, personOfItem());
  if (referral) {
    return { type: "referral", at, person: personOfItem(), source: referralOf(referral) };
  }
  const isHandover = Object.keys(part).some((name) => /thread_control|app_roles/.test(name));
  return { type: "ignored", at, why: isHandover ? "handover" : "other" };
}

const emojis: Record<string, string> = {
  love: "❤️",
  like: "👍",
  dislike: "👎",
  smile: "😆",
  wow: "😮",
  sad: "😢",
  angry: "😠",
};

/** Older events have a name in place of the emoji; `other` is none that is told. */
function nameOfReaction(name: unknown): string {
  return emojis[textIn(name, 50)] ?? "❤️";
}

function receipt(
  state: "delivered" | "read",
  { watermark, mid, mids }: Untyped,
  at: Date,
  person: Person,
): MetaEvent {
  const ids = [mid, ...Array.isArray(mids) ? mids : []].map(idIn).filter((id) => id !== null);
  const until = numberIn(watermark) === null ? null : instantIn(watermark, at);
  return { type: "receipt", at, person, state, until, ids };
}

function readPostback(postback: Untyped, at: Date, person: Person): MetaEvent {
  const choice = choiceOf(postback.title, postback.payload);
  const referral = objectIn(postback.referral);
  return {
    type: "message",
    id: idIn(postback.mid) ?? `postback:${person.ids[0]}:${at.getTime()}`,
    at,
    person,
    direction: "in",
    text: choice?.type === "choice" ? choice.title : "",
    content: choice,
    attachments: [],
    answers: null,
    source: referral && referralOf(referral),
    opaque: null,
    appId: null,
    isForwarded: false,
    isHistory: false,
    isSelf: false,
  };
}

/** A number as the database takes it; an odd one orders nothing. */
function countIn(value: unknown): number | null {
  const count = numberIn(value);
  return Number.isInteger(count) && count! >= 0 && count! < 2 ** 31 ? count : null;
}

function needed(value: unknown): string {
  const id = idIn(value);
  if (id === null) throw new Error("a message without an id");
  return id;
}
