import { useEffect, useRef, useState } from "preact/hooks";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import {
  type FieldSpec,
  type Place,
  type Typed,
  typedOf,
  valueOf,
} from "@/lib/panel/form/field_spec.ts";
import { pathOf, type RecordChange, recordsChanged } from "@/lib/panel/live/change.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useRestored } from "@/lib/panel/page/use_restored.ts";
import {
  type Clash,
  findClashes,
  type Saveable,
  saveFields,
  type SaveState,
} from "@/lib/panel/save/save.ts";
import { type Attempt, useOnline, useSaveQueue } from "@/lib/panel/save/save_queue.ts";
import { forgetUnsaved, keepUnsaved, readUnsaved } from "@/lib/panel/save/unsaved.ts";
import { commonWords } from "@/lib/words/common.ts";
import { speak } from "@/lib/words/language.ts";

interface Options<T extends Saveable> {
  path: string;
  record: T;
  fields: FieldSpec[];
  companyId: number;
  place: Place;
  /** Parameters of a save, as they are when it is sent. */
  query?: () => Record<string, string>;
  /** @param meta what the answer says beside the record */
  onSaved?: (meta: unknown) => void;
}

/**
 * How a record shows a field of its PATCH body: `assignee_id` is in `assignee.id`. An amount that
 * follows the quotations is empty while there is none to follow.
 */
export function shownValue(record: Record<string, unknown>, name: string): unknown {
  if (record[name] === 0 && record[`${name}_source`] === "quote") return null;
  if (name in record) return record[name];
  const reference = record[name.replace(/_id$/, "")] as { id: number } | null | undefined;
  return reference?.id ?? null;
}

/**
 * Saves fields automatically, one save at a time; changes during a save go with the next. Unsaved
 * values of a closed tab or lost network are sent on return.
 */
export function useRecordFields<T extends Saveable>(options: Options<T>) {
  const { path, fields, companyId, place } = options;
  const [record, setRecord] = useState(options.record);
  const [drafts, setDrafts] = useState<Record<string, Typed>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [clashes, setClashes] = useState<Clash[]>([]);
  const [state, setState] = useState<SaveState>({ kind: "idle" });
  const pending = useRef<Record<string, unknown>>({});
  const { isRunning, run } = useSaveQueue(attempt);
  const latest = useRef(record);
  latest.current = record;
  const typing = useRef(drafts);
  typing.current = drafts;
  /** The record as others left it, where it differs from what is typed. */
  const theirs = useRef<T | null>(null);

  const typedIn = (spec: FieldSpec): Typed =>
    drafts[spec.name] ?? typedOf(spec, shownValue(record, spec.name), place);

  function show(name: string, typed: Typed) {
    typing.current = { ...typing.current, [name]: typed };
    setDrafts(typing.current);
  }

  /** Takes what is being typed; the page that comes next has it too, where it is understood. */
  function type(spec: FieldSpec, typed: Typed) {
    show(spec.name, typed);
    keep(spec, typed);
  }

  function keep(spec: FieldSpec, typed: Typed) {
    const { name } = spec;
    const value = valueOf(spec, typed, place);
    const before = shownValue(latest.current, name) ?? null;
    if (value === undefined || JSON.stringify(value) === JSON.stringify(before)) {
      forgetUnsaved(companyId, path, [name]);
    } else keepUnsaved(companyId, path, { values: { [name]: value }, base: { [name]: before } });
  }

  /** Drops a draft here and for reloads. */
  function revert(name: string) {
    delete pending.current[name];
    forgetUnsaved(companyId, path, [name]);
    if (Object.keys(pending.current).length === 0) {
      setState((before) => before.kind === "failed" ? { kind: "idle" } : before);
    }
    const { [name]: _, ...rest } = typing.current;
    typing.current = rest;
    setDrafts(rest);
    setErrors(({ [name]: _, ...rest }) => rest);
    if (theirs.current) adopt(theirs.current);
  }

  /** Saves the typed value if it differs from the record. */
  function commit(spec: FieldSpec, typed: Typed = typedIn(spec)) {
    const value = valueOf(spec, typed, place);
    if (value === undefined) {
      const text = speak(commonWords, place.language).notUnderstood;
      return setErrors((before) => ({ ...before, [spec.name]: text }));
    }
    const before = shownValue(latest.current, spec.name) ?? null;
    const isTyped = typing.current[spec.name] !== undefined;
    if (JSON.stringify(before) === JSON.stringify(value)) {
      if (!isTyped) return;
      // While it is being saved, the record is not what it will be.
      if (!isRunning()) return revert(spec.name);
    }
    show(spec.name, typed);
    send({ [spec.name]: value });
  }

  /** Saves values that are right only together. */
  function commitTogether(values: Record<string, unknown>) {
    send(values);
  }

  /** Sends values now, or after the save that is under way; a closed tab keeps them either way. */
  function send(values: Record<string, unknown>) {
    if (isRunning()) {
      const base = Object.fromEntries(
        Object.keys(values).map((name) => [name, shownValue(latest.current, name)]),
      );
      keepUnsaved(companyId, path, { values, base });
    }
    Object.assign(pending.current, values);
    run();
  }

  function attempt(): Promise<Attempt> | null {
    if (Object.keys(pending.current).length === 0) return null;
    const values = pending.current;
    pending.current = {};
    return saveAll(values, typing.current);
  }

  async function saveAll(
    values: Record<string, unknown>,
    sent: Record<string, Typed>,
  ): Promise<Attempt> {
    setState({ kind: "saving" });
    const saved = await saveFields<T>(
      { path, record: latest.current, values, query: options.query?.(), shown: shownValue },
      { companyId, language: place.language },
    );
    settle(saved, values, sent);
    // Offline, the next try is the person's or comes with the `online` event.
    return saved.kind === "failed" && saved.outcome.why === "network" ? "wait" : "again";
  }

  function settle(
    saved: Awaited<ReturnType<typeof saveFields<T>>>,
    values: object,
    sent: Record<string, Typed>,
  ) {
    if (saved.kind === "saved") {
      latest.current = saved.record;
      setRecord(saved.record);
      // Input of the meantime is newer than what was saved.
      const isNewer = (name: string) => ![undefined, sent[name]].includes(typing.current[name]);
      const names = Object.keys(values).filter((name) => !isNewer(name));
      for (const spec of fields) {
        if (spec.name in values && isNewer(spec.name)) keep(spec, typing.current[spec.name]!);
      }
      const without = <V>(from: Record<string, V>) =>
        Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
      setDrafts(typing.current = without(typing.current));
      setErrors(without);
      setState({ kind: "saved", at: new Date() });
      options.onSaved?.(saved.meta);
      refreshRegions();
    } else if (saved.kind === "clash") {
      latest.current = saved.record;
      setRecord(saved.record);
      setClashes(saved.clashes);
      setState({ kind: "idle" });
    } else {
      const { outcome } = saved;
      const text = failureText(outcome, place.language, fields.map(({ name }) => name));
      if (outcome.why === "refused") setErrors((before) => ({ ...before, ...outcome.fields }));
      setState({ kind: "failed", text, isOffline: outcome.why === "network" });
      if (outcome.why === "network") pending.current = { ...values, ...pending.current };
    }
  }

  /** Saves the chosen values over the other person's. */
  function resolve(chosen: Record<string, "mine" | "theirs">) {
    for (const { name, mine } of clashes) {
      if (chosen[name] === "mine") pending.current[name] = mine;
      else revert(name);
    }
    setClashes([]);
    run();
  }

  /** Takes over what others changed. A field that is being typed in keeps what it began from. */
  function adopt(fresh: T) {
    const before = latest.current;
    if (isRunning() || fresh.version <= before.version) return;
    const names = [...Object.keys(typing.current), ...Object.keys(pending.current)];
    const differs = (name: string) =>
      JSON.stringify(shownValue(fresh, name) ?? null) !==
        JSON.stringify(shownValue(before, name) ?? null);
    const clashing = names.filter(differs);
    // With the old version, saving finds the conflict and asks.
    const kept = clashing.flatMap((name) => [name, name.replace(/_id$/, "")])
      .filter((name) => name in before).map((name) => [name, before[name]]);
    theirs.current = clashing.length > 0 ? fresh : null;
    const version = clashing.length > 0 ? before.version : fresh.version;
    latest.current = { ...fresh, ...Object.fromEntries(kept), version };
    setRecord(latest.current);
  }

  useEffect(() => {
    const changed = async (event: Event) => {
      const { detail } = event as CustomEvent<RecordChange[]>;
      if (!detail.some((change) => pathOf(change) === path)) return;
      const read = await callApi<T>(path, { companyId, language: place.language });
      if (read.ok) adopt(read.data);
    };
    document.addEventListener(recordsChanged, changed);
    return () => document.removeEventListener(recordsChanged, changed);
  }, []);

  useEffect(() => {
    const kept = readUnsaved(companyId, path);
    if (kept) {
      const asked = findClashes(kept, (name) => shownValue(record, name))
        .filter(({ name }) => fields.some((spec) => spec.name === name));
      for (const spec of fields) {
        if (!(spec.name in kept.values)) continue;
        show(spec.name, typedOf(spec, kept.values[spec.name], place));
        if (asked.some(({ name }) => name === spec.name)) continue;
        pending.current[spec.name] = kept.values[spec.name];
      }
      setClashes(asked);
      run();
    }
  }, []);
  useRestored();
  useOnline(run);

  /** Current name of the picked record. */
  function nameOf({ name, shown }: FieldSpec): string | undefined {
    const field = name.replace(/_id$/, "");
    const picked = field in record ? record[field] as { name?: string | null } | null : undefined;
    return picked === undefined || typeof picked !== "object" ? shown : picked?.name ?? "";
  }

  return {
    record,
    nameOf,
    typedIn,
    type,
    commit,
    commitTogether,
    revert,
    adopt,
    errors,
    clashes,
    resolve,
    state,
    retry: run,
  };
}
