import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { channelsWords } from "@/lib/panel/channels/words.ts";

export interface Step {
  name: string;
  ok: boolean;
  error: string | null;
  advice: string | null;
}

/** Steps of a connection test in order, with advice on the failed one. */
export function TestSteps({ steps }: { steps: Step[] }) {
  const words = useWords(channelsWords);
  return (
    <ol class="space-y-2 rounded-lg border border-line p-3" aria-label={words.tested}>
      {steps.map(({ name, ok, error, advice }) => (
        <li key={name} class="flex gap-2">
          <Icon
            name={ok ? "circle-check" : "circle-alert"}
            class={`mt-0.5 ${ok ? "text-success-text" : "text-danger-text"}`}
          />
          <span class="sr-only">{ok ? words.stepOk : words.stepWrong}:</span>
          <span class="min-w-0">
            <span class="font-medium">{name}</span>
            {error && <span class="block text-danger-text">{error}</span>}
            {advice && <span class="block text-soft">{advice}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
