import { usePage } from "@/components/page.ts";
import type { Scope } from "@/lib/crm/events/rule.ts";
import { repeatWords } from "@/lib/panel/events/repeat/words.ts";

interface ScopeChoiceProps {
  id: string;
  legend: string;
  scopes: readonly Scope[];
  scope: Scope;
  onChoose(scope: Scope): void;
}

/** Asks which occurrences of a series are meant. */
export function ScopeChoice(props: ScopeChoiceProps) {
  const { language } = usePage();
  const { id, legend, scopes, scope, onChoose } = props;
  return (
    <fieldset class="repeat-scope">
      <legend class="mb-1 text-label font-medium">{legend}</legend>
      <div class="repeat-days">
        {scopes.map((value) => (
          <label key={value} class="choice">
            <input
              type="radio"
              class="sr-only"
              name={`${id}-scope`}
              value={value}
              checked={scope === value}
              onChange={() => onChoose(value)}
            />
            {repeatWords.scopes[value][language]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
