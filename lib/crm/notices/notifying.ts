import { shownName } from "@/lib/shown_name.ts";
import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { NoticeKind } from "@/lib/crm/companies/notice_kinds.ts";
import { codePoints } from "@/lib/input/input.ts";
import { limits } from "@/lib/notify/sending/notification.ts";
import type { Send } from "@/lib/notify/sending/prepare.ts";
import { sendNotifications } from "@/lib/notify/sending/send.ts";
import type { Language } from "@/lib/words/language.ts";

/** How the CRM notifies members: through the service's own public path. */

/** The recipient, and what the words depend on. */
export interface Reader {
  userId: number;
  email: string;
  language: Language;
  company: string;
  timezone: string;
  /** The user who acted; null for the public and the system. */
  by: string | null;
}

interface Words {
  title: string;
  body: string;
  button?: string;
}

export interface Notice {
  companyId: number;
  /** What members can switch off; null where they asked for this one. */
  kind: NoticeKind | null;
  /** A newer notice with the same tag replaces this one on the phone. */
  tag: string;
  page: string;
  words(reader: Reader): Words;
  /** Members are not notified of their own actions. */
  by?: number | null;
  /** The button's handler in lib/crm/tasks/answer_handlers.ts, and its subject. */
  answer?: { id: string; handler: string; ref: unknown };
  type?: "info" | "success" | "warning";
  priority?: "low" | "normal" | "high";
  ttl?: number;
}

/** Does nothing if the user is no longer a member or has muted the kind. */
export async function notifyMember(trx: Trx, notice: Notice & { userId: number }): Promise<void> {
  await notify(trx, notice, notice.userId);
}

/** Notifies all members who have not muted the kind. */
export async function notifyMembers(trx: Trx, notice: Notice): Promise<void> {
  await notify(trx, notice);
}

async function notify(trx: Trx, notice: Notice, userId?: number): Promise<void> {
  if (userId !== undefined && userId === notice.by) return;
  const readers = await findReaders(trx, notice, userId);
  if (readers.length === 0) return;
  // One notification per language; each reader still answers for themselves.
  const groups = [...Map.groupBy(readers, ({ language }) => language).values()];
  const sends = groups.map((group) => toSend(notice, group));
  for (const sent of await sendNotifications(trx, notice, sends)) {
    if ("refused" in sent) throw sent.refused;
  }
}

async function findReaders(trx: Trx, { companyId, kind, by }: Notice, userId?: number) {
  const { rows } = await sql<Reader>`
    select u.id as "userId", u.email, coalesce(m.unproved_language, u.language, c.language) as language,
      c.name as company, c.timezone,
      (select coalesce(${shownName("a", "w")}, a.email) from users a
        left join user_companies w on w.company_id = ${companyId} and w.user_id = a.id
        where a.id = ${by ?? null}::int) as by
    from user_companies m
    join users u on u.id = m.user_id
    join companies c on c.id = m.company_id
    where m.company_id = ${companyId} and m.disabled_at is null
      and (${userId ?? null}::int is null or m.user_id = ${userId ?? null}::int)
      and m.user_id is distinct from ${by ?? null}::int
      and (${kind}::text = any(u.muted || m.muted)) is not true and length(u.email) <= ${limits.userId}
    order by u.id`.execute(trx);
  return rows;
}

function toSend(notice: Notice, readers: Reader[]): Send {
  const { companyId, tag, page, answer, type, priority, ttl } = notice;
  const { title, body, button } = notice.words(readers[0]!);
  const mark = page.includes("?") ? "&" : "?";
  return {
    request: {
      userIds: readers.map(({ email }) => email),
      title: cut(title, limits.title),
      body: cut(body, 600),
      type: type ?? "info",
      priority: priority ?? "normal",
      sender: cut(readers[0]!.company, limits.sender),
      url: `${page}${mark}company_id=${companyId}`,
      tag,
      ttl,
      actions: answer && button ? [{ id: answer.id, label: cut(button, limits.actionLabel) }] : [],
      allowReply: false,
    },
    internal: { handler: answer?.handler ?? null, ref: answer?.ref ?? null },
  };
}

/** Cuts with an ellipsis; `most` counts code points. */
function cut(text: string, most: number): string {
  if (codePoints(text) <= most) return text;
  return `${[...text].slice(0, most - 1).join("").trimEnd()}…`;
}
