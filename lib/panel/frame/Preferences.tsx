import { usePage, useWords } from "@/components/page.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { frameWords } from "@/lib/panel/frame/words.ts";
import { type Language } from "@/lib/words/language.ts";

interface PreferencesProps {
  /** The person's own choice, if any. */
  chosen: { language: Language | null; theme: "light" | "dark" | null };
}

/** Language and light or dark, kept with the person; the page is drawn anew in them. */
export function Preferences({ chosen }: PreferencesProps) {
  const { companyId, language } = usePage();
  const words = useWords(frameWords);

  async function save(json: Record<string, string | null>) {
    const saved = await callApi("me", { method: "PATCH", companyId, language, json });
    if (saved.ok) location.reload();
    else showToast({ text: failureText(saved, language), isFailure: true });
  }

  const select = "control mt-1";
  return (
    <div class="space-y-3">
      <label class="block text-label font-medium">
        {words.language}
        <select
          class={select}
          onChange={(event) => save({ language: event.currentTarget.value || null })}
        >
          {(["", "es", "en"] as const).map((value) => (
            <option key={value} value={value} selected={value === (chosen.language ?? "")}>
              {words.languages[value || "system"]}
            </option>
          ))}
        </select>
      </label>
      <label class="block text-label font-medium">
        {words.theme}
        <select
          class={select}
          onChange={(event) => save({ theme: event.currentTarget.value || null })}
        >
          {(["", "light", "dark"] as const).map((value) => (
            <option key={value} value={value} selected={value === (chosen.theme ?? "")}>
              {words.themes[value || "system"]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
