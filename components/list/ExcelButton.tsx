import { useRef, useState } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";
import { fileName } from "@/lib/panel/excel/file_name.ts";
import { loadExcel } from "@/lib/panel/excel/load_excel.ts";
import { readList } from "@/lib/panel/excel/read_list.ts";
import type { Sheet, SheetPlace, SheetRow, SheetSource } from "@/lib/panel/excel/sheet.ts";
import { failureText } from "@/lib/panel/failures.ts";
import { showToast } from "@/lib/panel/toasts.ts";
import { locales, speak } from "@/lib/words/language.ts";
import { excelWords } from "@/lib/words/panel/reports/excel.ts";

interface ExcelButtonProps extends SheetPlace {
  companyId: number;
  /** What the file is called: the company, what it is, which days. */
  file: string[];
  sheets: SheetSource[];
}

/** Builds a workbook in the browser and saves it; what builds it is loaded when it is pressed. */
export function ExcelButton({ companyId, file, sheets, ...place }: ExcelButtonProps) {
  const { language } = place;
  const words = speak(excelWords, language);
  const [progress, setProgress] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);

  /** @returns null where it failed, which was said, or was stopped */
  async function readRows(source: SheetSource, signal: AbortSignal): Promise<SheetRow[] | null> {
    if ("rows" in source) return source.rows;
    const number = new Intl.NumberFormat(locales[language]);
    const answer = await readList(source.list, {
      companyId,
      language,
      query: source.query,
      signal,
      onProgress: (done, total) =>
        setProgress(words.progress(number.format(done), number.format(total))),
    });
    if (answer.ok) return answer.rows;
    if (!signal.aborted) showToast({ text: failureText(answer, language), isFailure: true });
    return null;
  }

  async function build(signal: AbortSignal) {
    const loaded = loadExcel();
    // Its failure is met below; until then it is nobody's.
    loaded.catch(() => {});
    const filled: (Sheet & { rows: SheetRow[] })[] = [];
    for (const source of sheets) {
      const rows = await readRows(source, signal);
      if (!rows || signal.aborted) return;
      filled.push({ name: source.name, columns: source.columns, rows });
    }
    setProgress(words.loading);
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

  async function press() {
    if (running.current) return running.current.abort();
    const stop = running.current = new AbortController();
    setProgress(words.loading);
    try {
      await build(stop.signal);
    } catch {
      showToast({ text: words.failed, isFailure: true });
    }
    running.current = null;
    setProgress(null);
  }

  return (
    <button
      type="button"
      class="button tabular-nums"
      title={progress ? words.stop : words.hint}
      data-command={words.hint}
      aria-busy={progress !== null}
      onClick={press}
    >
      <Icon
        name={progress ? "loader-circle" : "table"}
        class={progress ? "animate-spin" : ""}
      />
      <span aria-live="polite" class={progress ? "" : "max-md:sr-only"}>
        {progress ?? words.button}
      </span>
    </button>
  );
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
