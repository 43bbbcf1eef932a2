import * as z from "zod";
import { recordAnswer } from "@/lib/notify/answering/answer.ts";
import { answerRequest } from "@/lib/notify/sending/notification.ts";
import { responseRecord } from "@/lib/notify/sending/notification_records.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created, reply } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  POST: asPhone({
    summary: "Answer a notification with a button, a text, or both",
    description: "The first answer wins; the very same one again answers 200 with its record. A " +
      "refusal says what holds: `already_answered` has `details.response` " +
      "`{action, reply, respondedAt, deviceName, isThisDevice}`, `notification_closed` " +
      "`details.status` (replaced or cancelled) and `details.replacedBy` `{id, title}` or null, " +
      "`notification_expired` `details.expiresAt` and `details.now`.",
    params: z.object({
      id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
    }),
    body: answerRequest,
    returns: responseRecord,
    status: 201,
    also: { 200: "The very same answer again: its record" },
    errors: [
      "not_found",
      "already_answered",
      "notification_expired",
      "notification_closed",
      "unknown_action",
      "reply_not_allowed",
    ],
    run: async ({ trx, device, params, body, services }) => {
      const { answerHandlers, callbacks } = services;
      const last = { callbacks, isLast: true, isAdmitting: true };
      const answered = await recordAnswer(trx, device, params.id, body, answerHandlers, last);
      if (answered.repeated) return reply(answered.record, { status: 200 });
      return created(answered.record, `/api/phone/notifications/${params.id}`);
    },
  }, { admitsItself: true }),
});
