import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import type { SheetRow } from "@/lib/panel/excel/sheet.ts";
import type { Language } from "@/lib/words/language.ts";

const perPage = 200;

interface Reading {
  companyId: number;
  language: Language;
  query: Record<string, string>;
  signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

type Failure = Exclude<Outcome<unknown>, { ok: true }>;

/** Reads a whole list page by page; a record that moves to another page meanwhile comes once. */
export async function readList(
  path: string,
  { companyId, language, query, signal, onProgress }: Reading,
): Promise<{ ok: true; rows: SheetRow[] } | Failure> {
  const rows = new Map<unknown, SheetRow>();
  for (let page = 1;; page++) {
    const pageQuery = { ...query, page, per_page: perPage };
    const answer = await callApi<SheetRow[]>(path, {
      companyId,
      language,
      query: pageQuery,
      signal,
    });
    if (!answer.ok) return answer;
    for (const row of answer.data) rows.set(row.id, row);
    const { total, pages } = answer.meta!;
    onProgress(Math.min(page * perPage, total), total);
    if (page >= pages || answer.data.length === 0) return { ok: true, rows: [...rows.values()] };
  }
}
