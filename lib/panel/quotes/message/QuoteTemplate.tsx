import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { whyUnsupported } from "@/lib/words/apps/unsupported_template.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import {
  type AppTemplate,
  hasQuote as holdsQuote,
  whyNotQuote,
} from "@/lib/values/app_template.ts";
import { TemplateFields } from "@/lib/panel/composer/apps/TemplateFields.tsx";
import { useTemplate } from "@/lib/panel/composer/apps/use_template.ts";
import { appMessageWords } from "@/lib/panel/quotes/message/words.ts";
import type { QuoteMessage } from "@/lib/panel/quotes/message/use_message.ts";
import type { FillValues } from "@/lib/panel/record/fill.ts";
import { commonWords } from "@/lib/words/common.ts";

interface QuoteTemplateProps {
  message: QuoteMessage;
  fill: FillValues;
  hasQuote: boolean;
}

/** The template that a message leaves by once they have not written for a day. */
export function QuoteTemplate({ message, fill, hasQuote }: QuoteTemplateProps) {
  const { language } = usePage();
  const words = useWords(appMessageWords);
  const { loading } = useWords(commonWords);
  const { templates, failure } = useTemplates(message.account!.id);
  const [chosen, setChosen] = useState<string>();
  const offered = (templates ?? []).map((template) => ({
    key: `${template.name} ${template.language}`,
    template,
    why: whyNot(template, hasQuote, { words, language }),
  }));
  const usable = offered.filter(({ why }) => why === null);
  const first = usable.find(({ template }) => template.language.slice(0, 2) === fill.language) ??
    usable[0];
  const key = chosen ?? first?.key ?? "";
  const template = usable.find((one) => one.key === key)?.template;
  if (templates === null) {
    return <p role={failure ? "alert" : undefined} class="text-soft">{failure || loading}</p>;
  }
  if (templates.length === 0) return <p class="text-soft">{words.noTemplates}</p>;
  return (
    <>
      <Field name="message.template" label={words.template} error={message.errors.template}>
        {(control) => (
          <select
            {...control}
            class="control"
            value={key}
            onChange={({ currentTarget: { value } }) => {
              message.setErrors({});
              setChosen(value);
            }}
          >
            {!template && <option value="" selected>{words.choose}</option>}
            {offered.map(({ key: own, template: { name, language }, why }) => (
              <option key={own} value={own} selected={own === key} disabled={why !== null}>
                {why === null ? `${name} (${language})` : `${name} (${language}): ${why}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {template && (
        <FilledTemplate
          key={key}
          message={message}
          template={template}
          fill={fill}
          hasQuote={hasQuote}
        />
      )}
    </>
  );
}

interface FilledTemplateProps extends QuoteTemplateProps {
  template: AppTemplate;
}

function FilledTemplate({ message, template, fill, hasQuote }: FilledTemplateProps) {
  const words = useWords(appMessageWords);
  const isOptedIn = message.account!.opted_in ?? false;
  const filling = useTemplate({ template, fill, isOptedIn, choosesFile: false });
  useLayoutEffect(() => {
    message.filled.current = {
      check() {
        if (!filling.check()) return {};
        return hasQuote && !holdsQuote(template, filling.values)
          ? { template: words.lacksQuote }
          : null;
      },
      json: filling.json,
    };
    return () => {
      message.filled.current = null;
    };
  });
  return <TemplateFields id="message" filling={filling} refused={message.errors.places} />;
}

type Words = ReturnType<typeof useWords<typeof appMessageWords>>;

/** Why a template cannot be used here; null where it can. */
function whyNot(
  template: AppTemplate,
  hasQuote: boolean,
  { words, language }: { words: Words; language: "es" | "en" },
): string | null {
  if (template.unsupported) return whyUnsupported(template.unsupported)[language];
  const isFile = template.header !== null && template.header.type !== "text";
  const reason = hasQuote ? whyNotQuote(template) : isFile ? "file" : null;
  return reason && words[reason];
}

function useTemplates(accountId: number) {
  const { companyId, language } = usePage();
  const [templates, setTemplates] = useState<AppTemplate[] | null>(null);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    let isGone = false;
    callApi<AppTemplate[]>(`channels/${accountId}/templates`, { companyId, language })
      .then((read) => {
        if (isGone) return;
        if (read.ok) setTemplates(read.data);
        else setFailure(failureText(read, language));
      });
    return () => {
      isGone = true;
    };
  }, [accountId]);
  return { templates, failure };
}
