import { usePage } from "@/components/page.ts";
import { type TemplateChoice, TemplateForm } from "@/lib/panel/composer/apps/TemplateForm.tsx";
import type { AppTemplate } from "@/lib/panel/composer/apps/template_text.ts";
import { newestSeen, type SentMessage } from "@/lib/panel/composer/leaving.ts";
import type { useComposer } from "@/lib/panel/composer/use_composer.ts";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import type { FillValues } from "@/lib/panel/record/fill.ts";

interface SendTemplateProps {
  id: string;
  contactId: number;
  composer: ReturnType<typeof useComposer>;
  template: AppTemplate;
  fill: FillValues;
  onClose(): void;
}

/** 25 MB on a slow line. */
const timeoutMs = 600_000;

/** The form of a WhatsApp template, sent by the composer's account. */
export function SendTemplate(props: SendTemplateProps) {
  const { companyId, language } = usePage();
  const { id, contactId, composer, template, fill, onClose } = props;
  const caller = { companyId, language, method: "POST" as const };

  async function send({ file, ...choice }: TemplateChoice): Promise<Outcome<unknown>> {
    const files: string[] = [];
    if (file) {
      const call = { ...caller, query: { name: file.name }, file, timeoutMs };
      const stored = await callApi<{ id: string }>("files", call);
      if (!stored.ok) return stored;
      files.push(stored.data.id);
    }
    const sent = { direction: "out", via: composer.via, after: newestSeen(), ...choice };
    const json = files.length > 0 ? { ...sent, files } : sent;
    const outcome = await callApi<SentMessage>(`contacts/${contactId}/messages`, {
      ...caller,
      json,
    });
    if (outcome.ok) await composer.follow(outcome.data, () => {});
    // Show the newer message, so that sending again counts it as seen.
    else if (outcome.why === "refused" && outcome.status === 409) await refreshRegions();
    return outcome;
  }

  return (
    <TemplateForm
      id={`${id}-template`}
      template={template}
      fill={fill}
      isOptedIn={composer.sender?.meta?.isOptedIn ?? true}
      onSend={send}
      onClose={onClose}
    />
  );
}
