import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { Setup } from "@/lib/figures/setup.ts";
import { dashboardWords } from "@/lib/panel/dashboard/words.ts";

const pages: Record<keyof Setup, string> = {
  details: "settings",
  team: "employees",
  catalog: "products",
  clients: "clients",
  form: "settings",
  phone: "notifications",
};

interface SetupStepsProps {
  setup: Setup;
}

/** First steps in a new company; done ones are ticked, and the next stands out. */
export function SetupSteps({ setup }: SetupStepsProps) {
  const { href } = usePage();
  const words = useWords(dashboardWords.setup);
  const steps = Object.keys(words.steps) as (keyof Setup)[];
  const done = steps.filter((step) => setup[step]).length;
  const next = steps.find((step) => !setup[step]);
  return (
    <section aria-labelledby="setup">
      <header class="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 id="setup" class="font-semibold">{words.title}</h2>
        <p class="text-label tabular-nums text-soft">{words.progress(done, steps.length)}</p>
        <p class="w-full text-meta text-soft">{words.text}</p>
      </header>
      <ol class="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {steps.map((step) => (
          <li
            key={step}
            class="setup-step"
            data-done={setup[step] ? "" : undefined}
            aria-current={step === next ? "step" : undefined}
          >
            <Icon
              name={setup[step] ? "circle-check" : "circle"}
              class={`mt-0.5 ${setup[step] ? "text-success-solid" : "text-soft"}`}
            />
            <div class="min-w-0">
              <a
                class="row-link font-medium"
                href={href(`/panel/${pages[step]}`)}
              >
                {words.steps[step].title}
              </a>
              {setup[step] && <span class="sr-only">: {words.done}</span>}
              <p class="text-meta text-soft">{words.steps[step].text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
