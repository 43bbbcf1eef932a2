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

export async function* fetchMails(
  client: ImapFlow,
  range: string | number[],
  after: number,
): AsyncGenerator<{ uid: number; raw: Uint8Array }> {
  const what = { uid: true, source: { maxLength: mostMailBytes } };
  try {
    const list = typeof range === "string" ? range : range.join(",");
    for await (const { uid, source } of client.fetch(list, what, { uid: true })) {
      // `n:*` always has the newest, also where it is older than n.
      if (uid > after && source) yield { uid, raw: new Uint8Array(source) };
    }
  } catch (error) {
    throw imapFailure(error);
  }
}

const mostTogether = { mails: 25, bytes: 4_000_000 };

/** Some at once, few enough to be held in memory. */
export async function* together<Mail extends { raw: Uint8Array }>(
  mails: AsyncIterable<Mail>,
): AsyncGenerator<Mail[]> {
  let some: Mail[] = [];
  let bytes = 0;
  for await (const mail of mails) {
    some.push(mail);
    bytes += mail.raw.length;
    if (some.length < mostTogether.mails && bytes < mostTogether.bytes) continue;
    yield some;
    [some, bytes] = [[], 0];
  }
  if (some.length > 0) yield some;
}
