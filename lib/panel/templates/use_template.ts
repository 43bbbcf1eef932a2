import { useState } from "preact/hooks";
import { usePage, useWords } from "@/components/page.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { templateWords } from "@/lib/panel/templates/words.ts";
import type { Language } from "@/lib/words/language.ts";

interface TemplateDraft {
  name: string;
  language: Language;
  body: string;
}

export interface StoredTemplate extends TemplateDraft {
  id: number;
  version: number;
}

/** State of a template's form, new or existing, and its saving. */
export function useTemplate({ onSaved }: { onSaved(): void }) {
  const { companyId, language } = usePage();
  const caller = { companyId, language };
  const words = useWords(templateWords);
  const empty: TemplateDraft = { name: "", language, body: "" };
  const [stored, setStored] = useState<StoredTemplate | null>(null);
  const form = useForm(empty);

  function begin(template: StoredTemplate | null) {
    setStored(template);
    const { name, language, body } = template ?? empty;
    form.begin({ name, language, body });
  }

  /** Loads a template into the form. @returns whether it was found */
  async function open(id: number): Promise<boolean> {
    const read = await callApi<StoredTemplate>(`reply-templates/${id}`, caller);
    if (read.ok) begin(read.data);
    else showToast({ text: failureText(read, language), isFailure: true });
    return read.ok;
  }

  async function save() {
    const saved = await form.send(() =>
      stored
        ? callApi(`reply-templates/${stored.id}`, {
          ...caller,
          method: "PATCH",
          json: { ...form.values, version: stored.version },
        })
        : callApi("reply-templates", { ...caller, method: "POST", json: form.values })
    );
    if (!saved) return;
    await refreshRegions();
    showToast({ text: stored ? words.saved : words.made });
    onSaved();
  }

  return { ...form, stored, begin, open, save };
}

export type TemplateForm = ReturnType<typeof useTemplate>;
