import { sql } from "kysely";
import { keepComing } from "@/lib/channels/in/meta/keep_coming.ts";
import { attachmentOf } from "@/lib/channels/meta/read/files.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Source } from "@/lib/values/message_content.ts";

interface Led {
  accountId: number;
  messageId: number;
  source: Source | null;
}

/** Has the picture of the ad, post or story that led to a message fetched, as one of its files. */
export async function keepPicture(
  trx: Trx,
  { companyId }: Tenant,
  { accountId, messageId, source }: Led,
): Promise<void> {
  const url = source?.picture;
  if (!url) return;
  const isStory = source.kind === "story_reply";
  const attachments = [attachmentOf("image", { url, isStory, isOpen: true })];
  const [id] = await keepComing(trx, { companyId }, { accountId, messageId, attachments });
  await sql`
    update contact_messages
    set source = jsonb_set(source, '{file_id}', ${JSON.stringify(id)}::jsonb)
    where company_id = ${companyId} and id = ${messageId}`.execute(trx);
}
