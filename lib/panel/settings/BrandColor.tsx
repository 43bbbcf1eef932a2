import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { accentOf } from "@/lib/values/accent.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { readableContrast } from "@/lib/panel/settings/readable.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { commonWords } from "@/lib/words/common.ts";
import { settingsWords } from "@/lib/panel/settings/words.ts";
import { locales } from "@/lib/words/language.ts";

interface BrandColorProps {
  color: string;
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/.test(text);
const schemes = ["light", "dark"] as const;

/** The company's colour, with how it will look and read in both schemes; it saves itself. */
export function BrandColor({ color }: BrandColorProps) {
  const { companyId, language } = usePage();
  const [typed, setTyped] = useState(color);
  const [draft, setDraft] = useState(color);
  const [error, setError] = useState<string>();
  const saved = useRef(color);
  const latest = useRef(color);
  const words = useWords(settingsWords).color;
  const { undo } = useWords(commonWords);

  function type(text: string) {
    latest.current = text;
    setTyped(text);
    setError(undefined);
    const next = text.trim().toLowerCase();
    if (isColor(next)) setDraft(next);
  }

  async function save(text: string, isUndo = false) {
    const next = text.trim().toLowerCase();
    if (!isColor(next)) return setError(words.invalid);
    if (next === saved.current) return;
    const call = { companyId, language, method: "PATCH" as const, json: { color: next } };
    const outcome = await callApi(`companies/${companyId}`, call);
    if (!outcome.ok) return setError(failureText(outcome, language));
    const before = saved.current;
    saved.current = next;
    // A colour typed during the save is newer.
    if (isUndo || latest.current === text) type(next);
    wear(document.documentElement, next, schemeOfPage());
    const back = { label: undo, run: () => save(before, true) };
    showToast({ text: words.saved, undo: isUndo ? undefined : back });
  }

  return (
    <div class="space-y-4">
      <div class="flex flex-wrap items-start gap-3">
        <Field name="color" label={words.title}>
          {(control) => (
            <input
              {...control}
              type="color"
              class="control w-14 p-1"
              value={draft}
              onInput={(event) => type(event.currentTarget.value)}
              onChange={(event) => save(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field name="color-code" label={words.code} error={error}>
          {(control) => (
            <input
              {...control}
              class="control w-28 tabular-nums"
              data-most={7}
              dir="auto"
              spellcheck={false}
              value={typed}
              onInput={(event) => type(event.currentTarget.value)}
              onFocusOut={() => save(typed)}
              onKeyDown={(event) => {
                if (event.key === "Escape") type(saved.current);
                if (event.key === "Enter") save(typed);
              }}
            />
          )}
        </Field>
      </div>
      <div class="grid gap-3 md:grid-cols-2">
        {schemes.map((scheme) => <Sample key={scheme} color={draft} scheme={scheme} />)}
      </div>
      <p class="text-label text-soft">{words.text}</p>
    </div>
  );
}

interface SampleProps {
  color: string;
  scheme: "light" | "dark";
}

/** A button and a link as they look in one scheme, whichever the page is in. */
function Sample({ color, scheme }: SampleProps) {
  const { language } = usePage();
  const part = useRef<HTMLDivElement>(null);
  const words = useWords(settingsWords).color;
  const { onFill, onPage } = readableContrast(color, scheme);
  const number = (ratio: number) =>
    ratio.toLocaleString(locales[language], { maximumFractionDigits: 1 });
  useEffect(() => wear(part.current!, color, scheme), [color, scheme]);
  return (
    <div ref={part} class={`brand-sample brand-${scheme}`} data-scheme={scheme}>
      <p class="text-label">{words[scheme]}</p>
      <p class="flex items-center gap-4">
        <span class="brand-button">{words.sample}</span>
        <span class="brand-link">{words.link}</span>
      </p>
      <p class="text-label">{words.contrast(number(onFill), number(onPage))}</p>
    </div>
  );
}

/** Sets the accent of an element; by script, because pages have no style attributes. */
function wear(element: HTMLElement, color: string, scheme: "light" | "dark"): void {
  const { accent, onAccent, soft } = accentOf(color, scheme);
  element.style.setProperty("--accent", accent);
  element.style.setProperty("--on-accent", onAccent);
  element.style.setProperty("--accent-soft", soft);
}

function schemeOfPage(): "light" | "dark" {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
