import * as z from "zod";
import { instant } from "@/lib/input/fields.ts";
import { pageQuery } from "@/lib/input/list.ts";
import { createdRange } from "@/lib/notify/sending/created_range.ts";
import { callbackState } from "@/lib/notify/sending/notification_records.ts";

export const callbackRecord = callbackState.extend({
  responseId: z.uuid().meta({
    description: "Id of the response that it carries; also its `webhook-id`.",
  }),
  notificationId: z.uuid().meta({
    description: "Id of the notification, as the send returned it.",
  }),
  title: z.string().meta({ description: "Title of the notification that was answered." }),
  userId: z.string().meta({
    description: "Id of the user in your program.",
  }),
  url: z.string().meta({ description: "Address that the response is posted to." }),
  lastOutcome: z.string().nullable().meta({
    description: "How the last attempt ended; null before the first.",
  }),
  createdAt: z.iso.datetime().meta({ description: "Instant at which it was created." }),
}).meta({ id: "ListedCallback" });

const status = callbackState.shape.status;

export const callbackQuery = z.strictObject({
  ...pageQuery,
  status: z.string().transform((text) => text.split(",")).pipe(z.array(status).min(1)).optional()
    .meta({
      override: { type: "string" },
      description: `${status.options.join(", ")}: one, or several with commas.`,
    }),
  notificationId: z.uuid().optional().meta({
    description: "Only callbacks of answers to this notification, by its id.",
  }),
  ...createdRange,
});
export type CallbackQuery = z.output<typeof callbackQuery>;

export const redeliverBody = z.strictObject({
  since: instant.meta({ description: "Only callbacks of responses given since this instant." }),
}).meta({ id: "Redeliver" });
