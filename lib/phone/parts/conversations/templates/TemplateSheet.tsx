import { useState } from "preact/hooks";
import { AppTemplateForm } from "@/lib/phone/parts/conversations/templates/AppTemplateForm.tsx";
import {
  type AppTemplates,
  type ReplyTemplate,
  useAppTemplates,
  useReplyTemplates,
} from "@/lib/phone/parts/conversations/templates/use_templates.ts";
import { Sheet } from "@/lib/phone/parts/Sheet.tsx";
import type {
  ConversationAccount,
  OfferedTemplate,
} from "@/lib/phone/conversations/conversation.ts";
import type { FilledTemplate } from "@/lib/phone/conversations/send.ts";
import { appWords } from "@/lib/words/apps/app_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";
import { whyUnsupported } from "@/lib/words/apps/unsupported_template.ts";
import { phoneSettingsWords } from "@/lib/words/phone/settings.ts";

interface TemplateSheetProps {
  contactId: number;
  device: string;
  language: Language;
  account: ConversationAccount | undefined;
  /** Whether a text of one's own would not reach the customer any more. */
  isOver: boolean;
  /** A template that was filled before, to be changed. */
  filled: FilledTemplate | null;
  onPick(body: string): void;
  /** @returns whether it is kept, to be sent */
  onSend(filled: FilledTemplate): Promise<boolean>;
  onClose(): void;
}

/** Reply templates, filled for this customer, and those that Meta has approved of the number. */
export function TemplateSheet(props: TemplateSheetProps) {
  const { contactId, device, language, account, isOver, filled, onPick, onSend, onClose } = props;
  const words = speak(appWords, language).template;
  const accountId = account?.kind === "whatsapp" ? account.id : null;
  const replies = useReplyTemplates(isOver ? null : { device, contactId }, language);
  const ofApp = useAppTemplates({ device, contactId, accountId });
  const [chosenKey, setChosenKey] = useState(filled && keyOf(filled.template));
  const { templates = [], suggestions = [] } = ofApp instanceof Object ? ofApp : {};
  const chosen = templates.find((one) => keyOf(one) === chosenKey);
  if (chosen && account) {
    return (
      <Sheet title={words.title(chosen.name)} onClose={onClose}>
        <AppTemplateForm
          template={chosen}
          suggestions={suggestions}
          isOptedIn={account.opted_in === true}
          filled={filled && keyOf(filled.template) === chosenKey ? filled : null}
          language={language}
          onSend={async (choice) => await onSend(choice) && onClose()}
        />
        <div class="choices">
          <button type="button" class="button button-plain" onClick={() => setChosenKey(null)}>
            {phoneSettingsWords.back[language]}
          </button>
        </div>
      </Sheet>
    );
  }
  return (
    <Sheet title={conversationWords.write.templates[language]} onClose={onClose}>
      {!isOver && (
        <Replies
          replies={replies}
          isAlone={accountId === null}
          language={language}
          onPick={onPick}
        />
      )}
      {accountId !== null && (
        <OfApp
          ofApp={ofApp}
          isAlone={isOver}
          language={language}
          onChoose={(one) => setChosenKey(keyOf(one))}
        />
      )}
      <div class="choices">
        <button type="button" class="button button-plain" onClick={onClose}>
          {conversationWords.later.close[language]}
        </button>
      </div>
    </Sheet>
  );
}

function keyOf({ name, language }: { name: string; language: string }): string {
  return `${name} ${language}`;
}

interface RepliesProps {
  replies: ReplyTemplate[] | "failed" | null;
  /** Whether there is no other list beside it. */
  isAlone: boolean;
  language: Language;
  onPick(body: string): void;
}

/** Our own, put into the text. */
function Replies({ replies, isAlone, language, onPick }: RepliesProps) {
  const words = speak(conversationWords, language);
  if (replies === null) return <p role="status">{phoneInboxWords.loading[language]}</p>;
  if (replies === "failed") return <p role="alert">{words.failed}</p>;
  if (replies.length === 0) return isAlone ? <p>{words.write.noTemplates}</p> : null;
  return (
    <ul class="templates">
      {replies.map(({ id, name, body, unfilled }) => (
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
  );
}

interface OfAppProps {
  ofApp: AppTemplates;
  isAlone: boolean;
  language: Language;
  onChoose(template: OfferedTemplate): void;
}

/** Those of the number, each with a form of its variables, or the reason that it has none. */
function OfApp({ ofApp, isAlone, language, onChoose }: OfAppProps) {
  const words = speak(conversationWords, language);
  return (
    <>
      {!isAlone && <h3 class="templates-of">{words.write.ofWhatsapp}</h3>}
      {ofApp === null && <p role="status">{phoneInboxWords.loading[language]}</p>}
      {ofApp === "failed" && <p role="alert">{words.write.notRead}</p>}
      {ofApp instanceof Object && ofApp.templates.length === 0 && (
        <p>{words.write.noneOfWhatsapp}</p>
      )}
      {ofApp instanceof Object && ofApp.templates.length > 0 && (
        <ul class="templates">
          {ofApp.templates.map((template) => (
            <li key={keyOf(template)}>
              <button
                type="button"
                class="template"
                disabled={!!template.unsupported}
                onClick={() => onChoose(template)}
              >
                <span class="strong">
                  <bdi>{template.name}</bdi> <span class="soft">{template.language}</span>
                </span>
                <span class="template-body" dir="auto">{template.body}</span>
                {template.unsupported && (
                  <span class="soft template-why">
                    {whyUnsupported(template.unsupported)[language]}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
