import type { ImapFlow } from "imapflow";
import { imapFailure } from "@/lib/channels/email/imap.ts";
import { openFolder } from "@/lib/channels/email/try_mailbox.ts";

/** Read position in a folder: UIDVALIDITY and last UID (RFC 9051, 2.3.1.1). */
export interface Cursor {
  uidValidity: number;
  lastUid: number;
}

interface Folder extends Cursor {
  /** The newest UID when it was opened, of a mail that may be gone. */
  newest: number;
  /** UIDs to import besides the mails newer than the cursor. */
  past: number[];
  /** UIDs of what came from the line on, and is as new as what follows the cursor. */
  recent: number[];
}

/** Allowed difference between the clocks of the mail server and the database. */
const clockMs = 60_000;
const dayMs = 86_400_000;

/** Larger mails are truncated: the text comes before the files. */
const mostMailBytes = 40_000_000;

/**
 * If the folder is new or recreated, what came before `line` is past, by INTERNALDATE.
 * @param since imports past mails from then on @throws MailFailure
 */
export async function openForReading(
  client: ImapFlow,
  path: string,
  { cursor, since, line }: { cursor: Cursor | undefined; since: Date | null; line: Date },
): Promise<Folder> {
  const cipher = await openFolder(client, path);
  const uidValidity = Number(cipher.uidValidity);
  const newest = cipher.uidNext - 1;
  if (cursor?.uidValidity === uidValidity) return { ...cursor, newest, past: [], recent: [] };
  if (cipher.exists === 0) return { uidValidity, lastUid: newest, newest, past: [], recent: [] };
  try {
    const recent = await uidsFrom(client, new Date(line.getTime() - clockMs), newest);
    const uids = since ? await client.search({ since }, { uid: true }) || [] : [];
    const past = uids.filter((uid) => uid <= newest && !recent.has(uid)).sort((a, b) => a - b);
    return {
      uidValidity,
      lastUid: newest,
      newest,
      past,
      recent: [...recent].sort((a, b) => a - b),
    };
  } catch (error) {
    throw imapFailure(error);
  }
}

/** SEARCH knows days alone, of the server's own zone (RFC 9051, 6.4.4). */
async function uidsFrom(client: ImapFlow, line: Date, newest: number): Promise<Set<number>> {
  const since = new Date(line.getTime() - dayMs);
  const days = await client.search({ since }, { uid: true }) || [];
  const uids = new Set<number>();
  if (days.length === 0) return uids;
  const query = { uid: true, internalDate: true };
  for await (
    const { uid, internalDate } of client.fetch(days.join(","), query, { uid: true })
  ) {
    const at = internalDate ? new Date(internalDate) : undefined;
    if (at && at >= line && uid <= newest) uids.add(uid);
  }
  return uids;
}

export interface RawMail {
  uid: number;
  raw: Uint8Array;
}

const mostTogether = { mails: 25, bytes: 4_000_000 };

/**
 * Yields mails in groups that fit into memory: a server sends faster than mails are stored, and the
 * library buffers whatever has not been consumed. @throws MailFailure
 */
export async function* fetchMails(
  client: ImapFlow,
  range: string | number[],
  after: number,
): AsyncGenerator<RawMail[]> {
  const sizes = await sizesIn(client, range, after);
  for (let from = 0; from < sizes.length;) {
    let [to, bytes] = [from, 0];
    while (to < sizes.length && to - from < mostTogether.mails && bytes < mostTogether.bytes) {
      bytes += sizes[to++]!.size;
    }
    const mails = await fetchThese(client, sizes.slice(from, to).map(({ uid }) => uid));
    if (mails.length > 0) yield mails;
    from = to;
  }
}

async function sizesIn(client: ImapFlow, range: string | number[], after: number) {
  const sizes: { uid: number; size: number }[] = [];
  const uidSet = typeof range === "string" ? range : range.join(",");
  if (uidSet === "") return sizes;
  try {
    for await (
      const { uid, size = 0 } of client.fetch(uidSet, { uid: true, size: true }, { uid: true })
    ) {
      // `n:*` always includes the newest, even if its UID is below n.
      if (uid > after) sizes.push({ uid, size: Math.min(size, mostMailBytes) });
    }
  } catch (error) {
    throw imapFailure(error);
  }
  return sizes.sort((a, b) => a.uid - b.uid);
}

async function fetchThese(client: ImapFlow, uids: number[]): Promise<RawMail[]> {
  const what = { uid: true, source: { maxLength: mostMailBytes } };
  const mails: RawMail[] = [];
  try {
    for await (const { uid, source } of client.fetch(uids.join(","), what, { uid: true })) {
      if (source) mails.push({ uid, raw: new Uint8Array(source) });
    }
  } catch (error) {
    throw imapFailure(error);
  }
  return mails.sort((a, b) => a.uid - b.uid);
}
