import type { ImapFlow } from "imapflow";
import { imapFailure } from "@/lib/channels/email/imap.ts";
import { openFolder } from "@/lib/channels/email/try_mailbox.ts";

/** Where reading of a folder stands (RFC 9051, 2.3.1.1). */
export interface Cursor {
  uidValidity: number;
  lastUid: number;
}

interface Folder extends Cursor {
  /** What to bring beside what is newer than the cursor. */
  uids: number[];
}

/** Larger ones are cut: the text stands before the files. */
const mostMailBytes = 40_000_000;

/** @param since of a folder that is new, or was made anew: what is younger is brought @throws MailFailure */
export async function openForReading(
  client: ImapFlow,
  path: string,
  { cursor, since }: { cursor: Cursor | undefined; since: Date | null },
): Promise<Folder> {
  const box = await openFolder(client, path);
  const uidValidity = Number(box.uidValidity);
  const newest = box.uidNext - 1;
  if (cursor?.uidValidity === uidValidity) return { ...cursor, uids: [] };
  if (!since || box.exists === 0) return { uidValidity, lastUid: newest, uids: [] };
  try {
    const found = await client.search({ since }, { uid: true }) || [];
    const uids = found.filter((uid) => uid <= newest).sort((a, b) => a - b);
    return { uidValidity, lastUid: newest, uids };
  } catch (error) {
    throw imapFailure(error);
  }
}

export interface RawMail {
  uid: number;
  raw: Uint8Array;
}

const mostTogether = { mails: 25, bytes: 4_000_000 };

/**
 * Mails in groups that fit into memory: a server hands them out faster than they are stored, and the
 * library keeps what nobody has taken yet. @throws MailFailure
 */
export async function* fetchMails(
  client: ImapFlow,
  range: string | number[],
  after: number,
): AsyncGenerator<RawMail[]> {
  const left = await sizesIn(client, range, after);
  for (let from = 0; from < left.length;) {
    let [to, bytes] = [from, 0];
    while (to < left.length && to - from < mostTogether.mails && bytes < mostTogether.bytes) {
      bytes += left[to++]!.size;
    }
    const mails = await fetchThese(client, left.slice(from, to).map(({ uid }) => uid));
    if (mails.length > 0) yield mails;
    from = to;
  }
}

async function sizesIn(client: ImapFlow, range: string | number[], after: number) {
  const found: { uid: number; size: number }[] = [];
  const asked = typeof range === "string" ? range : range.join(",");
  if (asked === "") return found;
  try {
    for await (
      const { uid, size = 0 } of client.fetch(asked, { uid: true, size: true }, { uid: true })
    ) {
      // `n:*` always has the newest, also where it is older than n.
      if (uid > after) found.push({ uid, size: Math.min(size, mostMailBytes) });
    }
  } catch (error) {
    throw imapFailure(error);
  }
  return found.sort((a, b) => a.uid - b.uid);
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
