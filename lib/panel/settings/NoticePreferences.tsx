import { usePage, useWords } from "@/components/page.ts";
import { useRef, useState } from "preact/hooks";
import { Field, FieldError } from "@/components/Field.tsx";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { hoursWords } from "@/lib/panel/settings/hours_words.ts";
import { commonWords } from "@/lib/words/common.ts";
import type { Language } from "@/lib/words/language.ts";

interface PreferencesState {
  tell_unassigned: number[] | null;
  morning_at: string | null;
}

interface NoticePreferencesProps {
  preferences: PreferencesState;
  accounts: { id: number; name: string }[];
}

/** Saves a member's notification settings. */
function useSaving(
  first: PreferencesState,
  onRefused: (json: Partial<PreferencesState>) => void,
) {
  const { companyId, language } = usePage();
  const saved = useRef(first);
  const unsent = useRef<Partial<PreferencesState>>({});
  const wanted = useRef(first);
  const isSaving = useRef(false);
  const [preferences, setPreferences] = useState(first);
  const [error, setError] = useState<{ of: keyof PreferencesState; text: string }>();
  const words = useWords(hoursWords);
  const { undo } = useWords(commonWords);
  const errorOf = (name: keyof PreferencesState) => error?.of === name ? error.text : undefined;

  function show(next: PreferencesState) {
    wanted.current = next;
    setPreferences(next);
  }

  function change(json: Partial<PreferencesState>) {
    unsent.current = { ...unsent.current, ...json };
    show({ ...wanted.current, ...json });
    if (!isSaving.current) void saveAll();
  }

  /** One call at a time: of two at once the first could come last. */
  async function saveAll(): Promise<void> {
    isSaving.current = true;
    for (let json; Object.keys(json = unsent.current).length > 0;) {
      unsent.current = {};
      await save(json);
    }
    isSaving.current = false;
  }

  async function save(json: Partial<PreferencesState>): Promise<void> {
    const names = Object.keys(json) as (keyof PreferencesState)[];
    const before = Object.fromEntries(names.map((name) => [name, saved.current[name]]));
    const call = { companyId, language, method: "PATCH" as const, json };
    const answer = await callApi<{ companies: (PreferencesState & { id: number })[] }>("me", call);
    if (answer.ok) {
      saved.current = answer.data.companies.find(({ id }) => id === companyId)!;
      showToast({ text: words.kept, undo: { label: undo, run: () => change(before) } });
    }
    if (!answer.ok) onRefused(json);
    setError(answer.ok ? undefined : { of: names[0]!, text: textOf(answer, language) });
    show({ ...saved.current, ...unsent.current });
  }

  return { preferences, wanted, errorOf, change };
}

/** Notification settings of a member in one company; each change saves itself. */
export function NoticePreferences({ accounts, ...props }: NoticePreferencesProps) {
  const [typed, setTyped] = useState<string>();
  const { preferences, wanted, errorOf, change } = useSaving(
    props.preferences,
    ({ morning_at }) => {
      if (morning_at !== undefined) setTyped((now) => now ?? morning_at ?? "");
    },
  );
  const words = useWords(hoursWords);
  const all = accounts.map(({ id }) => id);

  function commit() {
    setTyped(undefined);
    if (typed === undefined || (typed || null) === preferences.morning_at) return;
    change({ morning_at: typed || null });
  }

  function turn(id: number, isOn: boolean) {
    const others = (wanted.current.tell_unassigned ?? all).filter((one) =>
      one !== id && all.includes(one)
    );
    change({ tell_unassigned: isOn ? [...others, id] : others });
  }

  return (
    <div class="space-y-4 pt-2">
      <div class="max-w-md">
        <Field
          name="morning_at"
          label={words.morning}
          hint={words.morningHint}
          error={errorOf("morning_at")}
        >
          {(control) => (
            <input
              {...control}
              type="time"
              class="control wishes-time"
              value={typed ?? preferences.morning_at ?? ""}
              onInput={({ currentTarget: { value } }) => setTyped(value)}
              onBlur={commit}
              onKeyDown={(event) => {
                if (event.key === "Escape") setTyped(undefined);
                if (event.key === "Enter") commit();
              }}
            />
          )}
        </Field>
      </div>
      <Unassigned
        accounts={accounts}
        ids={preferences.tell_unassigned}
        error={errorOf("tell_unassigned")}
        onChange={(tell_unassigned) => change({ tell_unassigned })}
        onTurn={turn}
      />
    </div>
  );
}

interface UnassignedProps {
  accounts: NoticePreferencesProps["accounts"];
  /** Null: of all. */
  ids: number[] | null;
  error: string | undefined;
  onChange(ids: number[] | null): void;
  onTurn(id: number, isOn: boolean): void;
}

/** By which accounts contacts come that are told of while nobody has them. */
function Unassigned({ accounts, ids: chosen, error, onChange, onTurn }: UnassignedProps) {
  const words = useWords(hoursWords);
  const all = accounts.map(({ id }) => id);
  return (
    <fieldset>
      <legend class="mb-1 text-label font-medium">{words.unassigned}</legend>
      {accounts.length === 0 ? <p class="text-meta text-soft">{words.noAccounts}</p> : (
        <>
          {[null, all].map((ids) => (
            <label key={String(ids === null)} class="notice">
              <input
                type="radio"
                name="tell_unassigned"
                class="size-4 shrink-0 accent-accent"
                checked={(ids === null) === (chosen === null)}
                onChange={() => onChange(ids)}
              />
              {ids === null ? words.ofAll : words.ofSome}
            </label>
          ))}
          {chosen && (
            <div class="pl-6">
              {accounts.map(({ id, name }) => (
                <label key={id} class="notice">
                  <input
                    type="checkbox"
                    class="size-4 shrink-0 accent-accent"
                    checked={chosen.includes(id)}
                    onChange={(event) => onTurn(id, event.currentTarget.checked)}
                  />
                  {name}
                </label>
              ))}
            </div>
          )}
          <p class="mt-1 text-label text-soft">{words.unassignedHint}</p>
        </>
      )}
      {error && <FieldError id="tell-unassigned-error" text={error} />}
    </fieldset>
  );
}

function textOf(failed: Exclude<Outcome<unknown>, { ok: true }>, language: Language): string {
  const [field] = failed.why === "refused" ? Object.values(failed.fields) : [];
  return field ?? failureText(failed, language);
}
