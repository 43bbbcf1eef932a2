import { usePage } from "@/components/page.ts";
import type { Sender } from "@/lib/crm/contacts/conversation/senders.ts";
import { type TemplateChoice, TemplateForm } from "@/lib/panel/composer/apps/TemplateForm.tsx";
import type { AppTemplate } from "@/lib/values/app_template.ts";
import { newestSeen, type SentMessage, showLeaving } from "@/lib/panel/composer/leaving.ts";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import type { FillValues } from "@/lib/panel/record/fill.ts";

export interface SendTemplateProps {
  id: string;
  contactId: number;
  sender: Sender;
  template: AppTemplate;
  fill: FillValues;
  onClose(): void;
}

/** 25 MB on a slow line. */
const timeoutMs = 600_000;

/** The form of a WhatsApp template, sent by the account. */
export function SendTemplate(props: SendTemplateProps) {
  const { companyId, language } = usePage();
  const { id, contactId, sender, template, fill, onClose } = props;
  const place = { companyId, language };
  const caller = { ...place, method: "POST" as const };

  async function send({ file, ...choice }: TemplateChoice): Promise<Outcome<unknown>> {
    const files: string[] = [];
    if (file) {
      const call = { ...caller, query: { name: file.name }, file, timeoutMs };
      const stored = await callApi<{ id: string }>("files", call);
      if (!stored.ok) return stored;
      files.push(stored.data.id);
    }
    const sent = { direction: "out", via: sender.id, after: newestSeen(), ...choice };
    const json = files.length > 0 ? { ...sent, files } : sent;
    const outcome = await callApi<SentMessage>(`contacts/${contactId}/messages`, {
      ...caller,
      json,
    });
    // Also what is newer than the answer, so that sending again counts it as seen.
    if (outcome.ok || (outcome.why === "refused" && outcome.status === 409)) await refreshRegions();
    if (outcome.ok && outcome.data.delivery) {
      showLeaving(outcome.data, { ...place, contactId, isElsewhere: false, onBack: () => {} });
    }
    return outcome;
  }

  return (
    <TemplateForm
      id={`${id}-template`}
      template={template}
      fill={fill}
      isOptedIn={sender.meta?.isOptedIn ?? false}
      onSend={send}
      onClose={onClose}
    />
  );
}
