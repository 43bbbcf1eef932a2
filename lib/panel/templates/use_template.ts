import { useState } from "preact/hooks";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { templateWords } from "@/lib/panel/templates/words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface TemplateDraft {
  name: string;
  language: Language;
  body: string;
}

export interface KnownTemplate extends TemplateDraft {
  id: number;
  version: number;
}

interface Options {
  companyId: number;
  language: Language;
  onSaved(): void;
}

/** State of a template's form, new or existing, and its saving. */
export function useTemplate({ companyId, language, onSaved }: Options) {
  const who = { companyId, language };
  const words = speak(templateWords, language);
  const empty: TemplateDraft = { name: "", language, body: "" };
  const [known, setKnown] = useState<KnownTemplate | null>(null);
  const [draft, setDraft] = useState(empty);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  function begin(template: KnownTemplate | null) {
    setKnown(template);
    setDraft(template ?? empty);
    setErrors({});
    setFailure(null);
  }

  /** Loads a template into the form. @returns whether it was found */
  async function open(id: number): Promise<boolean> {
    const read = await callApi<KnownTemplate>(`reply-templates/${id}`, who);
    if (read.ok) begin(read.data);
    else showToast({ text: failureText(read, language), isFailure: true });
    return read.ok;
  }

  async function save() {
    if (isBusy) return;
    setBusy(true);
    setErrors({});
    setFailure(null);
    const { name, language: written, body } = draft;
    const json = { name, language: written, body };
    const saved = known
      ? await callApi(`reply-templates/${known.id}`, {
        ...who,
        method: "PATCH",
        json: { ...json, version: known.version },
      })
      : await callApi("reply-templates", { ...who, method: "POST", json });
    setBusy(false);
    if (!saved.ok) {
      const fields = saved.why === "refused" ? saved.fields : {};
      setErrors(fields);
      return setFailure(failureText(saved, language, Object.keys(json)));
    }
    await refreshRegions();
    showToast({ text: known ? words.saved : words.made });
    onSaved();
  }

  return {
    draft,
    known,
    errors,
    failure,
    isBusy,
    begin,
    open,
    save,
    change: (values: Partial<TemplateDraft>) => setDraft((before) => ({ ...before, ...values })),
  };
}

export type TemplateForm = ReturnType<typeof useTemplate>;
