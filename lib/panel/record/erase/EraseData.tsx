import { usePage, useWords } from "@/components/page.ts";
import { Field } from "@/components/Field.tsx";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import { idOf } from "@/lib/panel/page/id_of.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
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
  const { form, erase } = useErasing(noun, id);
  const { confirm, reason } = form.values;
  const dialog = useOpenDialog();
  const key = idOf("erase", noun, id);
  const words = useWords(eraseWords);
  const { optional } = useWords(commonWords);
  const { dialog: own } = words;

  return (
    <FormDialog
      dialog={dialog}
      titleId={`${key}-title`}
      title={own.title(name)}
      button={own.button}
      isDanger
      isBusy={form.isBusy}
      isIncomplete={confirm.trim() !== name.trim()}
      failure={form.failure}
      onSend={erase}
      onClose={onClose}
    >
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
            onInput={(event) => form.change({ confirm: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field name="reason" label={own.reason} note={optional}>
        {(control) => (
          <select
            {...control}
            class="control"
            value={reason}
            onChange={(event) => form.change({ reason: event.currentTarget.value })}
          >
            <option value="">{words.noReason}</option>
            {Object.entries(words.reasons).map(([value, label]) => (
              <option key={value} value={value}>{label}</option>
            ))}
          </select>
        )}
      </Field>
    </FormDialog>
  );
}

/** What is typed, and the call, which leads to the list. */
function useErasing(noun: EraseDataProps["noun"], id: number) {
  const { companyId, href, language } = usePage();
  const form = useForm({ confirm: "", reason: "" }, { beside: [] });
  const { dialog: own } = useWords(eraseWords);

  async function erase() {
    const { confirm, reason } = form.values;
    const outcome = await form.send(async () =>
      explain(
        await callApi<Erased>(`${noun}s/${id}/erase`, {
          companyId,
          language,
          method: "POST",
          timeoutMs: 60_000,
          json: { confirm, ...(reason ? { reason } : {}) },
        }),
      )
    );
    if (!outcome) return;
    const [other] = outcome.data.others;
    const to = other ? `${other.noun}s/${other.id}` : "settings/privacy";
    showToast({
      text: other ? own.notAll(outcome.data.others.length) : own.done,
      link: {
        label: other ? own.toOther : own.toLog,
        href: href(`/panel/${to}`),
      },
    });
    location.assign(href(`/panel/${noun}s`));
  }

  /** The usual refusals in words of their own. */
  function explain(outcome: Outcome<Erased>): Outcome<Erased> {
    if (outcome.ok || outcome.why !== "refused") return outcome;
    const usual: Record<string, string> = { in_use: own.busy, already_converted: own.isClient };
    const error = usual[outcome.code];
    return error === undefined ? outcome : { ...outcome, error };
  }

  return { form, erase };
}
