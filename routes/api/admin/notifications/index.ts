import * as z from "zod";
import {
  limits,
  messageFields,
  oneRecipientField,
  recipientFields,
} from "@/lib/notify/sending/notification.ts";
import { receipt } from "@/lib/notify/sending/notification_records.ts";
import { listedNotification, notificationQuery } from "@/lib/notify/sending/notification_list.ts";
import { findNotificationPage } from "@/lib/notify/sending/notification_pages.ts";
import { checkFallback } from "@/lib/notify/sending/fallback_check.ts";
import { sendNotification } from "@/lib/notify/sending/send.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list, reply } from "@/lib/http/envelope.ts";
import { text } from "@/lib/input/input.ts";
import { listMeta, metaOf } from "@/lib/input/list.ts";

const memberRequest = z.strictObject({
  ...recipientFields,
  ...messageFields,
  idempotencyKey: text({ max: limits.idempotencyKey }).optional().meta({
    description: "A send that is retried with the same key makes no second notification.",
  }),
}).refine(oneRecipientField.check, oneRecipientField.params).meta({
  id: "MemberNotificationRequest",
  description: oneRecipientField.description,
});

export const handler = endpoint({
  GET: asMember({
    summary: "The company's notifications, newest first",
    description: "Recipients come as counts; who they are is read at `/{id}/recipients`.",
    query: notificationQuery,
    returns: z.array(listedNotification),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { per_page: perPage, ...asked } = query;
      const found = await findNotificationPage(trx, member, { ...asked, perPage });
      return list(found.records, metaOf(query, found.total));
    },
  }),
  POST: asMember({
    summary: "Send a notification to one or more users' phones",
    description: "As POST /api/notify, for people: without `callbackUrl` and `data`.",
    body: memberRequest,
    maxBytes: 512 * 1024,
    returns: receipt,
    status: 202,
    also: { 200: "A repeat of an earlier send: its first receipt" },
    errors: ["idempotency_key_reused"],
    run: async ({ trx, member, body, services }) => {
      const { id: createdBy, companyId } = member;
      const first = await checkFallback(trx, member, body, services.fallbacks.canSend);
      const sent = first ??
        await sendNotification(trx, { companyId }, { request: body, createdBy });
      const location = { Location: `/api/admin/notifications/${sent.notificationId}` };
      if (sent.duplicate) {
        return reply(sent, {
          status: 200,
          headers: { ...location, "Idempotent-Replayed": "true" },
        });
      }
      return reply(sent, { status: 202, headers: location });
    },
  }),
});
