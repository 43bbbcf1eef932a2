import { useRef, useState } from "preact/hooks";
import { type ClashRefusal, clashText, isClash, sayChanges } from "@/lib/panel/save/clash.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import {
  type Choices,
  countsOf,
  type ImportNoun,
  type Preview,
  type PreviewRow,
  type Result,
  type Shown,
} from "@/lib/panel/imports/import_page.ts";
import { fetchFile, sendFile } from "@/lib/panel/imports/send_file.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { sizeText } from "@/lib/words/size.ts";

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

/** Parameters of a check; `columns` is null until the headers are mapped. */
interface CheckParams {
  columns: Preview["columns"] | null;
  choices: Choices;
}

/** Loaded rows, of one sort or of all. */
interface ShownRows {
  show: Shown | null;
  rows: PreviewRow[];
}

/** State of an import: the file, the server's check of it, and the commit. */
export function useImport({ noun, companyId, language, maxBytes }: Options) {
  const words = speak(importPageWords, language);
  const [phase, setPhase] = useState<Phase>("empty");
  const [sent, setSent] = useState(0);
  const [file, setFile] = useState<Chosen | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [visible, setVisible] = useState<ShownRows>({ show: null, rows: [] });
  const [isLoading, setLoading] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [choices, setChoices] = useState<Choices>({ duplicates: "update", invalid: "skip" });
  const stop = useRef<AbortController | null>(null);
  /** Sheet of a workbook, once it is chosen. */
  const sheet = useRef<string>();

  const callOf = ({ name: file_name, bytes }: Chosen, { columns, choices }: CheckParams) => ({
    name: file_name,
    call: { companyId, language, bytes, onSent: setSent },
    query: {
      ...choices,
      columns_by: "company",
      sheet: sheet.current,
      columns: columns?.map(({ field }) => field ?? "").join(","),
    },
  });

  async function choose(chosen: File) {
    setFailure(null);
    if (chosen.size > maxBytes) {
      return refuse(words.tooLarge(sizeText(chosen.size, language), maxBytes / megabyte));
    }
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      sheet.current = undefined;
      setFile({ name: chosen.name, bytes });
      await check({ name: chosen.name, bytes }, { columns: null, choices });
    } catch (error) {
      refuse(words.unreadable((error as Error).message));
    }
  }

  function refuse(text: string) {
    setFailure(text);
    setPreview(null);
    setPhase("empty");
  }

  /** @returns what is shown then, if the file could be read */
  async function check(chosen: Chosen, params: CheckParams): Promise<Preview | void> {
    stop.current?.abort();
    const mine = stop.current = new AbortController();
    setPhase("checking");
    setLoading(false);
    setSent(0);
    const { call, query } = callOf(chosen, params);
    const { signal } = mine;
    const outcome = await sendFile<Preview>(`${noun}/preview`, { ...call, query, signal });
    if (signal.aborted) return;
    // A corrected file keeps the column mapping of the first one.
    const settled = preview?.columns;
    if (outcome.ok && !params.columns && settled && isRemapped(settled, outcome.data.columns)) {
      return await check(chosen, { ...params, columns: settled });
    }
    if (!outcome.ok) {
      if (!params.columns) return refuse(reasonOf(outcome));
      setFailure(reasonOf(outcome));
      return setPhase("checked");
    }
    setFailure(null);
    setPreview(outcome.data);
    setVisible({ show: null, rows: outcome.data.rows });
    setPhase("checked");
    return outcome.data;
  }

  function reasonOf(outcome: Exclude<Outcome<unknown>, { ok: true }>): string {
    if (outcome.why === "refused" && outcome.code === "too_large") {
      const size = sizeText(file?.bytes.length ?? maxBytes, language);
      return words.tooLarge(size, maxBytes / megabyte);
    }
    const body = outcome.why === "refused" ? outcome.fields.body : undefined;
    return body ? words.unreadable(body) : failureText(outcome, language);
  }

  /** Shows rows of another sort; the file is not sent again if all its rows are loaded. */
  async function filter(show: Shown | null) {
    if (!preview || show === visible.show) return;
    if (preview.rows.length === preview.counts.rows) {
      const rows = preview.rows.filter(({ outcome, remarks }) =>
        show === null || (show === "remarks" ? remarks.length > 0 : outcome === show)
      );
      return setVisible({ show, rows });
    }
    if (show === null) return setVisible({ show, rows: preview.rows });
    setVisible({ show, rows: [] });
    await load({ show, rows: [] });
  }

  async function load(before: ShownRows) {
    if (!file || !preview) return;
    stop.current?.abort();
    const mine = stop.current = new AbortController();
    setLoading(true);
    setSent(0);
    const { call, query } = callOf(file, { columns: preview.columns, choices });
    const last = before.rows.at(-1);
    const outcome = await sendFile<Preview>(`${noun}/preview`, {
      ...call,
      query: { ...query, show: before.show ?? undefined, after: last && String(last.row) },
      signal: mine.signal,
    });
    if (mine.signal.aborted) return;
    setLoading(false);
    if (!outcome.ok) return showToast({ text: reasonOf(outcome), isFailure: true });
    setVisible({ ...before, rows: [...before.rows, ...outcome.data.rows] });
  }

  function mapColumn(at: number, field: string | null) {
    if (!file || !preview) return;
    const columns = preview.columns.map((column, place) =>
      place === at ? { ...column, field } : column
    );
    setPreview({ ...preview, columns });
    check(file, { columns, choices });
  }

  function choosing(chosen: Partial<Choices>) {
    const now = { ...choices, ...chosen };
    setChoices(now);
    // The option for wrong rows does not affect the check.
    if (file && preview && !("invalid" in chosen)) {
      check(file, { columns: preview.columns, choices: now });
    }
  }

  function chooseSheet(name: string) {
    if (!file) return;
    sheet.current = name;
    check(file, { columns: null, choices });
  }

  async function commit() {
    if (!file || !preview || phase !== "checked") return;
    stop.current?.abort();
    setLoading(false);
    setPhase("importing");
    setSent(0);
    const { name, call, query } = callOf(file, { columns: preview.columns, choices });
    const file_name = name.slice(0, longestName);
    const outcome = await sendFile<Result>(`${noun}/commit`, {
      ...call,
      query: { ...query, file_name, digest: preview.digest },
    });
    if (outcome.ok) {
      setResult(outcome.data);
      return setPhase("done");
    }
    if (isClash(outcome)) return await redraw(outcome, file, preview);
    setFailure(reasonOf(outcome));
    setPhase("checked");
  }

  /** Checks the file again, and says which numbers are others now. */
  async function redraw(clash: ClashRefusal, chosen: Chosen, before: Preview) {
    const now = await check(chosen, { columns: before.columns, choices });
    if (!now) return;
    const counts = {
      before: countsOf(before.counts, choices),
      now: countsOf(now.counts, choices),
    };
    const changes = sayChanges(counts, words.outcomes, language);
    setFailure(clashText(clash, changes.length > 0 ? changes : [words.rowsChanged]));
  }

  async function download(which: "wrong" | "remarks") {
    if (!file || !preview) return;
    const { call, query } = callOf(file, { columns: preview.columns, choices });
    const rows = await fetchFile(`${noun}/errors`, { ...call, query: { ...query, rows: which } });
    if (!rows) return showToast({ text: reasonOf({ ok: false, why: "network" }), isFailure: true });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(rows);
    link.download = `${file.name.replace(/\.\w+$/, "")} ${words.files[which]}.csv`;
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

  return {
    phase,
    sent,
    preview,
    visible,
    isLoading,
    result,
    failure,
    choices,
    name: file?.name ?? null,
    size: file ? sizeText(file.bytes.length, language) : null,
    choose,
    mapColumn,
    choosing,
    chooseSheet,
    filter,
    commit,
    download,
    startAgain,
    more: () => load(visible),
  };
}

export type ImportState = ReturnType<typeof useImport>;

const megabyte = 1024 * 1024;
/** Characters of a file's name that the API keeps. */
const longestName = 200;

/** Whether the headers are the same but at least one is mapped to another field. */
function isRemapped(before: Preview["columns"], after: Preview["columns"]): boolean {
  const headers = (columns: Preview["columns"]) =>
    JSON.stringify(columns.map(({ header }) => header));
  return headers(before) === headers(after) &&
    before.some(({ field }, at) => field !== after[at]!.field);
}
