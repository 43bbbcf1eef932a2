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
import { checkFallback } from "@/lib/notify/sending/fallback/fallback_check.ts";
import { sendAdmitted } from "@/lib/notify/sending/fallback/strangers.ts";
import type { Sent } from "@/lib/notify/sending/send.ts";
import { asMember } from "@/lib/http/guards.ts";
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
      const { per_page: perPage, ...filters } = query;
      const page = await findNotificationPage(trx, member, { ...filters, perPage });
      return list(page.records, metaOf(query, page.total));
    },
  }),
  POST: asMember({
    summary: "Send a notification to one or more users' phones",
    description: "As POST /api/notify, for people: without `callbackUrl` and `data`.",
    body: memberRequest,
    returns: receipt,
    status: 202,
    also: { 200: "A repeat of an earlier send: its first receipt" },
    errors: ["idempotency_key_reused"],
    runWithoutTransaction: async ({ asMember, body, services }) => {
      const { fallbacks } = services;
      // A refusal is thrown once its transaction has ended: members are told of some.
      const sent = await asMember(async ({ trx, member }): Promise<Sent> => {
        const { id: createdBy, companyId } = member;
        const send = { request: body, createdBy };
        const first = await checkFallback(trx, member, send, fallbacks.canSend);
        if (first) return { receipt: first };
        return (await sendAdmitted(trx, { companyId }, [send], fallbacks))[0]!;
      });
      if ("refused" in sent) throw sent.refused;
      const { receipt } = sent;
      const location = { Location: `/api/admin/notifications/${receipt.notificationId}` };
      if (receipt.duplicate) {
        return reply(receipt, {
          status: 200,
          headers: { ...location, "Idempotent-Replayed": "true" },
        });
      }
      return reply(receipt, { status: 202, headers: location });
    },
  }),
});
