import { usePage } from "@/components/page.ts";
import { useRef, useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { SaveLine } from "@/lib/panel/save/SaveLine.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { useIsFormer } from "@/lib/panel/employees/use_is_former.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import type { SaveState } from "@/lib/panel/save/save.ts";

interface LoneFieldProps {
  /** Path of a PATCH that takes this one field and no version: `users/7/companies`. */
  path: string;
  name: string;
  label: string;
  hint?: string;
  value: string;
  maxLength: number;
}

/** A line of text that saves itself when it is left; Escape takes back what is typed. */
export function LoneField(props: LoneFieldProps) {
  const { companyId, language } = usePage();
  const { path, name, label, hint, maxLength } = props;
  const [typed, setTyped] = useState(props.value);
  const [state, setState] = useState<SaveState>({ kind: "idle" });
  const [error, setError] = useState<string>();
  const saved = useRef(props.value);
  const isFormer = useIsFormer();

  async function save() {
    const value = typed.trim();
    if (value === saved.current) return;
    setState({ kind: "saving" });
    setError(undefined);
    const call = { companyId, language, method: "PATCH" as const, json: { [name]: value } };
    const outcome = await callApi<Record<string, string | null>>(path, call);
    if (outcome.ok) {
      saved.current = outcome.data[name] ?? "";
      setState({ kind: "saved", at: new Date() });
      await refreshRegions();
    } else {
      if (outcome.why === "refused") setError(outcome.fields[name]);
      const isOffline = outcome.why === "network";
      setState({ kind: "failed", text: failureText(outcome, language), isOffline });
    }
  }

  // The facts below say it from now on.
  if (isFormer) return null;
  return (
    <div class="record-fields">
      <Field name={name} label={label} hint={hint} error={error}>
        {(control) => (
          <div
            class="quiet"
            onFocusOut={save}
            onKeyDown={(event) => {
              if (event.key === "Escape") setTyped(saved.current);
              if (event.key === "Enter") save();
            }}
          >
            <input
              {...control}
              class="control"
              data-most={maxLength}
              dir="auto"
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </div>
        )}
      </Field>
      <SaveLine state={state} onRetry={save} />
    </div>
  );
}
