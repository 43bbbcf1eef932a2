import { cutText } from "@/lib/input/cut_text.ts";
import { shownName } from "@/lib/values/shown_name.ts";
import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { NoticeKind } from "@/lib/crm/companies/notice_kinds.ts";
import { JsonText } from "@/lib/input/json_text.ts";
import { codePoints } from "@/lib/input/input.ts";
import { limits } from "@/lib/notify/sending/notification.ts";
import type { Send } from "@/lib/notify/sending/prepare.ts";
import { sendNotifications } from "@/lib/notify/sending/send.ts";
import type { Language } from "@/lib/words/language.ts";

/** Notifies members through the service's own public API. */

/** Recipient, and the facts that the wording depends on. */
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
  /** The second button. */
  other?: string;
}

export interface Notice {
  companyId: number;
  /** The switch by which members mute it; null for a notice that a member asked for. */
  kind: NoticeKind | null;
  /** A newer notice with the same tag replaces this one on the phone. */
  tag: string;
  page: string;
  words(reader: Reader): Words;
  /** Further pages of the panel; paths without the company. */
  links?(reader: Reader): { label: string; path: string }[];
  /** The only member that it goes to. */
  userId?: number;
  /** Account concerned: sent to members who chose it or never chose; to all if nobody chose it. */
  via?: number;
  /** Members are not notified of their own actions. */
  by?: number | null;
  /** The button's handler in lib/crm/tasks/answer_handlers.ts, and its subject. */
  answer?: { id: string; handler: string; ref: unknown; other?: string; allowReply?: true };
  type?: "info" | "success" | "warning";
  priority?: "low" | "normal" | "high";
  ttl?: number;
}

/** Notifies the member unless they have left or have muted the kind. */
export async function notifyMember(trx: Trx, notice: Notice & { userId: number }): Promise<void> {
  await notifyAll(trx, notice, [notice]);
}

/** The same for a question that can be withdrawn later. @returns its id */
export async function askMember(
  trx: Trx,
  notice: Notice & { userId: number },
): Promise<string | null> {
  const [id = null] = await notifyAll(trx, notice, [notice]);
  return id;
}

/** Notifies all members who have not muted the kind. */
export async function notifyMembers(trx: Trx, notice: Notice): Promise<void> {
  await notifyAll(trx, notice, [notice]);
}

/** Sends several notices in a few statements; tags must differ. @returns ids of notifications */
export async function notifyAll(
  trx: Trx,
  tenant: Tenant,
  notices: readonly Notice[],
): Promise<string[]> {
  const due = notices.filter(({ userId, by }) => userId === undefined || userId !== by);
  if (due.length === 0) return [];
  const members = await findMembers(trx, tenant, due);
  const sends = due.flatMap((notice) => {
    // One notification per language; each reader still answers for themselves.
    const groups = Map.groupBy(readersOf(notice, members), ({ language }) => language);
    return [...groups.values()].map((group) => toSend(notice, group));
  });
  if (sends.length === 0) return [];
  return (await sendNotifications(trx, tenant, sends)).map((sent) => {
    if ("refused" in sent) throw sent.refused;
    return sent.receipt.notificationId;
  });
}

interface Member extends Omit<Reader, "by"> {
  muted: string[];
  /** Ids of the accounts that they chose to be notified of; null if they never chose. */
  chosen: number[] | null;
  /** Names of the acting users, by id. */
  actors: Record<string, string> | null;
}

function readersOf({ kind, userId, by, via }: Notice, members: readonly Member[]): Reader[] {
  const wanted = members.filter((member) =>
    (userId === undefined || member.userId === userId) &&
    (kind === null || !member.muted.includes(kind))
  );
  const chose = ({ chosen }: Member) => via !== undefined && chosen?.includes(via);
  // A notice of an account that nobody chose goes to all, so that it is not lost.
  const isChosen = userId === undefined && wanted.some(chose);
  return wanted
    .filter((member) => member.userId !== by)
    .filter((member) => !isChosen || member.chosen === null || chose(member))
    .map((member) => ({ ...member, by: by == null ? null : member.actors?.[by] ?? null }));
}

/** Finds all members if one of the notices goes to all, else the named ones. */
async function findMembers(trx: Trx, { companyId }: Tenant, notices: readonly Notice[]) {
  const named = notices.map(({ userId }) => userId);
  const isToAll = named.includes(undefined);
  const actors = notices.flatMap(({ by }) => by ?? []);
  const { rows } = await sql<Member>`
    select u.id as "userId", u.email, coalesce(m.unproved_language, u.language, c.language) as language,
      c.name as company, c.timezone, u.muted || m.muted as muted,
      m.tell_unassigned as chosen,
      (select json_object_agg(a.id, coalesce(${shownName("a", "w")}, a.email)) from users a
        left join user_companies w on w.company_id = ${companyId} and w.user_id = a.id
        where a.id = any(${actors}::int[])) as actors
    from user_companies m
    join users u on u.id = m.user_id
    join companies c on c.id = m.company_id
    where m.company_id = ${companyId} and m.disabled_at is null
      and (${isToAll} or m.user_id = any(${isToAll ? [] : named}::int[]))
      and length(u.email) <= ${limits.userId}
    order by u.id`.execute(trx);
  return rows;
}

function toSend(notice: Notice, readers: Reader[]): Send {
  const { companyId, tag, page, answer, type, priority, ttl } = notice;
  const { title, body, button, other } = notice.words(readers[0]!);
  const buttons = [[answer?.id, button], [answer?.other, other]] as const;
  const inCompany = (path: string) =>
    `${path}${path.includes("?") ? "&" : "?"}company_id=${companyId}`;
  const links = notice.links?.(readers[0]!)
    .map(({ label, path }) => ({ label, url: inCompany(path) }));
  return {
    request: {
      userIds: readers.map(({ email }) => email),
      title: cut(title, limits.title),
      body: cut(body, 600),
      type: type ?? "info",
      priority: priority ?? "normal",
      sender: cut(readers[0]!.company, limits.sender),
      url: inCompany(page),
      data: links && new JsonText(JSON.stringify({ links })),
      tag,
      ttl,
      actions: buttons.flatMap(([id, label]) =>
        id && label ? [{ id, label: cut(label, limits.actionLabel) }] : []
      ),
      allowReply: answer?.allowReply ?? false,
    },
    internal: { handler: answer?.handler ?? null, ref: answer?.ref ?? null },
  };
}

/** Cuts with an ellipsis; `most` counts code points. */
function cut(text: string, most: number): string {
  if (codePoints(text) <= most) return text;
  return `${cutText(text, most - 1).trimEnd()}…`;
}
