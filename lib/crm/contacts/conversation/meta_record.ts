import { type RawBuilder, sql } from "kysely";
import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { text } from "@/lib/input/input.ts";
import type { Content, Source } from "@/lib/values/message_content.ts";
import type { MessagePart, MessageTemplate, Reaction, Wording } from "@/lib/db/tables/meta.ts";

/** What a message by WhatsApp, Instagram or Facebook has beside its text. */

const mostVariables = 100;

const card = z.object({
  name: z.string().nullable().meta({ description: "Name on the card, as people read it." }),
  organization: z.string().nullable().meta({ description: "Company that the card names." }),
  phones: z.array(z.string()).meta({ description: "Phone numbers, as people write them." }),
  emails: z.array(z.string()).meta({ description: "E-mail addresses on the card." }),
});

const item = z.object({
  sku: z.string().meta({ description: "The product's code in Meta's catalog." }),
  quantity: z.number().meta({ description: "How many of it are ordered." }),
  price: z.number().nullable().meta({ description: "Price of one; null where none came." }),
  currency: z.string().nullable().meta({ description: "Currency of the price (ISO 4217)." }),
});

const type = <T extends string>(only: T) =>
  z.literal(only).meta({ description: "What came instead of text." });

const contentRecord = z.discriminatedUnion("type", [
  z.object({
    type: type("location"),
    latitude: z.number().meta({ description: "Degrees north of the equator (WGS 84)." }),
    longitude: z.number().meta({ description: "Degrees east of Greenwich (WGS 84)." }),
    name: z.string().nullable().meta({ description: "Name of the place, if it has one." }),
    address: z.string().nullable().meta({ description: "Address of the place in one line." }),
    url: z.string().nullable().meta({ description: "Link that came with the place." }),
  }),
  z.object({
    type: type("contacts"),
    cards: z.array(card).meta({ description: "Contact cards, in the order that they came in." }),
  }),
  z.object({
    type: type("order"),
    items: z.array(item).meta({ description: "Lines of the order, as the person put them." }),
  }),
  z.object({
    type: type("choice"),
    title: z.string().meta({ description: "Text of the button or line that was chosen." }),
    payload: z.string().nullable().meta({ description: "What the button carries for programs." }),
  }),
  z.object({ type: type("sticker") }),
  z.object({
    type: type("shared"),
    what: z.enum(["post", "reel", "story", "link"]).meta({
      description: "What the person shared with the account.",
    }),
    title: z.string().nullable().meta({ description: "Title of what was shared." }),
    url: z.string().nullable().meta({ description: "Its address, an http or https link." }),
  }),
  z.object({
    type: type("unsupported"),
    what: z.string().nullable().meta({ description: "Its kind, as Meta names it." }),
  }),
  z.object({
    type: type("unknown"),
    what: z.string().nullable().meta({ description: "Its kind, as Meta names it." }),
  }),
]).meta({ id: "MessageContent" });

const sourceRecord = z.object({
  kind: z.enum(["ad", "post", "link", "story_reply", "story_mention", "product", "elsewhere"])
    .meta({ description: "What led to it; `elsewhere`: somebody answered in another app." }),
  title: z.string().nullable().meta({ description: "Title of the ad, post or product." }),
  url: z.string().nullable().meta({ description: "Its address, an http or https link." }),
  ref: z.string().nullable().meta({ description: "The reference that the link carries." }),
  file_id: z.uuid().nullable().meta({
    description: "Which of the message's `files` is its picture; null where it has none.",
  }),
}).meta({ id: "MessageSource" });

const variable = text({ min: 0, max: 1_024 });

/** Of a message that is sent by WhatsApp, Instagram or Facebook. */
export const metaInput = {
  answers: field.id.optional().meta({
    description: "Id of the message that it answers, which stands above it there.",
  }),
  template: z.strictObject({
    name: text({ max: 512 }).meta({ description: "Name of the template at Meta." }),
    language: text({ max: 20 }).meta({ description: "Its language code, as Meta has it." }),
    variables: z.union([
      z.array(variable).max(mostVariables),
      z.record(z.string().max(200), variable).refine((values) =>
        Object.keys(values).length <= mostVariables
      ),
    ]).default([]).meta({
      description:
        "Values of its variables: in their order, or by name. None may be empty, or have " +
        "line breaks, tabs or four blanks in a row.",
    }),
  }).optional().meta({
    description: "Of WhatsApp: an approved template instead of `body`, with one file where its " +
      "header has one.",
  }),
  opt_in: z.strictObject({
    source: text({ max: 200 }).meta({
      description: "How the person agreed to templates, such as a form or a call.",
    }),
  }).optional().meta({
    description: "Of WhatsApp: records that they agreed; a template needs that once.",
  }),
};

export const partsMeta = z.object({
  parts: z.array(z.int()).meta({
    description: "Ids of the messages that it leaves as, in order: one, unless it was split.",
  }),
}).meta({ id: "MessageParts" });

export const metaFields = {
  answers: z.object({
    id: z.int().meta({ description: "Id of the message, unique in the company." }),
    direction: z.enum(["in", "out", "note"]).meta({ description: "Which way that one went." }),
    text: z.string().meta({ description: "The first 200 characters of its text." }),
  }).nullable().meta({ description: "The message that it answers; null where it is not known." }),
  reactions: z.array(z.object({
    emoji: z.string().meta({ description: "The emoji that was chosen." }),
    by: z.enum(["them", "us"]).meta({ description: "Who reacted: the person or the account." }),
    at: z.iso.datetime().meta({ description: "Instant at which they reacted." }),
  })).meta({ description: "Reactions to it that were not taken back." }),
  edited_at: z.iso.datetime().nullable().meta({
    description: "When its text was last changed; null where it never was.",
  }),
  earlier: z.array(z.object({
    body: z.string().meta({ description: "Text of the message before it was changed." }),
    at: z.iso.datetime().meta({ description: "Instant at which the text was replaced." }),
  })).meta({ description: "Earlier wordings, the oldest first." }),
  unsent_at: z.iso.datetime().nullable().meta({
    description: "When its sender took it back: text and files are gone then.",
  }),
  source: sourceRecord.nullable().meta({
    description: "What led to the message, such as an ad; null where nothing is known.",
  }),
  content: contentRecord.nullable().meta({
    description: "What is no text; `body` says it in words. Null where it is text or files.",
  }),
  template: z.object({
    name: z.string().meta({ description: "Name of the template at Meta." }),
    language: z.string().meta({ description: "Language code of the template, as Meta has it." }),
  }).nullable().meta({ description: "The WhatsApp template that it was sent by." }),
  part: z.object({
    n: z.int().meta({ description: "Which part it is, from 1." }),
    of: z.int().meta({ description: "How many parts there are." }),
  }).nullable().meta({
    description: "Its place where one writing left as several messages; else null.",
  }),
};

/** The message that one answers, found by the id that its account has of it. */
export const answered: RawBuilder<Answered | null> = sql<Answered | null>`(
  select json_build_object('id', a.id, 'direction', a.direction, 'text', left(a.body, 200))
  from contact_messages a
  where t.answers_key is not null and a.company_id = t.company_id and a.via_id = t.via_id
    and a.external_id = t.answers_key and a.deleted_at is null)`;

interface Answered {
  id: number;
  direction: "in" | "out" | "note";
  text: string;
}

export interface MetaColumns {
  answers: Answered | null;
  reactions: Reaction[] | null;
  edited_at: Date | null;
  earlier: Wording[] | null;
  unsent_at: Date | null;
  source: Source | null;
  content: Content | null;
  template: MessageTemplate | null;
  part: MessagePart | null;
}

export function toMetaFields(row: MetaColumns & { files: readonly { id: string }[] }) {
  return {
    answers: row.answers,
    reactions: (row.reactions ?? []).filter(({ emoji }) => emoji !== "").map((one) => ({
      ...one,
      at: new Date(one.at),
    })),
    edited_at: row.edited_at,
    earlier: (row.earlier ?? []).map((one) => ({ ...one, at: new Date(one.at) })),
    unsent_at: row.unsent_at,
    source: row.source && toSource(row.source, row.files),
    content: row.content,
    template: row.template,
    part: row.part && { n: row.part.n, of: row.part.of },
  };
}

function toSource({ kind, title, url, ref, file_id }: Source, files: readonly { id: string }[]) {
  // Unsent or erased, its file is gone.
  const file = files.find(({ id }) => id === file_id);
  return { kind, title, url, ref, file_id: file?.id ?? null };
}
