import type { Member } from "@/lib/access/members.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { recordAt } from "@/lib/panel/record/record_id.ts";
import { isInTrash } from "@/lib/trash/trash.ts";
import { trashNouns } from "@/lib/trash/trash_record.ts";

/** The trash's address of a record whose own page no longer finds it; null if it is not there. */
export async function recordInTrash(
  { trx, member, url }: { trx: Trx; member: Member; url: URL },
): Promise<string | null> {
  const { path, id = 0 } = recordAt(url) ?? {};
  const noun = trashNouns.find((one) => one === path);
  if (!noun || !await isInTrash(trx, member, noun, id)) return null;
  return `/panel/trash?${new URLSearchParams({
    company_id: String(member.companyId),
    noun,
    id: String(id),
  })}`;
}
