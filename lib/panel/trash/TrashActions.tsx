import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { type ApiCall, callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { refreshRegions, regionsReplaced } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { commonWords } from "@/lib/words/common.ts";
import { speak } from "@/lib/words/language.ts";
import { trashWords } from "@/lib/panel/trash/words.ts";

interface TrashActionsProps {
  /** Whether one record is shown, which opens once it is restored. */
  opens: boolean;
}

interface Reference {
  noun: string;
  id: number;
}

interface Restored extends Reference {
  restored: boolean;
  error?: string;
}

/** Hundreds of records take a while. */
const timeoutMs = 60_000;

/** Restores what is pressed or ticked in the list; a bar below says how many are ticked. */
export function TrashActions({ opens }: TrashActionsProps) {
  const page = usePage();
  const { companyId, language } = page;
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const words = useWords(trashWords);
  const caller = { companyId, language };
  const { picked, tick } = useTicks((path) => restore([path]));

  async function restore(paths: string[]) {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    const name = nameOf(paths[0]!);
    const call = { ...caller, method: "POST" as const, timeoutMs };
    const json = { records: paths.map(referenceOf) };
    const outcome = await callApi<Restored[]>("trash/restore", { ...call, json });
    isRunning.current = false;
    setBusy(false);
    if (!outcome.ok) return showToast({ text: failureText(outcome, language), isFailure: true });
    const restored = outcome.data.filter((one) => one.restored).map(pathOf);
    const why = outcome.data.find((one) => !one.restored)?.error;
    const href = paths.length === 1 && restored.length === 1 ? pageOf(paths[0]!) : null;
    if (opens && href) return location.assign(href);
    await refreshRegions();
    tick(false);
    if (why) {
      const text = paths.length === 1 ? why : words.refused(restored.length, paths.length, why);
      return showToast({ text, isFailure: true });
    }
    showToast({
      text: paths.length === 1 ? words.restored(name) : words.restoredAll(restored.length),
      link: href ? { label: words.open, href } : undefined,
      undo: { label: speak(commonWords, language).undo, run: () => trash(restored) },
    });
  }

  /** One call for each noun; notes know no change of many. */
  async function trash(paths: string[]) {
    const byNoun = Map.groupBy(paths.map(referenceOf), ({ noun }) => noun);
    for (const [noun, records] of byNoun) {
      const ids = records.map(({ id }) => id);
      const calls: [string, ApiCall][] = noun === "notes"
        ? ids.map((id) => [`notes/${id}`, { ...caller, method: "DELETE" }])
        : [[`${noun}/bulk`, { ...caller, method: "POST", json: { ids, trash: true }, timeoutMs }]];
      for (const [path, call] of calls) {
        const outcome = await callApi(path, call);
        if (!outcome.ok) showToast({ text: failureText(outcome, language), isFailure: true });
      }
    }
    await refreshRegions();
  }

  function pageOf(path: string): string | null {
    return path.startsWith("notes/") ? null : page.href(`/panel/${path}`);
  }

  if (picked.length === 0) return null;
  return (
    <div role="region" aria-label={words.selected(picked.length)} class="trash-bar">
      <p role="status" class="tabular-nums">
        {isBusy ? words.restoring(picked.length) : words.selected(picked.length)}
      </p>
      <button
        type="button"
        class="button button-primary"
        data-command={words.restore}
        disabled={isBusy}
        onClick={() => restore(picked)}
      >
        <Icon name="undo-2" />
        {words.restore}
      </button>
      <button type="button" class="button button-plain button-icon" onClick={() => tick(false)}>
        <Icon name="x" />
        <span class="sr-only">{words.unselect}</span>
      </button>
    </div>
  );
}

/** Paths ticked in the list; `onRestore` receives the one whose button is pressed. */
function useTicks(onRestore: (path: string) => void) {
  const [picked, setPicked] = useState<string[]>([]);

  const read = () =>
    setPicked(boxes().filter(({ checked }) => checked).map(({ dataset }) => dataset.pick!));

  function tick(isTicked: boolean) {
    for (const box of boxes("[data-pick], [data-pick-all]")) box.checked = isTicked;
    read();
  }

  useEffect(() => {
    const change = ({ target }: Event) => {
      const box = target as HTMLInputElement;
      if (box.matches("[data-pick-all]")) tick(box.checked);
      else if (box.matches("[data-pick]")) read();
    };
    const click = (event: MouseEvent) => {
      const button = (event.target as Element).closest<HTMLElement>("[data-restore]");
      if (button) onRestore(button.dataset.restore!);
    };
    document.addEventListener("change", change);
    document.addEventListener("click", click);
    document.addEventListener(regionsReplaced, read);
    read();
    return () => {
      document.removeEventListener("change", change);
      document.removeEventListener("click", click);
      document.removeEventListener(regionsReplaced, read);
    };
  }, []);

  return { picked, tick };
}

function boxes(which = "[data-pick]"): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(which)];
}

function nameOf(path: string): string {
  return document.querySelector<HTMLElement>(`[data-trashed="${CSS.escape(path)}"]`)
    ?.dataset.name ?? "";
}

/** Reads a reference such as `clients/7`, as rows name themselves. */
function referenceOf(path: string): Reference {
  const [noun, id] = path.split("/") as [string, string];
  return { noun, id: Number(id) };
}

function pathOf({ noun, id }: Reference): string {
  return `${noun}/${id}`;
}
