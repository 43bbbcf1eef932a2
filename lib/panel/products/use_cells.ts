import { useEffect, useRef, useState } from "preact/hooks";
import { failureText } from "@/lib/panel/api/failures.ts";
import { type FieldSpec, type Place, typedOf, valueOf } from "@/lib/panel/form/field_spec.ts";
import type { CellName, CellRecord } from "@/lib/panel/products/cells.ts";
import { type Draft, paintCells } from "@/lib/panel/products/paint_cells.ts";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";
import { type Clash, saveFields } from "@/lib/panel/save/save.ts";
import {
  type Attempt,
  createSaveQueue,
  type SaveQueue,
  useOnline,
} from "@/lib/panel/save/save_queue.ts";
import { forgetUnsaved, keepUnsaved, readUnsaved } from "@/lib/panel/save/unsaved.ts";
import type { SaveState } from "@/lib/panel/record/use_record_fields.ts";
import { commonWords } from "@/lib/words/common.ts";
import { productWords } from "@/lib/panel/products/words.ts";
import { speak } from "@/lib/words/language.ts";

interface Options {
  fields: FieldSpec[];
  companyId: number;
  currency: string;
  place: Place;
}

export interface RowClash {
  id: number;
  clashes: Clash[];
}

/**
 * The values of a table's cells, which save themselves: one save at a time for each record, merged
 * with what others changed. What could not be sent is kept, also over a closed tab.
 */
export function useCells({ fields, companyId, currency, place }: Options) {
  const { language } = place;
  const words = speak(commonWords, language);
  const records = useRef(new Map<number, CellRecord>());
  const drafts = useRef(new Map<string, Draft>());
  const pending = useRef(new Map<number, Record<string, unknown>>());
  const queues = useRef(new Map<number, SaveQueue>());
  /** Records as they were when a cell of theirs was opened. */
  const begun = useRef(new Map<number, CellRecord>());
  const [state, setState] = useState<SaveState>({ kind: "idle" });
  const [clashes, setClashes] = useState<RowClash[]>([]);
  const specOf = (name: string) => fields.find((spec) => spec.name === name)!;
  const keyOf = (id: number, name: string) => `${id}.${name}`;
  const pathOf = (id: number) => `products/${id}`;

  /** Each record has a queue of its own. */
  function queueOf(id: number): SaveQueue {
    const known = queues.current.get(id) ?? createSaveQueue(() => attempt(id));
    queues.current.set(id, known);
    return known;
  }

  function paint() {
    paintCells({ records: records.current, drafts: drafts.current, language, currency });
  }

  /** The region may have been read before the last save: the newer record stays. */
  function readRecords() {
    const text = document.querySelector("[data-json=products]")?.getAttribute("value");
    for (const record of text ? JSON.parse(text) as CellRecord[] : []) {
      const known = records.current.get(record.id);
      if (!known || known.version <= record.version) records.current.set(record.id, record);
    }
  }

  function typedIn(id: number, name: CellName): string {
    const draft = drafts.current.get(keyOf(id, name));
    return draft?.typed ?? String(typedOf(specOf(name), records.current.get(id)?.[name], place));
  }

  function errorOf(id: number, name: CellName): string | undefined {
    return drafts.current.get(keyOf(id, name))?.error;
  }

  function mark(id: number, name: string, draft: Draft | null) {
    if (draft) drafts.current.set(keyOf(id, name), draft);
    else drafts.current.delete(keyOf(id, name));
  }

  /** Drops a draft here and for reloads. */
  function drop(id: number, name: string) {
    const { [name]: _, ...rest } = pending.current.get(id) ?? {};
    pending.current.set(id, rest);
    forgetUnsaved(companyId, pathOf(id), [name]);
    mark(id, name, null);
  }

  function revert(id: number, name: CellName) {
    drop(id, name);
    paint();
  }

  /** A cell is opened: what others change in it from now on is asked about. */
  function begin(id: number) {
    const record = records.current.get(id);
    if (record) begun.current.set(id, record);
  }

  /** The record that a cell is changed from: with what it said when it was opened. */
  function startOf(id: number, name: CellName): CellRecord | undefined {
    const [now, before] = [records.current.get(id), begun.current.get(id)];
    const isSeen = !now || !before || queueOf(id).isRunning() ||
      JSON.stringify(now[name] ?? null) === JSON.stringify(before[name] ?? null);
    // With the old version, saving finds the conflict and asks.
    return isSeen ? now : { ...now, [name]: before[name], version: before.version };
  }

  /** Saves what was typed if it differs from the record. */
  function commit(id: number, name: CellName, typed: string) {
    const record = startOf(id, name);
    if (!record) return;
    const spec = specOf(name);
    const value = valueOf(spec, typed, place);
    // While it is being saved, the record is not what it will be.
    const isSame = !queueOf(id).isRunning() &&
      JSON.stringify(value) === JSON.stringify(record[name] ?? null);
    const isMissing = spec.isRequired && (value === null || value === "");
    if (value === undefined || isMissing) {
      const { required } = speak(productWords, language).cells;
      const error = isMissing ? required : words.notUnderstood;
      drop(id, name);
      mark(id, name, { typed, state: "wrong", error });
    } else if (isSame) drop(id, name);
    else {
      records.current.set(id, record);
      mark(id, name, { typed, state: "saving" });
      pending.current.set(id, { ...pending.current.get(id), [name]: value });
      queueOf(id).run();
    }
    paint();
  }

  function attempt(id: number): Promise<Attempt> | null {
    const values = pending.current.get(id) ?? {};
    const record = records.current.get(id);
    if (Object.keys(values).length === 0 || !record) return null;
    pending.current.delete(id);
    return saveAll(record, values);
  }

  async function saveAll(record: CellRecord, values: Record<string, unknown>): Promise<Attempt> {
    const { id } = record;
    setState({ kind: "saving" });
    const saved = await saveFields<CellRecord>(
      { path: pathOf(id), record, values },
      { companyId, language },
    );
    const isNewer = (name: string) => name in (pending.current.get(id) ?? {});
    const names = Object.keys(values).filter((name) => !isNewer(name));
    if (saved.kind === "failed") {
      const { outcome } = saved;
      const isOffline = outcome.why === "network";
      const text = failureText(outcome, language);
      const refused: Record<string, string> = outcome.why === "refused" ? outcome.fields : {};
      for (const name of names) {
        const typed = typedIn(id, name as CellName);
        const error = isOffline ? undefined : refused[name] ?? text;
        mark(id, name, { typed, state: isOffline ? "kept" : "wrong", error });
      }
      setState({ kind: "failed", text, isOffline });
      // Values that failed by the network are sent again when it is back.
      if (isOffline) pending.current.set(id, { ...values, ...pending.current.get(id) });
    } else {
      records.current.set(id, saved.record);
      begun.current.set(id, saved.record);
      if (saved.kind === "clash") {
        setClashes((before) => [...before, { id, clashes: saved.clashes }]);
      }
      if (saved.kind === "saved") { for (const name of names) mark(id, name, null); }
      setState(saved.kind === "saved" ? { kind: "saved", at: new Date() } : { kind: "idle" });
    }
    paint();
    return saved.kind === "failed" && saved.outcome.why === "network" ? "wait" : "again";
  }

  /** Keeps what is being typed, where it is understood: a page that comes next saves it. */
  function keep(id: number, name: CellName, typed: string) {
    const record = records.current.get(id);
    const spec = specOf(name);
    const value = valueOf(spec, typed, place);
    const isEmpty = value === null || value === "";
    const before = record?.[name] ?? null;
    const isNothing = value === undefined || spec.isRequired && isEmpty ||
      JSON.stringify(value) === JSON.stringify(before);
    if (!record || isNothing) return forgetUnsaved(companyId, pathOf(id), [name]);
    keepUnsaved(companyId, pathOf(id), { values: { [name]: value }, base: { [name]: before } });
  }

  /** Saves the chosen values over the other person's. */
  function resolve({ id, clashes }: RowClash, chosen: Record<string, "mine" | "theirs">) {
    for (const { name, mine } of clashes) {
      if (chosen[name] !== "mine") drop(id, name);
      else pending.current.set(id, { ...pending.current.get(id), [name]: mine });
    }
    setClashes((before) => before.filter((one) => one.id !== id));
    queueOf(id).run();
    paint();
  }

  function retry() {
    for (const id of [...pending.current.keys()]) queueOf(id).run();
  }

  useEffect(() => {
    readRecords();
    for (const id of records.current.keys()) {
      for (
        const [name, value] of Object.entries(readUnsaved(companyId, pathOf(id))?.values ?? {})
      ) {
        const spec = fields.find((one) => one.name === name);
        if (!spec) continue;
        mark(id, name, { typed: String(typedOf(spec, value, place)), state: "kept" });
        pending.current.set(id, { ...pending.current.get(id), [name]: value });
      }
    }
    retry();
    paint();
    const redrawn = () => {
      readRecords();
      paint();
    };
    document.addEventListener(regionsReplaced, redrawn);
    return () => document.removeEventListener(regionsReplaced, redrawn);
  }, []);
  useOnline(retry);

  return {
    typedIn,
    errorOf,
    begin,
    commit,
    keep,
    revert,
    clash: clashes[0],
    resolve,
    state,
    retry,
  };
}
