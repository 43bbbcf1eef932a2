import { useWords } from "@/components/page.ts";
import { Field } from "@/components/Field.tsx";
import { employeeWords } from "@/lib/panel/employees/words.ts";

type Fate = "keep" | "revoke";

interface KeyFateProps {
  keys: { id: number; name: string }[];
  fate: Fate;
  onChoose(fate: Fate): void;
}

/** The API keys that someone who leaves has made, and what becomes of them. */
export function KeyFate({ keys, fate, onChoose }: KeyFateProps) {
  const { keysMade, keysHint, keyFate, keyFates } = useWords(employeeWords).disabling;
  if (keys.length === 0) return null;
  return (
    <>
      <div>
        <p class="mb-1 text-label font-medium">{keysMade}</p>
        <ul class="flex flex-wrap gap-1.5">
          {keys.map(({ id, name }) => <li key={id} class="tag max-w-full truncate">{name}</li>)}
        </ul>
      </div>
      <Field name="keys" label={keyFate} hint={keysHint}>
        {(control) => (
          <select
            {...control}
            class="control"
            value={fate}
            onChange={(event) => onChoose(event.currentTarget.value as Fate)}
          >
            {(["keep", "revoke"] as const).map((one) => (
              <option key={one} value={one}>{keyFates[one]}</option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
