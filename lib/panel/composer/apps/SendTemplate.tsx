import { usePage } from "@/components/page.ts";
import type { Sender } from "@/lib/crm/contacts/conversation/senders.ts";
import { storeHeadFile } from "@/lib/panel/composer/apps/head_file.ts";
import { TemplateForm } from "@/lib/panel/composer/apps/TemplateForm.tsx";
import { type AppTemplate, quoteLink } from "@/lib/values/app_template.ts";
import type { HeadFile, TemplateChoice } from "@/lib/panel/composer/apps/use_template.ts";
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

/** The form of a WhatsApp template, sent by the account. */
export function SendTemplate(props: SendTemplateProps) {
  const { companyId, language } = usePage();
  const { id, contactId, sender, template, fill, onClose } = props;
  const place = { companyId, language };
  async function send(
    choice: TemplateChoice,
    file: HeadFile | null,
  ): Promise<Outcome<unknown>> {
    const linked = await withLink(choice);
    if (!linked.ok) return linked;
    const stored = file ? await storeHeadFile(file, fill.quote, place) : null;
    if (stored && !stored.ok) return stored;
    const sent = { direction: "out", via: sender.id, after: newestSeen(), ...linked.data };
    const json = stored ? { ...sent, files: [stored.data.id] } : sent;
    const outcome = await callApi<SentMessage>(`contacts/${contactId}/messages`, {
      ...place,
      method: "POST",
      json,
    });
    // Also what is newer than the answer, so that sending again counts it as seen.
    if (outcome.ok || (outcome.why === "refused" && outcome.status === 409)) await refreshRegions();
    if (outcome.ok && outcome.data.delivery) {
      showLeaving(outcome.data, { ...place, contactId, isElsewhere: false, onBack: () => {} });
    }
    return outcome;
  }

  /** With a link to the quotation that is made now, where a place has room for one. */
  async function withLink(choice: TemplateChoice): Promise<Outcome<TemplateChoice>> {
    const { variables } = choice.template;
    const entries = Object.entries(variables);
    if (!fill.quote || !entries.some(([, value]) => value.includes(quoteLink))) {
      return { ok: true, data: choice };
    }
    const call = { ...place, method: "POST" as const, json: {} };
    const link = await callApi<{ url: string }>(`quotes/${fill.quote.id}/share`, call);
    if (!link.ok) return link;
    const filled = entries.map((
      [name, value],
    ) => [name, value.replaceAll(quoteLink, link.data.url)]);
    const template = { ...choice.template, variables: Object.fromEntries(filled) };
    return { ok: true, data: { ...choice, template } };
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
