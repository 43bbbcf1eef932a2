import type { Member } from "@/lib/access/members.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { isInTrash } from "@/lib/reports/trash.ts";
import { trashNouns } from "@/lib/reports/trash_record.ts";

const maxId = 2_147_483_647;

/** The trash's address of a record whose own page no longer finds it; null if it is not there. */
export async function recordInTrash(
  { trx, member, url }: { trx: Trx; member: Member; url: URL },
): Promise<string | null> {
  const [, path, number] = /^\/panel\/([a-z]+)\/([1-9]\d{0,9})$/.exec(url.pathname) ?? [];
  const noun = trashNouns.find((one) => one === path);
  const id = Number(number);
  if (!noun || id > maxId || !await isInTrash(trx, member, noun, id)) return null;
  return `/panel/trash?${new URLSearchParams({
    company_id: String(member.companyId),
    noun,
    id: String(id),
  })}`;
}
