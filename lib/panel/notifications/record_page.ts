import type { PageCall } from "@/lib/http/pages.ts";
import { problem } from "@/lib/input/errors.ts";
import { metaOf } from "@/lib/input/list.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { findCallbackPage } from "@/lib/notify/callbacks/callback_pages.ts";
import { findAttempts } from "@/lib/notify/callbacks/callbacks.ts";
import { type RecipientQuery, recipientQuery } from "@/lib/notify/sending/notification_list.ts";
import { findSummarised } from "@/lib/notify/sending/notification_pages.ts";
import { findRecipientPage } from "@/lib/notify/sending/recipient_pages.ts";
import { isUuid } from "@/lib/panel/notifications/uuid.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";

/** Callbacks that a notification's page shows; all of them are on theirs. */
const callbacksShown = 20;

/** Reads what the page of a notification shows, in 6 statements. @throws Problem not_found */
export async function readNotificationPage(call: PageCall) {
  const { trx, member, memberships, params, url } = call;
  const id = params.id ?? "";
  const notification = isUuid(id) ? await findSummarised(trx, member, id) : undefined;
  if (!notification) throw problem("not_found");
  const { asked, ignored } = readListQuery<RecipientQuery>(recipientQuery, url.searchParams);
  const recipients = await findRecipientPage(trx, member, id, asked);
  const callbacks = notification.callbackUrl === null ? null : await findCallbackPage(trx, member, {
    notificationId: id,
    page: 1,
    per_page: callbacksShown,
  });
  const attempts = Map.groupBy(
    await findAttempts(trx, member, callbacks?.records.map(({ responseId }) => responseId) ?? []),
    ({ responseId }) => responseId,
  );
  return {
    // Its numbers stay as the program wrote them.
    notification: { ...notification, data: notification.data?.text ?? null },
    recipients: { rows: recipients.records, meta: metaOf(asked, recipients.total) },
    state: asked.state,
    callbacks: callbacks && {
      total: callbacks.total,
      rows: callbacks.records.map((one) => ({
        ...one,
        attempts: attempts.get(one.responseId) ?? [],
      })),
    },
    view: viewOf(url, member.companyId, ignored),
    company: memberships.find(({ companyId }) => companyId === member.companyId)!.name,
  };
}
