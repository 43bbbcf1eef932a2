import { type ClashRefusal, clashText, isClash, sayChanges } from "@/lib/panel/save/clash.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import {
  type Choices,
  countsOf,
  type Preview,
  type Result,
  type Shown,
} from "@/lib/panel/imports/import_page.ts";
import type { Chosen, ShownRows, States } from "@/lib/panel/imports/import_state.ts";
import { fetchFile, sendFile } from "@/lib/panel/imports/send_file.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { speak } from "@/lib/words/language.ts";
import { sizeText } from "@/lib/words/size.ts";

/** Parameters of a check; `columns` is null until the headers are mapped. */
interface CheckParams {
  columns: Preview["columns"] | null;
  choices: Choices;
}

const megabyte = 1024 * 1024;
/** Characters of a file's name that the API keeps. */
const longestName = 200;

function callOf(
  { companyId, language, sheet, setSent }: States,
  { name: file_name, bytes }: Chosen,
  { columns, choices }: CheckParams,
) {
  return {
    name: file_name,
    call: { companyId, language, bytes, onSent: setSent },
    query: {
      ...choices,
      columns_by: "company",
      sheet: sheet.current,
      columns: columns?.map(({ field }) => field ?? "").join(","),
    },
  };
}

export async function choose(states: States, chosen: File): Promise<void> {
  const { choices, sheet, language, maxBytes } = states;
  const words = speak(importPageWords, language);
  states.setFailure(null);
  if (chosen.size > maxBytes) {
    return refuse(states, words.tooLarge(sizeText(chosen.size, language), maxBytes / megabyte));
  }
  try {
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    sheet.current = undefined;
    states.setFile({ name: chosen.name, bytes });
    await check(states, { name: chosen.name, bytes }, { columns: null, choices });
  } catch (error) {
    refuse(states, words.unreadable((error as Error).message));
  }
}

function refuse(states: States, text: string): void {
  states.setFailure(text);
  states.setPreview(null);
  states.setPhase("empty");
}

/** @returns what is shown then, if the file could be read */
async function check(states: States, chosen: Chosen, params: CheckParams): Promise<Preview | void> {
  const { preview, stop, noun } = states;
  stop.current?.abort();
  const mine = stop.current = new AbortController();
  states.setPhase("checking");
  states.setLoading(false);
  states.setSent(0);
  const { call, query } = callOf(states, chosen, params);
  const { signal } = mine;
  const outcome = await sendFile<Preview>(`${noun}/preview`, { ...call, query, signal });
  if (signal.aborted) return;
  // A corrected file keeps the column mapping of the first one.
  const settled = preview?.columns;
  if (outcome.ok && !params.columns && settled && isRemapped(settled, outcome.data.columns)) {
    return await check(states, chosen, { ...params, columns: settled });
  }
  if (!outcome.ok) {
    if (!params.columns) return refuse(states, reasonOf(states, outcome));
    states.setFailure(reasonOf(states, outcome));
    return states.setPhase("checked");
  }
  states.setFailure(null);
  states.setPreview(outcome.data);
  states.setVisible({ show: null, rows: outcome.data.rows });
  states.setPhase("checked");
  return outcome.data;
}

function reasonOf(states: States, outcome: Exclude<Outcome<unknown>, { ok: true }>): string {
  const { file, language, maxBytes } = states;
  const words = speak(importPageWords, language);
  if (outcome.why === "refused" && outcome.code === "too_large") {
    const size = sizeText(file?.bytes.length ?? maxBytes, language);
    return words.tooLarge(size, maxBytes / megabyte);
  }
  const body = outcome.why === "refused" ? outcome.fields.body : undefined;
  return body ? words.unreadable(body) : failureText(outcome, language);
}

/** Shows rows of another sort; the file is not sent again if all its rows are loaded. */
export async function filter(states: States, show: Shown | null): Promise<void> {
  const { preview, visible } = states;
  if (!preview || show === visible.show) return;
  if (preview.rows.length === preview.counts.rows) {
    const rows = preview.rows.filter(({ outcome, remarks }) =>
      show === null || (show === "remarks" ? remarks.length > 0 : outcome === show)
    );
    return states.setVisible({ show, rows });
  }
  if (show === null) return states.setVisible({ show, rows: preview.rows });
  states.setVisible({ show, rows: [] });
  await load(states, { show, rows: [] });
}

export async function load(states: States, before: ShownRows): Promise<void> {
  const { file, preview, choices, stop, noun } = states;
  if (!file || !preview) return;
  stop.current?.abort();
  const mine = stop.current = new AbortController();
  states.setLoading(true);
  states.setSent(0);
  const { call, query } = callOf(states, file, { columns: preview.columns, choices });
  const last = before.rows.at(-1);
  const outcome = await sendFile<Preview>(`${noun}/preview`, {
    ...call,
    query: { ...query, show: before.show ?? undefined, after: last && String(last.row) },
    signal: mine.signal,
  });
  if (mine.signal.aborted) return;
  states.setLoading(false);
  if (!outcome.ok) return showToast({ text: reasonOf(states, outcome), isFailure: true });
  states.setVisible({ ...before, rows: [...before.rows, ...outcome.data.rows] });
}

export function mapColumn(states: States, at: number, field: string | null): void {
  const { file, preview, choices } = states;
  if (!file || !preview) return;
  const columns = preview.columns.map((column, place) =>
    place === at ? { ...column, field } : column
  );
  states.setPreview({ ...preview, columns });
  check(states, file, { columns, choices });
}

export function choosing(states: States, chosen: Partial<Choices>): void {
  const { file, preview } = states;
  const now = { ...states.choices, ...chosen };
  states.setChoices(now);
  // The option for wrong rows does not affect the check.
  if (file && preview && !("invalid" in chosen)) {
    check(states, file, { columns: preview.columns, choices: now });
  }
}

export function chooseSheet(states: States, name: string): void {
  const { file, choices, sheet } = states;
  if (!file) return;
  sheet.current = name;
  check(states, file, { columns: null, choices });
}

export async function commit(states: States): Promise<void> {
  const { file, preview, choices, stop, phase, noun } = states;
  if (!file || !preview || phase !== "checked") return;
  stop.current?.abort();
  states.setLoading(false);
  states.setPhase("importing");
  states.setSent(0);
  const { name, call, query } = callOf(states, file, { columns: preview.columns, choices });
  const file_name = name.slice(0, longestName);
  const outcome = await sendFile<Result>(`${noun}/commit`, {
    ...call,
    query: { ...query, file_name, digest: preview.digest },
  });
  if (outcome.ok) {
    states.setResult(outcome.data);
    return states.setPhase("done");
  }
  if (isClash(outcome)) return await redraw(states, outcome, file, preview);
  states.setFailure(reasonOf(states, outcome));
  states.setPhase("checked");
}

/** Checks the file again, and says which numbers are others now. */
async function redraw(
  states: States,
  clash: ClashRefusal,
  chosen: Chosen,
  before: Preview,
): Promise<void> {
  const { choices, language } = states;
  const words = speak(importPageWords, language);
  const now = await check(states, chosen, { columns: before.columns, choices });
  if (!now) return;
  const counts = {
    before: countsOf(before.counts, choices),
    now: countsOf(now.counts, choices),
  };
  const changes = sayChanges(counts, words.outcomes, language);
  states.setFailure(clashText(clash, changes.length > 0 ? changes : [words.rowsChanged]));
}

export async function download(states: States, which: "wrong" | "remarks"): Promise<void> {
  const { file, preview, choices, noun, language } = states;
  const words = speak(importPageWords, language);
  if (!file || !preview) return;
  const { call, query } = callOf(states, file, { columns: preview.columns, choices });
  const rows = await fetchFile(`${noun}/errors`, { ...call, query: { ...query, rows: which } });
  if (!rows) {
    return showToast({ text: reasonOf(states, { ok: false, why: "network" }), isFailure: true });
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(rows);
  link.download = `${file.name.replace(/\.\w+$/, "")} ${words.files[which]}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

export function startAgain(states: States): void {
  states.setFile(null);
  states.setPreview(null);
  states.setResult(null);
  states.setFailure(null);
  states.setPhase("empty");
}

/** Whether the headers are the same but at least one is mapped to another field. */
function isRemapped(before: Preview["columns"], after: Preview["columns"]): boolean {
  const headers = (columns: Preview["columns"]) =>
    JSON.stringify(columns.map(({ header }) => header));
  return headers(before) === headers(after) &&
    before.some(({ field }, at) => field !== after[at]!.field);
}
