import { useWords } from "@/components/page.ts";
import { Field } from "@/components/Field.tsx";
import { employeeWords } from "@/lib/panel/employees/words.ts";

type Outcome = "keep" | "revoke";

interface KeyOutcomeProps {
  keys: { id: number; name: string }[];
  outcome: Outcome;
  onChoose(outcome: Outcome): void;
}

/** The API keys that someone who leaves has made, and what becomes of them. */
export function KeyOutcome({ keys, outcome, onChoose }: KeyOutcomeProps) {
  const { keysMade, keysHint, keyOutcome, keyOutcomes } = useWords(employeeWords).disabling;
  if (keys.length === 0) return null;
  return (
    <>
      <div>
        <p class="mb-1 text-label font-medium">{keysMade}</p>
        <ul class="flex flex-wrap gap-1.5">
          {keys.map(({ id, name }) => <li key={id} class="tag max-w-full truncate">{name}</li>)}
        </ul>
      </div>
      <Field name="keys" label={keyOutcome} hint={keysHint}>
        {(control) => (
          <select
            {...control}
            class="control"
            value={outcome}
            onChange={(event) => onChoose(event.currentTarget.value as Outcome)}
          >
            {(["keep", "revoke"] as const).map((one) => (
              <option key={one} value={one}>{keyOutcomes[one]}</option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
