import { conversationTag } from "@/lib/notify/sending/conversation_tag.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { notifyMembers } from "@/lib/crm/notices/notifying.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { speak } from "@/lib/words/language.ts";
import { noticeWords } from "@/lib/words/notices.ts";

/** Notices of accounts, and of what leaves by them, that need somebody: to everybody. */

export async function notifyFailing(trx: Trx, account: Account): Promise<void> {
  await notifyMembers(trx, {
    companyId: account.company_id,
    kind: "channel_trouble",
    tag: `channel:${account.id}`,
    page: `/panel/settings/channels/${account.id}`,
    type: "warning",
    words: ({ language }) => {
      const words = speak(noticeWords, language);
      return { title: words.channelFails(account.name), body: words.channelFailsMeans };
    },
  });
}

export async function notifyTokenEnd(trx: Trx, account: Account, days: number): Promise<void> {
  await notifyMembers(trx, {
    companyId: account.company_id,
    kind: "channel_trouble",
    tag: `channel:${account.id}:token`,
    page: `/panel/settings/channels/${account.id}`,
    type: "warning",
    words: ({ language }) => {
      const words = speak(noticeWords, language);
      return { title: words.tokenEnds(account.name, days), body: words.tokenEndsMeans };
    },
  });
}

export async function notifySubscription(trx: Trx, account: Account): Promise<void> {
  await notifyMembers(trx, {
    companyId: account.company_id,
    kind: "channel_trouble",
    tag: `channel:${account.id}:subscription`,
    page: `/panel/settings/channels/${account.id}`,
    type: "warning",
    words: ({ language }) => {
      const words = speak(noticeWords, language);
      return { title: words.resubscribed(account.name), body: words.resubscribedMeans };
    },
  });
}

export async function notifyUnread(trx: Trx, account: Account): Promise<void> {
  await notifyMembers(trx, {
    companyId: account.company_id,
    kind: "channel_trouble",
    tag: `channel:${account.id}:unread`,
    page: `/panel/settings/channels/${account.id}`,
    type: "warning",
    words: ({ language }) => {
      const words = speak(noticeWords, language);
      return { title: words.messageUnread(account.name), body: words.messageUnreadMeans };
    },
  });
}

export async function notifyFlood(
  trx: Trx,
  account: Account,
  { id, name, email }: { id: number; name: string | null; email: string | null },
): Promise<void> {
  await notifyMembers(trx, {
    companyId: account.company_id,
    kind: "channel_trouble",
    tag: conversationTag(id),
    page: `/panel/contacts/${id}`,
    type: "warning",
    words: ({ language }) => {
      const words = speak(noticeWords, language);
      return { title: words.mailFlood(name ?? email ?? ""), body: words.mailFloodMeans };
    },
  });
}

export async function notifyLoop(trx: Trx, account: Account, contactId: number): Promise<void> {
  await notifyMembers(trx, {
    companyId: account.company_id,
    kind: "channel_trouble",
    tag: `channel:${account.id}`,
    page: `/panel/contacts/${contactId}`,
    type: "warning",
    words: ({ language }) => {
      const words = speak(noticeWords, language);
      return { title: words.channelPaused(account.name), body: words.channelLoop };
    },
  });
}

/** Notifies that no more mails go today to people that the company does not know. */
export async function notifyStrangers(
  trx: Trx,
  { companyId }: Tenant,
  perDay: number,
): Promise<void> {
  await notifyMembers(trx, {
    companyId,
    kind: "channel_trouble",
    tag: "fallback:strangers",
    page: "/panel/notifications",
    type: "warning",
    words: ({ language }) => {
      const words = speak(noticeWords, language);
      return { title: words.strangers, body: words.strangersMean(perDay) };
    },
  });
}
