import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { Combobox } from "@/lib/panel/form/Combobox.tsx";
import { Field } from "@/components/Field.tsx";
import type { MergedField } from "@/lib/panel/form/form_fields.ts";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import { clashText, isClash, sayChanges } from "@/lib/panel/save/clash.ts";
import { mergeRecords } from "@/lib/panel/record/merge/separate.ts";
import {
  type Candidate,
  type MergedNoun,
  type MergePreview,
  type Other,
  useDuplicates,
  useMergePreview,
} from "@/lib/panel/record/merge/use_merge.ts";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { duplicateReasons } from "@/lib/words/duplicates.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import { mergeWords } from "@/lib/panel/record/merge/words.ts";
import { channelWord } from "@/lib/words/channel_word.ts";

interface MergeRecordProps {
  noun: MergedNoun;
  id: number;
  title: string;
  /** Those that a merge may fill. */
  fields: MergedField[];
  onClose(): void;
}

/** Asks which record is the same, says what happens to it, and merges it into this one. */
export function MergeRecord(props: MergeRecordProps) {
  const { companyId, language } = usePage();
  const { noun, id, title, fields, onClose } = props;
  const [chosen, setChosen] = useState<Other | null>(null);
  const [searched, setSearched] = useState("");
  const duplicates = useDuplicates(noun, id, { companyId, language });
  const dialog = useOpenDialog();
  const merging = useMerging(props, chosen, dialog.close);
  const { preview, answer, mustConfirm, isConfirmed } = merging;
  const words = useWords(mergeWords);
  const { loading } = useWords(commonWords);

  return (
    <FormDialog
      dialog={dialog}
      titleId="merge-title"
      title={words[noun].title}
      button={words.confirm}
      isBusy={answer.isBusy}
      isIncomplete={!merging.isReady}
      failure={answer.failure}
      onSend={merging.merge}
      onClose={onClose}
    >
      <p class="text-soft">{words[noun].intro}</p>
      <p class="truncate font-medium" title={title}>{title}</p>
      <Duplicates duplicates={duplicates} chosen={chosen} onChoose={setChosen} />
      <Field name="merge-other" label={words[noun].other}>
        {(control) => (
          <Combobox<Other>
            control={control}
            list={`${noun}s`}
            label={searched}
            toOption={(other) => ({
              id: other.id,
              label: titleOf(other, language),
              note: noteOf(other, language),
            })}
            onPick={(option) => {
              if (option?.id === id) return;
              setSearched(option?.label ?? "");
              setChosen(option && { ...unknown, id: option.id, name: option.label });
            }}
          />
        )}
      </Field>
      {chosen !== null && (
        <section aria-live="polite" class="min-h-20">
          <h3 class="mb-1 text-label font-medium">{words.moves}</h3>
          {preview ? <Preview noun={noun} fields={fields} preview={preview} /> : loading}
        </section>
      )}
      {mustConfirm && (
        <label class="flex items-start gap-2 rounded-lg border border-line bg-sunken p-3">
          <input
            type="checkbox"
            class="mt-0.5 accent-accent"
            checked={isConfirmed}
            onChange={({ currentTarget }) => merging.setConfirmed(currentTarget.checked)}
          />
          <span class="min-w-0">{words.taxIdsDiffer}</span>
        </label>
      )}
    </FormDialog>
  );
}

/** The preview with the chosen record, what must be confirmed, and the call. */
function useMerging(
  { noun, id, fields }: MergeRecordProps,
  chosen: Other | null,
  close: () => void,
) {
  const { companyId, language } = usePage();
  const caller = { companyId, language };
  const answer = useAnswer();
  const [isConfirmed, setConfirmed] = useState(false);
  const { preview, refresh } = useMergePreview(chosen?.id ?? null, {
    ...caller,
    noun,
    id,
    fields: fields.map(({ name }) => name),
  });
  // What was confirmed was said of another one.
  useEffect(() => setConfirmed(false), [chosen?.id]);
  const mustConfirm = noun === "client" && preview?.differs.includes("tax_id") === true;
  const isReady = preview !== null && (!mustConfirm || isConfirmed);

  async function merge() {
    if (chosen === null || !isReady) return;
    const merged = await answer.send(async () => {
      const outcome = await send(chosen, preview);
      if (!isClash(outcome)) return outcome;
      const now = await refresh();
      const changes = now ? changesSince({ before: preview, now, fields }, language) : [];
      // Only read or assigned meanwhile: all is as it was shown.
      const last = now && changes.length === 0 ? await send(chosen, now) : outcome;
      if (!isClash(last)) return last;
      setConfirmed(false);
      return { ...last, error: clashText(last, changes) };
    });
    if (merged) close();
  }

  function send(other: Other, { from, into }: MergePreview) {
    return mergeRecords({
      noun,
      id,
      other: { ...other, name: titleOf(other, language) },
      allowsDifferentTaxIds: mustConfirm,
      versions: { version: from.version, into_version: into.version },
      ...caller,
    });
  }

  return { preview, answer, mustConfirm, isConfirmed, setConfirmed, isReady, merge };
}

/** A record that was searched for has no more; the preview reads the rest. */
const unknown = { email: null, phone: null };

function titleOf(other: Other, language: Language): string {
  return other.name ?? other.email ?? other.phone ?? other.channel_contact_id ??
    fieldWords.nameless[language];
}

function noteOf(other: Other | Candidate, language: Language): string {
  return [
    "reason" in other && duplicateReasons[other.reason][language],
    other.channel && channelWord(other.channel, other.by_mail)[language],
    other.email,
    other.phone,
    other.tax_id,
    other.city,
  ].filter(Boolean).join(" · ");
}

interface Drawn {
  before: MergePreview;
  now: MergePreview;
  fields: MergedField[];
}

/** Names what changed in both records, and in how much moves. */
function changesSince({ before, now, fields }: Drawn, language: Language): string[] {
  const words = speak(mergeWords, language);
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]));
  const moving = ({ counts }: MergePreview) =>
    counts.map(([list, count]) => words.counts[list](count)).join(", ");
  return [
    ...sayChanges({ before: { ...before.into }, now: { ...now.into } }, labels, language),
    ...sayChanges({ before: { ...before.from }, now: { ...now.from } }, labels, language),
    ...sayChanges(
      { before: { moving: moving(before) }, now: { moving: moving(now) } },
      { moving: words.moves },
      language,
    ),
  ];
}

interface DuplicatesProps {
  /** Null while loading. */
  duplicates: Candidate[] | null;
  chosen: Other | null;
  onChoose(candidate: Candidate): void;
}

function Duplicates({ duplicates, chosen, onChoose }: DuplicatesProps) {
  const { language } = usePage();
  const words = useWords(mergeWords);
  const { loading } = useWords(commonWords);
  return (
    <fieldset class="min-w-0">
      <legend class="mb-1 text-label font-medium">{words.likely}</legend>
      {duplicates === null && <p class="text-soft">{loading}</p>}
      {duplicates?.length === 0 && <p class="text-soft">{words.none}</p>}
      {duplicates?.map((candidate) => {
        const title = titleOf(candidate, language);
        return (
          <label key={candidate.id} class="flex min-h-9 items-center gap-2">
            <input
              type="radio"
              class="accent-accent"
              name="candidate"
              checked={chosen?.id === candidate.id}
              onChange={() => onChoose(candidate)}
            />
            <span class="min-w-0">
              <span class="block truncate" title={title}>{title}</span>
              <span class="block text-label text-soft wrap-anywhere">
                {noteOf(candidate, language)}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface PreviewProps {
  noun: MergedNoun;
  fields: MergedField[];
  preview: MergePreview;
}

function Preview({ noun, fields, preview }: PreviewProps) {
  const { counts, fills, differs, aliases } = preview;
  const words = useWords(mergeWords);
  const namesOf = (names: string[]) =>
    fields.filter(({ name }) => names.includes(name)).map(({ label }) => inSentence(label))
      .join(", ");
  const there = counts.filter(([, count]) => count > 0)
    .map(([list, count]) => words.counts[list](count));
  const joins = noun === "client" && differs.includes("notes");
  const overruled = joins ? differs.filter((name) => name !== "notes") : differs;
  const [filled, other] = [namesOf(fills), namesOf(overruled)];
  return (
    <ul class="list-disc space-y-0.5 pl-5 text-meta">
      {noun === "contact"
        ? <li>{words.messages(counts[0]![1])}</li>
        : there.length > 0 && <li>{words.counted(there.join(", "))}</li>}
      <li>{words[noun].rest}</li>
      {filled && <li>{words.fills(filled)}</li>}
      {joins && <li>{words.joins}</li>}
      {aliases.length > 0 && <li class="break-words">{words.known(aliases.join(", "))}</li>}
      <li>{other ? words.differs(other) : words.keeps}</li>
    </ul>
  );
}

/** Abbreviations stay in capitals. */
function inSentence(name: string): string {
  return name === name.toUpperCase() ? name : name.toLowerCase();
}
