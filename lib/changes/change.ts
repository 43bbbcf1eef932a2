import * as z from "zod";
import { cursorParameter } from "@/lib/notify/streams/cursor_parameter.ts";
import * as field from "@/lib/input/fields.ts";
import { subjectKinds } from "@/lib/records/subject.ts";

/** A change of a record in the feed; the values are read from the record itself. */
export const changeRecord = z.object({
  noun: z.enum([...subjectKinds, "channel"]).meta({ description: "What kind of record it is." }),
  id: z.int().meta({ description: "Id of the record that changed." }),
  verb: z.string().meta({ description: "What happened, in the past tense." }),
  client_id: z.int().nullable().meta({ description: "The client whose timeline shows it." }),
  actor: field.reference.nullable().meta({
    description: "The user who did it; null where it was none.",
  }),
  actor_kind: z.enum(["user", "public", "system"]).meta({
    description: "Who did it: a user, somebody from outside, or Relevo itself.",
  }),
  at: z.iso.datetime().meta({ description: "Instant at which it happened, in UTC." }),
}).meta({ id: "Change" });

export const changesQuery = z.strictObject({
  lastEventId: cursorParameter.optional(),
  since: field.instant.optional().meta({
    description: "Where there is no cursor yet: begins with what changed since, at most 200 " +
      "changes of the last hour.",
  }),
});
