import { problem } from "@/lib/input/errors.ts";

const maxId = 2_147_483_647;

/** The record's number in a page's path. @throws Problem not_found */
export function recordId(params: Record<string, string>): number {
  const id = Number(params.id);
  if (!/^\d{1,10}$/.test(params.id ?? "") || id < 1 || id > maxId) throw problem("not_found");
  return id;
}

/** The section and number of a record's own page; null for other pages. */
export function recordAt({ pathname }: URL): { path: string; id: number } | null {
  const [, path, number] = /^\/panel\/([a-z]+)\/([1-9]\d{0,9})$/.exec(pathname) ?? [];
  const id = Number(number);
  return path && id <= maxId ? { path, id } : null;
}
