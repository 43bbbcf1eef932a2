import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { formatQuantity } from "@/lib/values/money.ts";
import type { ImportNoun, UndoCounts, Undone } from "@/lib/panel/imports/import_page.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { HeadedDialog } from "@/lib/panel/page/HeadedDialog.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { clashText, isClash, sayChanges } from "@/lib/panel/save/clash.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";
import { commonWords } from "@/lib/words/common.ts";

/** An import that can be undone. */
export interface Undoable {
  id: number;
  noun: ImportNoun;
}

interface UndoImportProps {
  of: Undoable;
  /** Labels of the noun's fields. */
  labels: Record<string, string>;
  onUndone?(): void;
  onClose(): void;
}

/** Thousands of records take a while. */
const timeoutMs = 60_000;

/** Dialog that undoes an import and reports what was undone and what stayed. Open while drawn. */
export function UndoImport(props: UndoImportProps) {
  const { language } = usePage();
  const { of, onUndone, onClose } = props;
  const { undone, planned, isBusy, failure, undo } = useUndo(of, onUndone);
  const dialog = useOpenDialog();
  const way = useRef<HTMLButtonElement>(null);
  const words = { ...useWords(commonWords), ...useWords(importPageWords) };
  const number = (n: number) => formatQuantity(n, language);
  // The pressed button is gone, so focus moves to the close button.
  useEffect(() => way.current?.focus(), [undone]);

  return (
    <HeadedDialog
      dialog={dialog}
      titleId="undo-import"
      title={undone ? words.undone : words.undoTitle}
      isQuestion
      isBusy={isBusy}
      onClose={onClose}
    >
      <div class="space-y-4 p-5">
        {undone ? <Report {...props} undone={undone} /> : (
          <p class="text-soft">
            {planned
              ? words.undoText(
                number(planned.trashed),
                number(planned.restored),
                number(planned.kept),
              )
              : words.loading}
          </p>
        )}
        <p role="alert" class="text-meta text-danger-text empty:hidden">{failure}</p>
        <footer class="flex justify-end gap-2">
          <button ref={way} type="button" class="button" onClick={dialog.close}>
            {undone ? words.close : words.cancel}
          </button>
          {!undone && (
            <button
              type="button"
              class="button button-primary"
              autofocus
              aria-disabled={isBusy || !planned ? "true" : undefined}
              onClick={undo}
            >
              {isBusy && <Icon name="loader-circle" class="animate-spin" />}
              {words.undo}
            </button>
          )}
        </footer>
      </div>
    </HeadedDialog>
  );
}

/** The counts planned at first, and the undoing, which is refused if they have changed. */
function useUndo(of: Undoable, onUndone?: () => void) {
  const { companyId, language } = usePage();
  const words = useWords(importPageWords);
  const [undone, setUndone] = useState<Undone | null>(null);
  const [planned, setPlanned] = useState<UndoCounts | null>(null);
  const { isBusy, failure, send } = useAnswer();
  useEffect(() => {
    const stop = new AbortController();
    const read = () =>
      callApi<UndoCounts>(`imports/${of.id}/undo`, {
        companyId,
        language,
        timeoutMs,
        signal: stop.signal,
      });
    send(async () => {
      const outcome = await read();
      if (outcome.ok) setPlanned(outcome.data);
      return outcome;
    });
    return () => stop.abort();
  }, []);

  async function undo() {
    if (!planned) return;
    await send(async () => {
      const { trashed, restored, kept } = planned;
      const json = { trashed, restored, kept };
      const call = { method: "POST", companyId, language, timeoutMs, json } as const;
      const outcome = await callApi<Undone>(`imports/${of.id}/undo`, call);
      if (isClash(outcome)) {
        const now = { ...planned, ...outcome.details };
        setPlanned(now);
        const changes = sayChanges({ before: json, now }, words.planned, language);
        return { ...outcome, error: clashText(outcome, changes) };
      }
      if (outcome.ok) {
        setUndone(outcome.data);
        onUndone?.();
      }
      return outcome;
    });
  }

  return { undone, planned, isBusy, failure, undo };
}

function Report(props: UndoImportProps & { undone: Undone }) {
  const { href, language } = usePage();
  const { undone, of: { noun }, labels } = props;
  const words = useWords(importPageWords);
  const number = (n: number) => formatQuantity(n, language);
  const { trashed, restored, kept, records } = undone;
  return (
    <>
      <div role="status" class="tabular-nums">
        {trashed > 0 && <p>{words.trashed(number(trashed))}</p>}
        {restored > 0 && <p>{words.restored(number(restored))}</p>}
        {kept > 0 && <p>{words.kept(number(kept))}</p>}
        {trashed + restored + kept === 0 && <p>{words.noneLeft}</p>}
      </div>
      {records.length > 0 && (
        <ul class="import-kept">
          {records.map(({ id, name, error, fields = {} }) => (
            <li key={id} class="border-t border-line py-2">
              <a
                class="font-medium hover:underline"
                href={href(`/panel/${noun}/${id}`)}
              >
                <bdi>{name ?? words.numbered(id)}</bdi>
              </a>{" "}
              {name !== null && <span class="text-meta text-soft">{words.numbered(id)}</span>}
              <p class="text-meta text-soft">
                {error}
                {Object.keys(fields).length > 0 &&
                  ` (${
                    Object.keys(fields).map((field) => labels[field] ?? field).join(", ")
                  })`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {records.length < kept && (
        <p class="text-label text-soft">{words.firstKept(number(records.length))}</p>
      )}
    </>
  );
}
