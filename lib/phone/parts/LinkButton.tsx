import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { Sheet } from "@/lib/phone/parts/Sheet.tsx";
import { hostOf } from "@/lib/phone/inbox/card.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";

interface LinkButtonProps {
  url: string | null;
  language: Language;
}

/** A notification's link. It says where it leads, and asks before it leaves the app. */
export function LinkButton({ url, language }: LinkButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const words = speak(phoneInboxWords, language).link;
  const host = hostOf(url);
  if (!host) return null;
  const close = () => setAsking(false);
  return (
    <>
      <button type="button" class="link-button" onClick={() => setAsking(true)}>
        <Icon name="external-link" class="icon" />
        <span>{words.open(host)}</span>
      </button>
      {isAsking && (
        <Sheet title={words.ask(host)} onClose={close}>
          <p>{words.text}</p>
          <p class="address">{url}</p>
          <div class="choices">
            <a
              class="button button-primary"
              href={url!}
              target="_blank"
              rel="noopener noreferrer"
              onClick={close}
            >
              {words.go}
            </a>
            <button type="button" class="button" onClick={close}>{words.stay}</button>
          </div>
        </Sheet>
      )}
    </>
  );
}
