import { sql } from "kysely";
import { v7 } from "uuid";
import type { Attachment } from "@/lib/channels/meta/read/event.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { cleanName } from "@/lib/files/file.ts";

const storyHours = 24;

/** Names the files of a message, which are fetched once it is there. @returns their ids */
export async function keepComing(
  trx: Trx,
  { companyId }: Tenant,
  { accountId, messageId, attachments }: {
    accountId: number;
    messageId: number;
    attachments: readonly Attachment[];
  },
): Promise<string[]> {
  if (attachments.length === 0) return [];
  const files = attachments.map((attachment) => ({ id: v7(), attachment }));
  await trx.insertInto("files").values(files.map(({ id, attachment: { name, type } }) => ({
    id,
    company_id: companyId,
    name: cleanName(name ?? ""),
    ...type === null ? {} : { type: type.slice(0, 127) },
    size: 0,
    state: "coming" as const,
    message_id: messageId,
  }))).execute();
  await trx.insertInto("file_fetches").values(files.map(({ id, attachment }) => {
    const { kind, mediaId, url, sha256, isStory, isOpen } = attachment;
    return {
      company_id: companyId,
      file_id: id,
      account_id: accountId,
      source: JSON.stringify({ kind, mediaId, url, sha256, isStory, isOpen }),
      forget_at: isStory ? sql<Date>`now() + make_interval(hours => ${storyHours})` : null,
    };
  })).execute();
  trx.afterCommit({ kind: "files_due", companyId });
  return files.map(({ id }) => id);
}
