import { usePage, useWords } from "@/components/page.ts";
import { useRef, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { fetchModule } from "@/components/fetch_module.ts";
import type { Saving } from "@/lib/panel/excel/save_workbook.ts";
import { asShown } from "@/lib/panel/list/search/shown_search.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { excelWords } from "@/lib/panel/excel/words.ts";

type ExcelButtonProps = Pick<Saving, "file" | "sheets" | "currency">;

/** Builds a workbook in the browser and saves it; what builds it is loaded when it is pressed. */
export function ExcelButton(props: ExcelButtonProps) {
  const page = usePage();
  const words = useWords(excelWords);
  const [progress, setProgress] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);

  async function press() {
    if (running.current) return running.current.abort();
    const { signal } = running.current = new AbortController();
    setProgress(words.loading);
    try {
      const { saveWorkbook } = await fetchModule(() =>
        import("@/lib/panel/excel/save_workbook.ts")
      );
      const sheets = props.sheets.map((source) =>
        "query" in source ? { ...source, query: asShown(source.query) } : source
      );
      if (!signal.aborted) {
        await saveWorkbook({ ...page, ...props, sheets, signal, onProgress: setProgress });
      }
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
      <span aria-live="polite">{progress ?? words.button}</span>
    </button>
  );
}
