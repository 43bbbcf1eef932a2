import type { ImapFlow } from "imapflow";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import { placeOf } from "@/lib/channels/accounts/other_sign_in.ts";
import { fetchMails, openForReading, type RawMail } from "@/lib/channels/email/read_folder.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { FolderRows, type Role } from "@/lib/channels/in/mailboxes/folder_rows.ts";
import type { Reading } from "@/lib/channels/in/reading.ts";

interface Brings {
  db: Db;
  announce: Announce;
  handlers: ChannelHandlers;
  reading: Reading;
}

interface OpenFolder {
  account: Account;
  client: ImapFlow;
  role: Role;
  path: string;
}

const perImport = 50;

/** Stores what a folder has that was not read yet; returns how many mails, and the newest's UID. */
export async function bringFolder(brings: Brings, { account, client, role, path }: OpenFolder) {
  const rows = new FolderRows(brings, account, role);
  const { folder, source, cursor, isImport, line } = await openFolder(rows, {
    account,
    client,
    path,
  });
  let { newest } = folder;
  let count = 0;
  const store = async (mails: RawMail[], how: { isQuiet: boolean; isPast: boolean }) => {
    const stored = await rows.store(mails, how);
    count += stored;
    if (stored > 0) await brings.reading.sweep(account.company_id);
  };
  if (!cursor || cursor.uidValidity !== folder.uidValidity) {
    const values = { source, last_uid: folder.lastUid };
    // Until all is brought: a process that dies on the way begins anew.
    if (isImport) {
      const counts = { import_total: folder.past.length, import_done: 0 };
      await rows.keepCursor({ ...values, uid_validity: 0, ...counts }, line);
    }
    for (const [uids, isQuiet] of [[folder.past, true], [folder.recent, false]] as const) {
      for (let at = 0; at < uids.length; at += perImport) {
        for await (const mails of fetchMails(client, uids.slice(at, at + perImport), 0)) {
          await store(mails, { isQuiet, isPast: true });
        }
      }
    }
    await rows.keepCursor({ ...values, uid_validity: folder.uidValidity }, line);
  }
  for await (const mails of fetchMails(client, `${folder.lastUid + 1}:*`, folder.lastUid)) {
    await store(mails, { isQuiet: false, isPast: false });
    newest = Math.max(newest, mails.at(-1)!.uid);
  }
  return { count, newest };
}

async function openFolder(
  rows: FolderRows,
  { account, client, path }: Pick<OpenFolder, "account" | "client" | "path">,
) {
  const { import_since: importSince } = emailSettingsOf(account.settings);
  const row = await rows.find();
  const source = `${placeOf(account.settings)}${path}`;
  const current = row?.source === source && row.uid_validity > 0 ? row : undefined;
  const cursor = current && { uidValidity: current.uid_validity, lastUid: current.last_uid };
  const since = !current && importSince ? new Date(importSince) : null;
  // Rebuilt by its server: all that came since it is read here is looked at again.
  const line = current ? account.created_at : row?.read_at ?? account.created_at;
  const folder = await openForReading(client, path, { cursor, since, line });
  return { folder, source, cursor, isImport: current === undefined, line };
}
