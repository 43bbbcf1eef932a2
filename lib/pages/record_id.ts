import { problem } from "@/lib/input/errors.ts";

/** The record's number in a page's path. @throws Problem not_found */
export function recordId(params: Record<string, string>): number {
  const id = Number(params.id);
  if (!/^\d{1,10}$/.test(params.id ?? "") || id < 1 || id > 2_147_483_647) {
    throw problem("not_found");
  }
  return id;
}
