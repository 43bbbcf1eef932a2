import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { changeAttention, senderOf } from "@/lib/phone/inbox/attention.ts";
import { whenOf } from "@/lib/phone/inbox/days.ts";
import type { Entry } from "@/lib/phone/inbox/inbox.ts";
import { snooze } from "@/lib/phone/inbox/snooze.ts";
import { phone, say } from "@/lib/phone/page/state.ts";
import { LaterChoices } from "@/lib/phone/parts/later/LaterChoices.tsx";
import { Sheet } from "@/lib/phone/parts/Sheet.tsx";
import { type Language, speak } from "@/lib/words/language.ts";
import { attentionWords } from "@/lib/words/phone/attention.ts";

interface NotificationMenuProps {
  entry: Entry;
  language: Language;
  now: number;
}

/** Puts a notification off, or its sender to silence. */
export function NotificationMenu({ entry, language, now }: NotificationMenuProps) {
  const { notification, pairing, isFresh } = entry;
  const { later, muted } = speak(attentionWords, language);
  const [isOpen, setOpen] = useState(false);
  const { attention } = phone.get();
  const sender = senderOf(pairing.deviceId, notification);
  const isMuted = attention?.muted.includes(sender) ?? false;
  const { snoozedUntil = null } = notification;
  const close = () => setOpen(false);
  const put = (until: Date | null) => {
    close();
    void snooze(entry, until);
  };
  const mute = async () => {
    close();
    const others = attention!.muted.filter((one) => one !== sender);
    const isDone = await changeAttention({ muted: isMuted ? others : [...others, sender] });
    if (isDone) say(isMuted ? muted.undone(sender) : muted.done(sender));
  };
  return (
    <>
      {snoozedUntil && (
        <p class="outcome soft">
          <Icon name="clock" class="icon" />
          {later.until(whenOf(snoozedUntil, now, language))}
        </p>
      )}
      <button
        type="button"
        class="button button-plain"
        aria-haspopup="dialog"
        disabled={!isFresh}
        onClick={() => setOpen(true)}
      >
        <Icon name="clock" class="icon" />
        {later.open}
      </button>
      {isOpen && (
        <Sheet title={later.title} onClose={close}>
          <div class="choices">
            <LaterChoices
              now={now}
              expiresAt={notification.expiresAt}
              language={language}
              onChoose={put}
            />
            {snoozedUntil && (
              <button type="button" class="button" onClick={() => put(null)}>
                {later.takeBack}
              </button>
            )}
            {attention && (
              <button type="button" class="button" onClick={mute}>
                <Icon name={isMuted ? "bell" : "bell-off"} class="icon" />
                {isMuted ? muted.remove(sender) : muted.mute(sender)}
              </button>
            )}
          </div>
        </Sheet>
      )}
    </>
  );
}
