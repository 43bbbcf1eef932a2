import { useRef, useState } from "preact/hooks";
import { failureText } from "@/lib/panel/save/failures.ts";
import type {
  Counts,
  ImportNoun,
  Preview,
  Result,
  WrongCell,
} from "@/lib/panel/imports/import_page.ts";
import { fetchFile, sendFile } from "@/lib/panel/imports/send_file.ts";
import { showToast } from "@/lib/panel/frame/toasts.ts";
import type { Outcome } from "@/lib/panel/save/call_api.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { type Language, locales, speak } from "@/lib/words/language.ts";

interface Options {
  noun: ImportNoun;
  companyId: number;
  language: Language;
  maxBytes: number;
}

export type Phase = "empty" | "checking" | "checked" | "importing" | "done";

interface Chosen {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A file, what the server says of it, and its way into the company. */
export function useImport({ noun, companyId, language, maxBytes }: Options) {
  const words = speak(importPageWords, language);
  const [phase, setPhase] = useState<Phase>("empty");
  const [sent, setSent] = useState(0);
  const [file, setFile] = useState<Chosen | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [duplicates, setDuplicates] = useState<"refuse" | "skip">("refuse");
  const stop = useRef<AbortController | null>(null);

  const queryOf = (columns: Preview["columns"] | null, duplicates: "refuse" | "skip") => ({
    duplicates,
    columns: columns?.map(({ field }) => field ?? "").join(","),
  });

  async function choose(chosen: File) {
    setFailure(null);
    if (/\.(xlsx?|ods|numbers)$/i.test(chosen.name)) return refuse(words.isWorkbook);
    if (chosen.size > maxBytes) {
      return refuse(words.tooLarge(sizeOf(chosen.size), maxBytes / megabyte));
    }
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      setFile({ name: chosen.name, bytes });
      await check({ name: chosen.name, bytes }, null, duplicates);
    } catch (error) {
      refuse(words.unreadable((error as Error).message));
    }
  }

  function refuse(text: string) {
    setFailure(text);
    setPreview(null);
    setPhase("empty");
  }

  /** `columns` is null for a file whose headers are still to be understood. */
  async function check(
    chosen: Chosen,
    columns: Preview["columns"] | null,
    duplicates: "refuse" | "skip",
  ) {
    stop.current?.abort();
    const mine = stop.current = new AbortController();
    setPhase("checking");
    setSent(0);
    const outcome = await sendFile<Preview>(`${noun}/preview`, {
      companyId,
      language,
      bytes: chosen.bytes,
      query: queryOf(columns, duplicates),
      onSent: setSent,
      signal: mine.signal,
    });
    if (mine.signal.aborted) return;
    // A corrected file has the columns that were settled for the first one.
    const settled = preview?.columns;
    if (outcome.ok && !columns && settled && isRemapped(settled, outcome.data.columns)) {
      return await check(chosen, settled, duplicates);
    }
    if (!outcome.ok) {
      if (!columns) return refuse(reasonOf(outcome));
      setFailure(reasonOf(outcome));
      return setPhase("checked");
    }
    setFailure(null);
    setPreview(outcome.data);
    setPhase("checked");
  }

  function reasonOf(outcome: Exclude<Outcome<unknown>, { ok: true }>): string {
    if (outcome.why === "refused" && outcome.code === "too_large") {
      return words.tooLarge(sizeOf(file?.bytes.length ?? maxBytes), maxBytes / megabyte);
    }
    const body = outcome.why === "refused" ? outcome.fields.body : undefined;
    return body ? words.unreadable(body) : failureText(outcome, language);
  }

  function mapColumn(at: number, field: string | null) {
    if (!file || !preview) return;
    const columns = preview.columns.map((column, place) =>
      place === at ? { ...column, field } : column
    );
    setPreview({ ...preview, columns });
    check(file, columns, duplicates);
  }

  function treatDuplicates(how: "refuse" | "skip") {
    setDuplicates(how);
    if (file && preview) check(file, preview.columns, how);
  }

  async function commit() {
    if (!file || !preview || phase !== "checked") return;
    setPhase("importing");
    setSent(0);
    const outcome = await sendFile<Result>(`${noun}/commit`, {
      companyId,
      language,
      bytes: file.bytes,
      query: queryOf(preview.columns, duplicates),
      onSent: setSent,
    });
    if (outcome.ok) {
      setResult(outcome.data);
      return setPhase("done");
    }
    setFailure(reasonOf(outcome));
    // Somebody stored one of these in the meantime.
    const found = outcome.why === "refused" && outcome.details as {
      counts?: Counts;
      errors?: WrongCell[];
    };
    if (found && found.counts && found.errors) {
      setPreview({ ...preview, counts: found.counts, errors: found.errors });
    }
    setPhase("checked");
  }

  async function downloadWrong() {
    if (!file || !preview) return;
    const query = queryOf(preview.columns, duplicates);
    const rows = await fetchFile(`${noun}/errors`, {
      companyId,
      language,
      bytes: file.bytes,
      query,
    });
    if (!rows) return showToast({ text: reasonOf({ ok: false, why: "network" }), isFailure: true });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(rows);
    link.download = `${file.name.replace(/\.\w+$/, "")} ${words.wrongFile}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  function startAgain() {
    setFile(null);
    setPreview(null);
    setResult(null);
    setFailure(null);
    setPhase("empty");
  }

  function sizeOf(bytes: number): string {
    const size = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 });
    return bytes < megabyte
      ? `${size.format(bytes / 1024)} KB`
      : `${size.format(bytes / megabyte)} MB`;
  }

  return {
    phase,
    sent,
    preview,
    result,
    failure,
    duplicates,
    name: file?.name ?? null,
    size: file ? sizeOf(file.bytes.length) : null,
    choose,
    mapColumn,
    treatDuplicates,
    commit,
    downloadWrong,
    startAgain,
  };
}

export type ImportState = ReturnType<typeof useImport>;

const megabyte = 1024 * 1024;

/** The same headers, and at least one that stands for another field. */
function isRemapped(before: Preview["columns"], after: Preview["columns"]): boolean {
  const headers = (columns: Preview["columns"]) =>
    JSON.stringify(columns.map(({ header }) => header));
  return headers(before) === headers(after) &&
    before.some(({ field }, at) => field !== after[at]!.field);
}
