import type { ComponentChildren } from "preact";
import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { GuideStep } from "@/lib/panel/channels/meta/guide/guide.ts";
import { guideWords } from "@/lib/panel/channels/meta/guide/guide_words.ts";

interface StepProps {
  step: GuideStep;
  number: number;
  isDone: boolean;
  isNext: boolean;
  /** Where Meta has what it needs, or why nothing has to be done. */
  text: string;
  place?: string;
  /** What has to be done before. */
  waits?: string;
  children?: ComponentChildren;
}

/** A numbered step: a tick once it is done, where Meta has what it needs, and what to do. */
export function Step({ step, number, isDone, isNext, text, place, waits, children }: StepProps) {
  const words = useWords(guideWords);
  return (
    <li
      class="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 border-b border-line py-4"
      data-step={step}
      data-done={isDone ? "" : undefined}
      aria-current={isNext ? "step" : undefined}
    >
      {isDone ? <Icon name="circle-check" class="size-6 text-success-text" /> : (
        <span
          class={`flex size-6 items-center justify-center rounded-full border text-label font-medium tabular-nums ${
            isNext ? "border-accent text-accent" : "border-line-strong text-soft"
          }`}
          aria-hidden="true"
        >
          {number}
        </span>
      )}
      <div class="min-w-0 space-y-3">
        <div>
          <h3 class="font-semibold leading-6">
            {words.steps[step]}
            <span class="sr-only">: {isDone ? words.done : words.todo}</span>
          </h3>
          <p class="text-pretty text-meta text-soft">
            {text}
            {place && (
              <>
                {" "}
                <a
                  class="whitespace-nowrap text-accent underline underline-offset-2"
                  href={place}
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  {words.openMeta}
                </a>
              </>
            )}
          </p>
        </div>
        {waits ? <p class="text-meta text-soft">{waits}</p> : children}
      </div>
    </li>
  );
}
