import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { NoticeKind } from "@/lib/crm/companies/me.ts";
import { codePoints } from "@/lib/input/input.ts";
import { limits } from "@/lib/notify/sending/notification.ts";
import { type Send, sendNotifications } from "@/lib/notify/sending/send.ts";
import type { Language } from "@/lib/words/language.ts";

/** How the CRM tells members about their work: by the service's own ordinary path. */

/** Whom a notice is for, and what its words depend on. */
export interface Reader {
  userId: number;
  email: string;
  language: Language;
  company: string;
  /** IANA name of the company's time zone. */
  timezone: string;
  /** Who did what the notice tells of; null for the public and the system. */
  by: string | null;
}

interface Words {
  title: string;
  body: string;
  /** What the button says, where there is one. */
  button?: string;
}

/** What is told, to whomever. */
export interface Notice {
  companyId: number;
  kind: NoticeKind;
  /** A newer notice with the same tag replaces this one on the phone. */
  tag: string;
  /** The panel's page about it. */
  page: string;
  words(reader: Reader): Words;
  /** Who did it: nobody is told of what they did themselves. */
  by?: number | null;
  /** What the button does: a handler of lib/crm/tasks/answer_handlers.ts, and what it is about. */
  answer?: { id: string; handler: string; ref: unknown };
  type?: "info" | "success" | "warning";
  priority?: "low" | "normal" | "high";
  /** Seconds until it says nothing any more. */
  ttl?: number;
}

/** Tells one member, unless they are one no longer or have the kind switched off. */
export async function notifyMember(trx: Trx, notice: Notice & { userId: number }): Promise<void> {
  await notify(trx, notice, notice.userId);
}

/** Tells every member of the company who has not switched the kind off. */
export async function notifyMembers(trx: Trx, notice: Notice): Promise<void> {
  await notify(trx, notice);
}

async function notify(trx: Trx, notice: Notice, userId?: number): Promise<void> {
  if (userId !== undefined && userId === notice.by) return;
  const readers = await findReaders(trx, notice, userId);
  if (readers.length === 0) return;
  // One notification a language: each reader's answer is their own all the same.
  const groups = [...Map.groupBy(readers, ({ language }) => language).values()];
  const sends = groups.map((group) => toSend(notice, group));
  for (const sent of await sendNotifications(trx, notice, sends)) {
    if ("refused" in sent) throw sent.refused;
  }
}

/** Those of the company's members whom the notice reaches. */
async function findReaders(trx: Trx, { companyId, kind, by }: Notice, userId?: number) {
  const { rows } = await sql<Reader>`
    select u.id as "userId", u.email, coalesce(u.language, c.language) as language,
      c.name as company, c.timezone,
      (select coalesce(a.name, a.email) from users a where a.id = ${by ?? null}::int) as by
    from user_companies m
    join users u on u.id = m.user_id
    join companies c on c.id = m.company_id
    where m.company_id = ${companyId} and m.disabled_at is null
      and (${userId ?? null}::int is null or m.user_id = ${userId ?? null}::int)
      and m.user_id is distinct from ${by ?? null}::int
      and not (${kind} = any(u.muted)) and length(u.email) <= ${limits.userId}
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

/** The text, or as much of it as fits with an ellipsis; `most` counts code points. */
function cut(text: string, most: number): string {
  if (codePoints(text) <= most) return text;
  return `${[...text].slice(0, most - 1).join("").trimEnd()}…`;
}
