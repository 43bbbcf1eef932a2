import * as z from "zod";
import { markAll } from "@/lib/notify/inbox/mark_all.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { message } from "@/lib/input/messages.ts";

const maxMarks = 200;
const ids = z.array(z.uuid()).max(maxMarks).default([]);

const marks = z.strictObject({
  delivered: ids.meta({ description: "Ids of notifications that the phone has shown." }),
  read: ids.meta({ description: "Ids of notifications that the person has opened." }),
  dismissed: ids.meta({ description: "Ids of notifications that the person has swiped away." }),
  readThrough: z.uuid().optional().meta({
    description: "Everything unread up to this notification, however far back, counts as read.",
  }),
}).refine(
  ({ delivered, read, dismissed }) => delivered.length + read.length + dismissed.length <= maxMarks,
  { error: message("tooManyMarks", maxMarks) },
);

export const handler = endpoint({
  POST: asPhone({
    summary: "Report of many at once that they were shown, opened or dismissed",
    description:
      `At most ${maxMarks} ids in all. As with a single mark, the first report of each ` +
      "kind counts. What is not in this inbox, or no longer, is passed over; `marked` is how " +
      "many are.",
    body: marks,
    returns: z.object({
      marked: z.int().meta({ description: "How many of them are in this inbox." }),
    }),
    runWithoutTransaction: async ({ inCompany, device, body }) => ({
      marked: await markAll(inCompany, device, body),
    }),
  }),
});
