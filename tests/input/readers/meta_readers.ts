import { mostHookBytes } from "@/lib/channels/meta/hook/hooks.ts";
import { splitBodies } from "@/lib/channels/meta/hook/split_job.ts";
import { bodyOf } from "@/lib/channels/meta/read/body.ts";
import { readMessenger } from "@/lib/channels/meta/read/messenger.ts";
import { readWhatsapp } from "@/lib/channels/meta/read/whatsapp.ts";
import { signatureIn } from "@/lib/channels/meta/hook/signature.ts";
import type { Reader } from "./reader.ts";

const now = new Date(1_790_000_000_000);

function bytesOf(object: string, entry: object): Uint8Array {
  const body = { object, entry: [{ id: "1", time: 1_790_000_000, ...entry }] };
  return new TextEncoder().encode(JSON.stringify(body));
}

function whatsapp(value: object): Uint8Array {
  const whole = { metadata: { phone_number_id: "1" }, ...value };
  return bytesOf("whatsapp_business_account", { changes: [{ field: "messages", value: whole }] });
}

const messenger = (message: object) => ({
  sender: { id: "2" },
  recipient: { id: "1" },
  timestamp: 1_790_000_000_000,
  message,
});

/** As many of something as fit in so many characters. */
function listOf<T>(text: string, size: number, make: (n: number) => T): T[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, n) => make(n));
}

const messageOfOne = (n: number) => ({
  id: `w${n}`,
  from: "34600000000",
  type: "text",
  text: { body: "a" },
});

/** What Meta posts. */
export const metaReaders: Reader[] = [
  {
    name: "a hook of Meta's",
    of: {
      "lib/channels/meta/hook/split_job.ts": ["splitBodies"],
      "lib/channels/meta/read/whatsapp.ts": ["readWhatsapp"],
      "lib/channels/meta/read/messenger.ts": ["readMessenger"],
      "lib/channels/meta/read/body.ts": ["bodyOf"],
    },
    most: mostHookBytes / 2,
    shapes: ["[", "{", '{"a":', "0", "\u202e", "https://a/"],
    frames: {
      "as it is": (text) => new TextEncoder().encode(text),
      "a text": (body) =>
        whatsapp({ messages: [{ id: "w", from: "34600111222", type: "text", text: { body } }] }),
      "a name": (name) =>
        whatsapp({
          contacts: [{ wa_id: "34600111222", profile: { name, username: name } }],
          messages: [{ id: name, from: "34600111222", type: name, [name]: { caption: name } }],
        }),
      "people and messages": (text) =>
        whatsapp({
          contacts: listOf(text, 120, (n) => ({ wa_id: String(34_600_000_000 + n) })),
          messages: listOf(text, 120, (n) => ({
            id: `w${n}`,
            from: String(34_600_000_000 + n),
            type: "text",
            text: { body: "a" },
          })),
        }),
      "people who share one id": (text) =>
        whatsapp({
          contacts: listOf(text, 120, () => ({ wa_id: "34600000000" })),
          messages: listOf(text, 120, messageOfOne),
        }),
      "what all messages share": (text) =>
        bytesOf("whatsapp_business_account", {
          time: text,
          changes: [{
            field: "messages",
            value: {
              metadata: { phone_number_id: "1", display_phone_number: text },
              contacts: [{ wa_id: "34600000000", profile: { name: text } }],
              errors: [{ title: text }],
              messages: listOf(text, 120, messageOfOne),
            },
          }],
        }),
      "a thread of a history": (text) =>
        whatsapp({
          history: [{
            threads: [{
              id: "34600000000",
              context: { username: text },
              messages: listOf(text, 120, messageOfOne),
            }],
          }],
        }),
      "messages of a page at one time": (text) =>
        bytesOf("page", {
          time: text,
          messaging: listOf(text, 120, (n) => messenger({ mid: `m${n}`, text: "a" })),
        }),
      "a message of a page": (text) =>
        bytesOf("page", {
          messaging: [messenger({
            mid: text,
            text,
            attachments: [{ type: text, payload: { url: text, title: text } }],
          })],
        }),
      "changes of a page": (text) =>
        bytesOf("page", {
          changes: listOf(text, 120, (n) => ({ value: messenger({ mid: `m${n}`, text: "a" }) })),
        }),
    },
    read: (body: Uint8Array) => {
      const [events] = splitBodies([body]);
      return Array.isArray(events) && events.map(({ route, part }) => {
        // As it is stored.
        JSON.stringify(part);
        const event = route.object === "whatsapp_business_account"
          ? readWhatsapp(part, now)
          : readMessenger(part, ["1"], now);
        return event.type === "message" ? bodyOf(event, "es") : event;
      });
    },
  },
  {
    name: "the signature of a hook",
    of: { "lib/channels/meta/hook/signature.ts": ["signatureIn"] },
    most: 16_000,
    shapes: ["sha256=", "0"],
    read: (header: string) => signatureIn(header),
  },
];
