import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { ThreadEntry } from "@/lib/crm/contacts/threads.ts";
import { hasReachedApp } from "@/lib/values/app_reach.ts";
import { messageWords } from "@/lib/words/message_words.ts";

/** Button that has the composer quote the message; the composer listens for it. */
export function AnswerButton({ entry: { id, body, via_id, unsent_at, delivery } }: {
  entry: ThreadEntry;
}) {
  const words = useWords(messageWords);
  if (via_id === null || unsent_at || !hasReachedApp(delivery)) return null;
  return (
    <button
      type="button"
      class="message-answer"
      title={words.answer}
      data-answer={id}
      data-via={via_id}
      data-text={body.slice(0, 200) || words.noText}
    >
      <Icon name="reply" />
      <span class="sr-only">{words.answer}</span>
    </button>
  );
}
