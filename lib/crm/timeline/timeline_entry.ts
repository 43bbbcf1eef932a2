import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { pageQuery } from "@/lib/input/list.ts";
import { activityRecord } from "@/lib/records/activity.ts";
import { deliveryRecord } from "@/lib/channels/out/delivery.ts";
import { messageRecord } from "@/lib/crm/contacts/message.ts";
import { noteRecord } from "@/lib/crm/notes/note.ts";
import { nounsWith } from "@/lib/records/nouns.ts";
import { subjectRecord } from "@/lib/records/subject.ts";

export const timelineNouns = nounsWith("history", "asked", "logged");
export type TimelineNoun = (typeof timelineNouns)[number];

const entry = {
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  at: z.iso.datetime().meta({ description: "When it happened, was written or was sent." }),
  by: field.reference.nullable().meta({
    description: "The user who did, wrote or sent it; null where it was none.",
  }),
  subject: subjectRecord.meta({ description: "The record, or what belongs to it." }),
};

export const timelineEntry = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("activity").meta({ description: "Which kind of entry it is." }),
    ...entry,
    ...activityRecord.pick({ verb: true, changes: true, actor_kind: true }).shape,
  }).meta({ id: "ActivityEntry" }),
  z.object({
    kind: z.literal("note").meta({ description: "Which kind of entry it is." }),
    ...entry,
    ...noteRecord
      .pick({ body: true, call: true, to_client: true, pinned: true, edited_at: true, files: true })
      .shape,
  }).meta({ id: "NoteEntry" }),
  z.object({
    kind: z.literal("message").meta({ description: "Which kind of entry it is." }),
    ...entry,
    ...messageRecord.pick({ direction: true, channel: true, body: true, files: true }).shape,
    delivery: deliveryRecord.nullable().meta({
      description: "How far it has come; null where it does not go out by an account.",
    }),
  }).meta({ id: "MessageEntry" }),
]).meta({ id: "TimelineEntry" });

export const timelineQuery = z.strictObject(pageQuery);
