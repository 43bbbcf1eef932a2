import { useEffect, useState } from "preact/hooks";
import { Sheet } from "@/lib/phone/parts/Sheet.tsx";
import { callPhone } from "@/lib/phone/api.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

interface Filled {
  id: number;
  name: string;
  body: string;
  unfilled: string[];
}

interface TemplateSheetProps {
  contactId: number;
  device: string;
  language: Language;
  onPick(body: string): void;
  onClose(): void;
}

/** Reply templates, filled for this customer. */
export function TemplateSheet(props: TemplateSheetProps) {
  const { contactId, device, language, onPick, onClose } = props;
  const words = speak(conversationWords, language);
  const [templates, setTemplates] = useState<Filled[] | string | null>(null);
  useEffect(() => {
    let isOver = false;
    callPhone<Filled[]>(`conversations/${contactId}/templates`, { device, language })
      .then((outcome) => {
        if (!isOver) setTemplates(outcome.ok ? outcome.data : words.failed);
      });
    return () => {
      isOver = true;
    };
  }, []);
  return (
    <Sheet title={words.write.templates} onClose={onClose}>
      {templates === null && <p role="status">{phoneInboxWords.loading[language]}</p>}
      {typeof templates === "string" && <p role="alert">{templates}</p>}
      {Array.isArray(templates) && templates.length === 0 && <p>{words.write.noTemplates}</p>}
      {Array.isArray(templates) && templates.length > 0 && (
        <ul class="templates">
          {templates.map(({ id, name, body, unfilled }) => (
            <li key={id}>
              <button type="button" class="template" onClick={() => onPick(body)}>
                <span class="strong" dir="auto">{name}</span>
                <span class="template-body" dir="auto">{body}</span>
                {unfilled.length > 0 && (
                  <span class="soft">{words.write.unfilled(unfilled.join(", "))}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="choices">
        <button type="button" class="button button-plain" onClick={onClose}>
          {words.later.close}
        </button>
      </div>
    </Sheet>
  );
}
