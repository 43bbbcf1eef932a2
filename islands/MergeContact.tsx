import { useEffect, useState } from "preact/hooks";
import { Combobox } from "@/components/Combobox.tsx";
import { Field } from "@/components/Field.tsx";
import { callApi } from "@/lib/panel/call_api.ts";
import { contactMerged } from "@/lib/panel/inbox/page_state.ts";
import { type Other, type Twin, useMergePreview, useTwins } from "@/lib/panel/inbox/use_merge.ts";
import { runVerb } from "@/lib/panel/run_verb.ts";
import { showToast } from "@/lib/panel/toasts.ts";
import { useDialog } from "@/lib/panel/use_dialog.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/panel/common.ts";
import { inboxWords } from "@/lib/words/panel/inbox.ts";
import { channelWords } from "@/lib/words/panel/statuses.ts";

interface MergeContactProps {
  id: number;
  title: string;
  companyId: number;
  language: Language;
  onClose(): void;
}

/** Asks which contact is of the same person, says what moves, and merges it into this one. */
export function MergeContact(props: MergeContactProps) {
  const { id, title, companyId, language, onClose } = props;
  const who = { companyId, language };
  const [chosen, setChosen] = useState<number | null>(null);
  const [searched, setSearched] = useState("");
  const [isSending, setSending] = useState(false);
  const twins = useTwins(id, who);
  const preview = useMergePreview(id, chosen, who);
  const dialog = useDialog();
  const all = speak(inboxWords, language);
  const { merge: words } = all;
  const common = speak(commonWords, language);
  useEffect(dialog.open, []);

  const titleOf = (other: Other) =>
    other.name ?? other.email ?? other.phone ?? other.channel_contact_id ?? all.nameless;
  const noteOf = (other: Other | Twin) =>
    [
      "reason" in other && all.reasons[other.reason],
      channelWords[other.channel as keyof typeof channelWords]?.[language],
      other.email,
      other.phone,
    ].filter(Boolean).join(" · ");

  async function merge() {
    if (chosen === null || isSending) return;
    setSending(true);
    const verb = { path: `contacts/${chosen}/merge`, json: { into_id: id } };
    const merged = await runVerb<Other>(verb, who);
    setSending(false);
    if (!merged.ok) return;
    tellFields(merged.data);
    showToast({
      text: words.done,
      undo: { label: common.undo, run: () => unmerge(chosen) },
    });
    dialog.close();
  }

  async function unmerge(otherId: number) {
    const verb = { path: `contacts/${otherId}/unmerge`, done: common.undone };
    const undone = await runVerb(verb, who);
    const now = undone.ok && await callApi<Other>(`contacts/${id}`, who);
    if (now && now.ok) tellFields(now.data);
  }

  return (
    <dialog ref={dialog.ref} class="dialog" aria-labelledby="merge-title" onClose={onClose}>
      <form
        class="space-y-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          merge();
        }}
      >
        <h2 id="merge-title" class="font-semibold">{words.title}</h2>
        <p class="text-soft">{words.intro}</p>
        <p class="truncate font-medium">{title}</p>
        <fieldset>
          <legend class="mb-1 text-label font-medium">{words.likely}</legend>
          {twins === null && <p class="text-soft">{common.loading}</p>}
          {twins?.length === 0 && <p class="text-soft">{words.none}</p>}
          {twins?.map((twin) => (
            <label key={twin.id} class="flex min-h-9 items-center gap-2">
              <input
                type="radio"
                class="accent-accent"
                name="twin"
                checked={chosen === twin.id}
                onChange={() => setChosen(twin.id)}
              />
              <span class="min-w-0">
                <span class="block truncate">{titleOf(twin)}</span>
                <span class="block truncate text-label text-soft">{noteOf(twin)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Field name="merge-other" label={words.other}>
          {(control) => (
            <Combobox<Other>
              control={control}
              list="contacts"
              label={searched}
              companyId={companyId}
              language={language}
              toOption={(other) => ({ id: other.id, label: titleOf(other), note: noteOf(other) })}
              onPick={(option) => {
                if (option?.id === id) return;
                setSearched(option?.label ?? "");
                setChosen(option?.id ?? null);
              }}
            />
          )}
        </Field>
        {chosen !== null && (
          <section aria-live="polite" class="min-h-20">
            <h3 class="mb-1 text-label font-medium">{words.moves}</h3>
            {preview ? <Preview preview={preview} language={language} /> : common.loading}
          </section>
        )}
        <footer class="flex justify-end gap-2">
          <button type="button" class="button" onClick={dialog.close}>{common.cancel}</button>
          <button
            type="submit"
            class="button button-primary disabled:opacity-50"
            disabled={isSending || preview === null}
          >
            {words.confirm}
          </button>
        </footer>
      </form>
    </dialog>
  );
}

function tellFields(detail: Other): void {
  document.dispatchEvent(new CustomEvent(contactMerged, { detail }));
}

interface PreviewProps {
  preview: NonNullable<ReturnType<typeof useMergePreview>>;
  language: Language;
}

function Preview({ preview, language }: PreviewProps) {
  const all = speak(inboxWords, language);
  const { merge: words } = all;
  const filled = preview.fills.map((name) => all[name].toLowerCase()).join(", ");
  return (
    <ul class="list-disc space-y-0.5 pl-5 text-meta">
      <li>{words.messages(preview.messages)}</li>
      <li>{words.others}</li>
      {filled && <li>{words.fills(filled)}</li>}
      <li>{words.keeps}</li>
    </ul>
  );
}
