import { fileName } from "@/lib/panel/excel/file_name.ts";
import { loadExcel } from "@/lib/panel/excel/load_excel.ts";
import { readList } from "@/lib/panel/excel/read_list.ts";
import type { Sheet, SheetPlace, SheetRow, SheetSource } from "@/lib/panel/excel/sheet.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { locales, speak } from "@/lib/words/language.ts";
import { excelWords } from "@/lib/panel/excel/words.ts";

export interface Saving extends SheetPlace {
  companyId: number;
  file: string[];
  sheets: SheetSource[];
  /** Stops it; nothing is saved then. */
  signal: AbortSignal;
  onProgress(text: string): void;
}

/** Reads lists, builds a workbook and saves it. @throws Error if the builder cannot be loaded */
export async function saveWorkbook(saving: Saving): Promise<void> {
  const { companyId: _, file, sheets, signal, onProgress, ...place } = saving;
  const words = speak(excelWords, place.language);
  const loaded = loadExcel();
  loaded.catch(() => {});
  const filled: (Sheet & { rows: SheetRow[] })[] = [];
  for (const source of sheets) {
    const rows = await readRows(source, saving);
    if (!rows || signal.aborted) return;
    filled.push({ name: source.name, columns: source.columns, rows });
  }
  onProgress(words.loading);
  const name = fileName(file);
  const { library, buildWorkbook } = await loaded;
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
  const bytes = await buildWorkbook(library, {
    ...place,
    sheets: filled,
    title: file.join(" "),
    pause,
  });
  if (signal.aborted) return;
  save(bytes, name);
  showToast({ text: words.done(name) });
}

/** @returns null where it failed or was stopped */
async function readRows(source: SheetSource, saving: Saving): Promise<SheetRow[] | null> {
  if ("rows" in source) return source.rows;
  const { companyId, language, signal, onProgress } = saving;
  const words = speak(excelWords, language);
  const number = new Intl.NumberFormat(locales[language]);
  const answer = await readList(source.list, {
    companyId,
    language,
    query: source.query,
    signal,
    onProgress: (done, total) =>
      onProgress(words.progress(number.format(done), number.format(total))),
  });
  if (answer.ok) return answer.rows;
  if (!signal.aborted) showToast({ text: failureText(answer, language), isFailure: true });
  return null;
}

function save(bytes: ArrayBuffer, name: string) {
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click; a minute later it has.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
