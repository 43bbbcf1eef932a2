import { useEffect, useState } from "preact/hooks";
import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { settingWords } from "@/lib/panel/channels/meta/accounts/setting_words.ts";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { useOnce } from "@/lib/panel/page/use_once.ts";

interface Template {
  name: string;
  language: string;
  category: string;
  header: { type: string; text: string | null } | null;
  body: string;
  footer: string | null;
  variables: string[];
}

/** Meta is asked for up to some hundred of them. */
const refreshMs = 60_000;

/** Approved templates of a number, asked for once the page stands. */
export function Templates({ accountId }: { accountId: number }) {
  const { companyId, language } = usePage();
  const words = useWords(settingWords);
  const [templates, setTemplates] = useState<Template[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const caller = { companyId, language };
  const path = `channels/${accountId}/templates`;

  function take(outcome: Outcome<Template[]>): boolean {
    if (outcome.ok) setTemplates(outcome.data);
    setFailure(outcome.ok ? null : failureText(outcome, language));
    return outcome.ok;
  }

  useEffect(() => void callApi<Template[]>(path, caller).then(take), []);

  const [refresh, isBusy] = useOnce(async () => {
    const call = { ...caller, method: "POST" as const, timeoutMs: refreshMs };
    if (!take(await callApi<Template[]>(`${path}/refresh`, call))) return;
    showToast({ text: words.refreshed });
  });

  return (
    <section aria-labelledby="meta-templates">
      <header class="mb-2 flex items-center justify-between gap-3 border-b border-line pb-1.5">
        <h2 id="meta-templates" class="font-semibold">{words.templates}</h2>
        <button type="button" class="button" disabled={isBusy} onClick={refresh}>
          <Icon
            name={isBusy ? "loader-circle" : "rotate-cw"}
            class={isBusy ? "animate-spin" : ""}
          />
          {isBusy ? words.refreshing : words.refresh}
        </button>
      </header>
      <p class="py-1 text-pretty text-label text-soft">{words.templatesMeans}</p>
      <p role="alert" class="text-meta text-danger-text empty:hidden">{failure}</p>
      {templates === null
        ? !failure && <p role="status" class="py-2 text-meta text-soft">{words.loading}</p>
        : <TemplateRows templates={templates} />}
    </section>
  );
}

function TemplateRows({ templates }: { templates: Template[] }) {
  const words = useWords(settingWords);
  if (templates.length === 0) return <p class="py-2 text-meta text-soft">{words.noTemplates}</p>;
  return (
    <ul class="list-rows">
      {templates.map(({ name, language, category, header, body, footer, variables }) => (
        <li key={`${name} ${language}`} class="py-2">
          <p class="font-medium wrap-anywhere">
            {name} <span class="font-normal text-soft">{language}</span>
          </p>
          {header?.text && <p class="font-medium" dir="auto">{header.text}</p>}
          <p class="whitespace-pre-line wrap-anywhere" dir="auto">{body}</p>
          {footer && <p class="text-label text-soft" dir="auto">{footer}</p>}
          <p class="text-label text-soft">
            {[
              words.categories[category] ?? category,
              header && words.headers[header.type],
              variables.length > 0 && words.variables(variables.length),
            ].filter(Boolean).join(" · ")}
          </p>
        </li>
      ))}
    </ul>
  );
}
