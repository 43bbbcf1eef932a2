import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { idOf } from "@/lib/panel/page/id_of.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";
import { eraseWords } from "@/lib/panel/record/erase/words.ts";

interface EraseDataProps {
  noun: "contact" | "client";
  id: number;
  name: string;
  onClose(): void;
}

interface Erased {
  others: { noun: "contact" | "client"; id: number }[];
}

/** Asks for the name before what is known of a person is erased. Open while drawn. */
export function EraseData({ noun, id, name, onClose }: EraseDataProps) {
  const { companyId, language } = usePage();
  const [confirm, setConfirm] = useState("");
  const [reason, setReason] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const dialog = useDialog();
  const key = idOf("erase", noun, id);
  const words = useWords(eraseWords);
  const { cancel, optional } = useWords(commonWords);
  const { dialog: own } = words;
  useEffect(() => dialog.open(), []);

  async function erase() {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const outcome = await callApi<Erased>(`${noun}s/${id}/erase`, {
      companyId,
      language,
      method: "POST",
      timeoutMs: 60_000,
      json: { confirm, ...(reason ? { reason } : {}) },
    });
    setBusy(false);
    if (!outcome.ok) return setFailure(whyNot(outcome));
    const [other] = outcome.data.others;
    const to = other ? `${other.noun}s/${other.id}` : "settings/privacy";
    showToast({
      text: other ? own.notAll(outcome.data.others.length) : own.done,
      link: {
        label: other ? own.toOther : own.toLog,
        href: `/panel/${to}?company_id=${companyId}`,
      },
    });
    location.assign(`/panel/${noun}s?company_id=${companyId}`);
  }

  function whyNot(outcome: Exclude<Outcome<unknown>, { ok: true }>): string {
    const code = outcome.why === "refused" ? outcome.code : "";
    if (code === "in_use") return own.busy;
    return code === "already_converted" ? own.isClient : failureText(outcome, language);
  }

  return (
    <dialog ref={dialog.ref} class="dialog" aria-labelledby={`${key}-title`} onClose={onClose}>
      <form
        class="space-y-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          erase();
        }}
      >
        <h2 id={`${key}-title`} class="font-semibold break-words">{own.title(name)}</h2>
        <p class="text-pretty text-soft">{own[noun]}</p>
        <Field name="confirm" label={own.confirm(name)}>
          {(control) => (
            <input
              {...control}
              class="control"
              type="text"
              dir="auto"
              autocomplete="off"
              autofocus
              value={confirm}
              onInput={(event) => setConfirm(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field name="reason" label={own.reason} note={optional}>
          {(control) => (
            <select
              {...control}
              class="control"
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            >
              <option value="">{words.noReason}</option>
              {Object.entries(words.reasons).map(([value, label]) => (
                <option key={value} value={value}>{label}</option>
              ))}
            </select>
          )}
        </Field>
        <p role="alert" class="text-meta text-danger-text empty:hidden">{failure}</p>
        <footer class="flex flex-wrap justify-end gap-2">
          <button type="button" class="button" onClick={dialog.close}>{cancel}</button>
          <button
            type="submit"
            class="button button-danger"
            disabled={isBusy || confirm.trim() !== name.trim()}
          >
            {own.button}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
