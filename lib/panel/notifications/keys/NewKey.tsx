import { usePage, useWords } from "@/components/page.ts";
import { DateInput } from "@/components/DateInput.tsx";
import { useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { OpenButton } from "@/lib/panel/notifications/parts/OpenButton.tsx";
import { type KeyScope, keyScopes } from "@/lib/input/key_scope.ts";
import { endOfDay } from "@/lib/values/dates.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { sentBy } from "@/lib/panel/page/keys.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { ShownOnce } from "@/lib/panel/page/ShownOnce.tsx";
import { useDialog, useLeaveGuard, useOpening } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";
import { keyWords } from "@/lib/panel/notifications/keys/words.ts";

/** Makes an API key and shows it once; leaving before it was copied is asked about. */
export function NewKey() {
  const { companyId, language, timeZone } = usePage();
  const words = useWords(keyWords);
  const common = useWords(commonWords);
  const [name, setName] = useState("");
  const [scope, setScope] = useState<KeyScope>("all");
  const [lastDay, setLastDay] = useState("");
  const [secret, setSecret] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  const [isSending, setSending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const dialog = useDialog();
  const id = "new-key";
  useOpening({
    hash: "#new-channel",
    open() {
      setScope("channel");
      dialog.open();
    },
  });
  useLeaveGuard(secret !== null && !isCopied);

  async function create() {
    if (isSending || secret !== null) return;
    setSending(true);
    setErrors({});
    setFailure(null);
    const expiresAt = lastDay === "" ? null : endOfDay(lastDay, timeZone);
    const json = { name, scope, expiresAt };
    const call = { method: "POST", companyId, language, json } as const;
    const made = await callApi<{ key: string }>("keys", call);
    setSending(false);
    if (!made.ok) {
      const fields = made.why === "refused" ? made.fields : {};
      setErrors(fields);
      return setFailure(Object.keys(fields).length > 0 ? null : failureText(made, language));
    }
    setSecret(made.data.key);
    await refreshRegions();
  }

  function forget() {
    setSecret(null);
    setCopied(false);
    setName("");
    setScope("all");
    setLastDay("");
  }

  return (
    <>
      <OpenButton label={words.create} onPress={dialog.open} />
      <dialog
        ref={dialog.ref}
        class="dialog"
        aria-labelledby={`${id}-title`}
        // Escape must not lose what is shown once.
        onCancel={(event) => secret !== null && !isCopied && event.preventDefault()}
        onClose={forget}
      >
        {secret === null
          ? (
            <form noValidate class="space-y-4 p-5" {...sentBy(create)}>
              <h2 id={`${id}-title`} class="font-semibold">{words.create}</h2>
              <Field name="key-name" label={words.name} hint={words.nameHint} error={errors.name}>
                {(control) => (
                  <input
                    {...control}
                    class="control"
                    required
                    autofocus
                    autocomplete="off"
                    data-most={60}
                    dir="auto"
                    value={name}
                    onInput={(event) => setName(event.currentTarget.value)}
                  />
                )}
              </Field>
              <Field
                name="key-scope"
                label={words.scope}
                hint={words.scopeHint}
                error={errors.scope}
              >
                {(control) => (
                  <select
                    {...control}
                    class="control"
                    value={scope}
                    onChange={(event) => setScope(event.currentTarget.value as KeyScope)}
                  >
                    {keyScopes.map((one) => (
                      <option key={one} value={one}>{words.scopes[one]}</option>
                    ))}
                  </select>
                )}
              </Field>
              <Field
                name="key-last-day"
                label={words.lastDay}
                note={common.optional}
                hint={words.lastDayHint}
                error={errors.expiresAt}
              >
                {(control) => (
                  <DateInput
                    {...control}
                    type="date"
                    value={lastDay}
                    language={language}
                    onInput={(event) => setLastDay(event.currentTarget.value)}
                  />
                )}
              </Field>
              <p role="alert" class="text-meta text-danger-text empty:hidden">{failure}</p>
              <footer class="flex justify-end gap-2">
                <button type="button" class="button" onClick={dialog.close}>{common.cancel}</button>
                <button type="submit" class="button button-primary" disabled={isSending}>
                  {words.create}
                </button>
              </footer>
            </form>
          )
          : (
            <div class="space-y-4 p-5">
              <h2 id={`${id}-title`} class="font-semibold">{words.made}</h2>
              <p class="text-soft">{words.once}</p>
              <ShownOnce
                name={id}
                label={words.theKey}
                secret={secret}
                isCopied={isCopied}
                words={words}
                onCopied={() => setCopied(true)}
              />
              <footer class="flex justify-end">
                <button type="button" class="button" onClick={dialog.close}>{words.done}</button>
              </footer>
            </div>
          )}
      </dialog>
    </>
  );
}
