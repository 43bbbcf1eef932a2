/** A customer's actions on each app, each made from one of Meta's example payloads. */
import type { MetaKind } from "@/lib/channels/meta/account_settings.ts";
import type { Values } from "./payload.ts";

export const actNames = [
  "write",
  "reply",
  "photo",
  "voice",
  "file",
  "place",
  "card",
  "react",
  "edit",
  "unsend",
  "story_mention",
  "story_reply",
  "ad",
  "owner",
] as const;
export type ActName = (typeof actNames)[number];

/** With what an act is filled. */
export interface Telling {
  /** Meta's id of the new message or event. */
  id: string;
  text: string;
  /** Meta's id of the message that is answered, edited or reacted to. */
  target: string | undefined;
  name: string;
  /** How often the message was edited, with this time. */
  edits: number;
  media: SentMedia;
}

interface SentMedia {
  id: string;
  name: string;
  type: string;
  /** In base64. */
  sha256: string;
  /** Where it lies for anybody. */
  url: string;
}

export interface Act {
  kinds: readonly MetaKind[];
  /** Examples, where it is not the one of its own name. */
  example?: string | Partial<Record<MetaKind, string>>;
  /** Input that the action needs: a text, or a chosen message. */
  needs: readonly ("text" | "own" | "theirs" | "any")[];
  /** Values for the examples of all kinds; an example ignores those that it lacks. */
  values(telling: Telling): Values;
}

export const heart = "❤️";
const everywhere = ["whatsapp", "instagram", "facebook"] as const;
const sampleHash = "n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=";
const samplePicture = "https://scontent.xx.fbcdn.net/v/t1.15752-9/1.jpg?_nc_cat=1";

export const acts: Record<ActName, Act> = {
  write: {
    kinds: everywhere,
    example: "text",
    needs: ["text"],
    values: ({ id, text }) => ({
      ...{ "wamid.text": id, "m_text": id },
      ...{ "¿Tienen mesas de roble?": text, "¿Abren el sábado?": text },
    }),
  },
  reply: {
    kinds: everywhere,
    needs: ["text", "any"],
    values: ({ id, text, target }) => ({
      ...{ "wamid.reply": id, "m_reply": id, "wamid.ours": target, "m_ours": target },
      ...{ "La segunda": text, "Esa": text },
    }),
  },
  photo: {
    kinds: everywhere,
    example: "image",
    needs: [],
    values: ({ id, text, media }) => ({
      ...{
        "wamid.image": id,
        "m_image": id,
        "1003383421387256": media.id,
        [samplePicture]: media.url,
      },
      ...{ "image/jpeg": media.type, [sampleHash]: media.sha256, "Así": text || undefined },
    }),
  },
  voice: {
    kinds: everywhere,
    example: "audio",
    needs: [],
    values: ({ id, media }) => ({
      ...{ "wamid.audio": id, "m_audio": id, "1003383421387259": media.id },
      ...{ "https://cdn.fbsbx.com/v/t59.3654-21/audio.mp4": media.url },
      ...{ "audio/ogg; codecs=opus": media.type, [sampleHash]: media.sha256 },
    }),
  },
  file: {
    kinds: everywhere,
    example: { whatsapp: "document" },
    needs: [],
    values: ({ id, text, media }) => ({
      ...{ "wamid.document": id, "m_file": id, "1003383421387260": media.id },
      ...{ "https://cdn.fbsbx.com/v/t59.2708-21/plano.pdf": media.url, "Plano": text || undefined },
      ...{ "plano cocina.pdf": media.name, "application/pdf": media.type },
      [sampleHash]: media.sha256,
    }),
  },
  place: {
    kinds: ["whatsapp", "facebook"],
    example: "location",
    needs: [],
    values: ({ id, name }) => ({
      ...{ "wamid.location": id, "m_location": id, "Nuria's location": name },
    }),
  },
  card: {
    kinds: ["whatsapp"],
    example: "contacts",
    needs: [],
    values: ({ id }) => ({ "wamid.contacts": id }),
  },
  react: {
    kinds: everywhere,
    example: "reaction",
    needs: ["any"],
    values: ({ id, target }) => ({
      ...{ "wamid.reaction": id, "wamid.reaction-withdrawn": id },
      ...{ "wamid.ours": target, "m_ours": target, "👍": heart },
    }),
  },
  edit: {
    kinds: everywhere,
    needs: ["text", "own"],
    values: ({ id, text, target, edits }) => ({
      ...{ "wamid.edit": id, "wamid.text": target, "m_text": target, "1": String(edits) },
      ...{ "¿Tienen mesas de nogal?": text, "¿Abren el domingo?": text },
    }),
  },
  unsend: {
    kinds: ["whatsapp", "instagram"],
    example: { whatsapp: "revoke" },
    needs: ["own"],
    values: ({ id, target }) => ({
      ...{ "wamid.revoke": id, "wamid.text": target, "m_text": target },
    }),
  },
  story_mention: {
    kinds: ["instagram"],
    example: "story-mention",
    needs: [],
    values: ({ id, media }) => ({
      "m_mention": id,
      "https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=2": media.url,
    }),
  },
  story_reply: {
    kinds: ["instagram"],
    example: "story-reply",
    needs: ["text"],
    values: ({ id, text, media }) => ({
      ...{ "m_story_reply": id, "¡Qué mesa!": text },
      "https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1": media.url,
    }),
  },
  ad: {
    kinds: everywhere,
    needs: ["text"],
    values: ({ id, text, media }) => ({
      ...{ "wamid.ad": id, "m_ad": id, "Vi su anuncio": text },
      "https://scontent.xx.fbcdn.net/v/t45.1": media.url,
      "https://scontent.xx.fbcdn.net/v/ad.jpg": media.url,
    }),
  },
  owner: {
    kinds: everywhere,
    example: { whatsapp: "echo", instagram: "echo-elsewhere", facebook: "echo-elsewhere" },
    needs: ["text"],
    values: ({ id, text }) => ({
      ...{ "wamid.echo": id, "m_elsewhere": id, "Mañana a las diez": text, "Sí": text },
    }),
  },
};

/** `whatsapp/text` and so on. */
export function exampleOf(act: ActName, kind: MetaKind): string {
  const { example = act } = acts[act];
  return `${kind}/${typeof example === "string" ? example : example[kind] ?? act}`;
}

/** Those that a press does; a file is chosen first. */
export function pressesOf(kind: MetaKind): ActName[] {
  return actNames.filter((name) => name !== "file" && acts[name].kinds.includes(kind));
}
