import { usePage, useWords } from "@/components/page.ts";
import type { RefObject } from "preact";
import { type MutableRef, useEffect, useState } from "preact/hooks";
import { useStateFor } from "@/components/use_state_for.ts";
import { templateMenuWords } from "@/lib/panel/composer/words/template_menu_words.ts";
import { whyUnsupported } from "@/lib/words/apps/unsupported_template.ts";
import type { AppTemplate } from "@/lib/values/app_template.ts";
import { filled, meantBy, type Template } from "@/lib/panel/composer/template_menu.ts";
import type { FillValues } from "@/lib/panel/record/fill.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { commonWords } from "@/lib/words/common.ts";

interface TemplateMenuProps {
  id: string;
  query: string;
  fill: FillValues;
  /** Hears the keys of the field first; true where they were the menu's. */
  keys: MutableRef<((event: KeyboardEvent) => boolean) | null>;
  area: RefObject<HTMLTextAreaElement>;
  /** The WhatsApp number whose templates are offered too. */
  accountId: number | null;
  onPick(text: string): void;
  onPickOfApp(template: AppTemplate): void;
  onClose(): void;
}

/** Reply templates above the field, narrowed as one types: arrows, Enter or Tab, Escape. */
export function TemplateMenu(props: TemplateMenuProps) {
  const { companyId, href, language } = usePage();
  const { id, query, fill, keys, area, accountId, onPick, onPickOfApp, onClose } = props;
  const { templates, failure } = useTemplates<Template>("reply-templates", query);
  const ofApp = useTemplates<AppTemplate>(
    accountId === null ? null : `channels/${accountId}/templates`,
    query,
  );
  const [at, setAt] = useStateFor(query, 0);
  const words = useWords(templateMenuWords);
  const { loading } = useWords(commonWords);
  const matches: Offered[] = [
    ...meantBy(query, templates ?? [], fill).map((template) => ({
      ...template,
      key: `${template.id}`,
      note: null,
      why: null,
      pick: async () => onPick(await filled(template, fill, { companyId, language })),
    })),
    ...meantBy(query, ofApp.templates ?? [], fill).map((template) => ({
      ...template,
      key: `${template.name} ${template.language}`,
      note: `WhatsApp · ${template.language}`,
      why: template.unsupported ? whyUnsupported(template.unsupported)[language] : null,
      pick: () => template.unsupported || onPickOfApp(template),
    })),
  ];
  const isEmpty = templates?.length === 0 && matches.length === 0;
  const isOpen = templates === null || isEmpty || matches.length > 0;

  useEffect(() => () => void (keys.current = null), []);
  useActiveOption(area, { id, at, count: matches.length });

  keys.current = (event) => {
    if (!isOpen) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = matches[at];
    const isTaken = !event.ctrlKey && !event.metaKey && !event.isComposing &&
      (event.key === "Enter" || event.key === "Tab");
    if (event.key === "Escape") onClose();
    else if (step && chosen) setAt((at + step + matches.length) % matches.length);
    else if (isTaken && chosen) chosen.pick();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  if (!isOpen) return null;
  return (
    <div class="options composer-options">
      {templates === null && (
        <p role={failure ? "alert" : undefined} class="px-2 py-1.5 text-soft">
          {failure || ofApp.failure || loading}
        </p>
      )}
      {isEmpty && (
        <p class="px-2 py-1.5 text-soft">
          {words.none}{" "}
          <a
            class="text-accent underline"
            href={href("/panel/settings/templates")}
          >
            {words.make}
          </a>
        </p>
      )}
      {matches.length > 0 && (
        <ul id={id} role="listbox" aria-label={words.label}>
          {matches.map((template, index) => (
            <li
              key={template.key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              aria-disabled={template.why === null ? undefined : "true"}
              class="flex flex-col rounded-md px-2 py-1.5 aria-selected:bg-accent-soft"
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={template.pick}
            >
              <span class={`flex gap-2 ${template.why === null ? "" : "text-soft"}`}>
                <span class="min-w-0 flex-1 truncate font-medium" dir="auto">{template.name}</span>
                {template.note && <span class="text-label text-soft">{template.note}</span>}
              </span>
              <span class="truncate text-label text-soft" dir="auto">{template.body}</span>
              {template.why && (
                <span class="text-label first-letter:uppercase">{template.why}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A template of the menu. */
interface Offered {
  key: string;
  name: string;
  body: string;
  note: string | null;
  /** Why it cannot be sent. */
  why: string | null;
  pick(): void;
}

/** Templates of the list, read again with the next letter where that failed; none without one. */
function useTemplates<T>(list: string | null, query: string) {
  const { companyId, language } = usePage();
  const [templates, setTemplates] = useState<T[] | null>(null);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    if (templates || list === null) return;
    let isOver = false;
    callApi<T[]>(list, { companyId, language }).then((read) => {
      if (isOver) return;
      if (read.ok) setTemplates(read.data);
      else setFailure(failureText(read, language));
    });
    return () => {
      isOver = true;
    };
  }, [list, failure && query]);
  return { templates, failure };
}

/** Names to the field the option that the arrows have come to. */
function useActiveOption(
  area: RefObject<HTMLTextAreaElement>,
  { id, at, count }: { id: string; at: number; count: number },
): void {
  useEffect(() => {
    const field = area.current;
    if (!field || count === 0) return;
    field.setAttribute("aria-controls", id);
    field.setAttribute("aria-activedescendant", `${id}-${at}`);
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
    return () => {
      field.removeAttribute("aria-controls");
      field.removeAttribute("aria-activedescendant");
    };
  }, [at, count]);
}
