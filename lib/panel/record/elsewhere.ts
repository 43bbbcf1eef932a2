import type { PageCall } from "@/lib/http/pages.ts";
import { recordInTrash } from "@/lib/panel/record/record_in_trash.ts";
import { recordAt } from "@/lib/panel/record/record_id.ts";
import { missing } from "@/lib/records/records.ts";

/** The query parameter that tells a record's page which merged record's address led to it. */
const mergedParam = "merged";

/**
 * Where the address of a record leads whose own page does not find it: the record that it was
 * merged into, or the trash; null if neither.
 */
export async function elsewhere(call: PageCall): Promise<string | null> {
  return await mergedRecord(call) ?? await recordInTrash(call);
}

async function mergedRecord({ trx, member, url }: PageCall): Promise<string | null> {
  const { path, id = 0 } = recordAt(url) ?? {};
  if (path !== "contacts" && path !== "clients") return null;
  const { details } = (await missing(trx, path, member, id)).extras;
  if (!details) return null;
  return `/panel/${path}/${details.merged_into_id}?${new URLSearchParams({
    company_id: String(member.companyId),
    [mergedParam]: String(id),
  })}`;
}

/** The merged record whose address led here, if one did. */
export function arrivedFrom<T extends { id: number }>(url: URL, merged: T[]): T | undefined {
  const id = Number(url.searchParams.get(mergedParam));
  return merged.find((one) => one.id === id);
}
