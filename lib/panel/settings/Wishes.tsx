import { useState } from "preact/hooks";
import { Field, FieldError } from "@/components/Field.tsx";
import { showToast } from "@/lib/panel/frame/toasts.ts";
import { callApi } from "@/lib/panel/save/call_api.ts";
import { failureText } from "@/lib/panel/save/failures.ts";
import { hoursWords } from "@/lib/panel/settings/hours_words.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface WishesState {
  tell_unassigned: number[] | null;
  morning_at: string | null;
}

interface WishesProps {
  wishes: WishesState;
  accounts: { id: number; name: string }[];
  companyId: number;
  language: Language;
}

/** Notification settings of a member in one company; each change saves itself. */
export function Wishes({ accounts, companyId, language, ...props }: WishesProps) {
  const [wishes, setWishes] = useState(props.wishes);
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<{ of: keyof WishesState; text: string }>();
  const words = speak(hoursWords, language);
  const { undo } = speak(commonWords, language);
  const chosen = wishes.tell_unassigned;
  const all = accounts.map(({ id }) => id);
  const errorOf = (name: keyof WishesState) => error?.of === name ? error.text : undefined;

  async function save(json: Partial<WishesState>): Promise<void> {
    const of = "morning_at" in json ? "morning_at" : "tell_unassigned";
    const before = { [of]: wishes[of] };
    const call = { companyId, language, method: "PATCH" as const, json };
    const saved = await callApi<{ companies: (WishesState & { id: number })[] }>("me", call);
    setTyped(undefined);
    if (!saved.ok) {
      const [field] = saved.why === "refused" ? Object.values(saved.fields) : [];
      return setError({ of, text: field ?? failureText(saved, language) });
    }
    setError(undefined);
    setWishes(saved.data.companies.find(({ id }) => id === companyId)!);
    showToast({ text: words.kept, undo: { label: undo, run: () => save(before) } });
  }

  function commit() {
    if (typed === undefined || (typed || null) === wishes.morning_at) return setTyped(undefined);
    save({ morning_at: typed || null });
  }

  function turn(id: number, isOn: boolean) {
    const kept = (chosen ?? all).filter((one) => one !== id && all.includes(one));
    save({ tell_unassigned: isOn ? [...kept, id] : kept });
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
              value={typed ?? wishes.morning_at ?? ""}
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
                  onChange={() => save({ tell_unassigned: ids })}
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
                      onChange={(event) => turn(id, event.currentTarget.checked)}
                    />
                    {name}
                  </label>
                ))}
              </div>
            )}
            <p class="mt-1 text-label text-soft">{words.unassignedHint}</p>
          </>
        )}
        {errorOf("tell_unassigned") && (
          <FieldError id="tell-unassigned-error" text={errorOf("tell_unassigned")!} />
        )}
      </fieldset>
    </div>
  );
}
