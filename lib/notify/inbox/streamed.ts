import * as z from "zod";
import { phoneNotification } from "@/lib/notify/sending/notification_records.ts";

const maxShared = 20;

/** Pairings that share a stream, by their ids: `?devices=a,b`. */
export const devicesParameter = z.string().transform((text) => [...new Set(text.split(","))])
  .pipe(z.array(z.uuid()).max(maxShared))
  .meta({
    override: { type: "string" },
    description: `Ids of up to ${maxShared} of a browser's pairings, separated by commas, that ` +
      "share the stream.",
  });

export const streamedNotification = phoneNotification.and(z.object({
  deviceId: z.uuid().optional().meta({
    description: "Which of the pairings it is for, where several share the stream.",
  }),
})).meta({ id: "StreamedNotification" });
