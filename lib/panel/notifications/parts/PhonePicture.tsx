import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { TypeIcon } from "@/lib/panel/notifications/parts/TypeIcon.tsx";
import { notificationWords } from "@/lib/panel/notifications/words.ts";
import { sendingWords } from "@/lib/panel/notifications/sending_words.ts";

/** A notification as a phone shows it. */
export interface PhoneMessage {
  title: string;
  body: string;
  type: "info" | "success" | "warning" | "error";
  priority: "low" | "normal" | "high";
  sender: string | null;
  url: string | null;
  labels: string[];
  allowReply: boolean;
}

interface PhonePictureProps {
  message: PhoneMessage;
  /** Sender where the message names none. */
  company: string;
}

/** A phone with the notification as it arrives; a picture, so that nothing in it can be pressed. */
export function PhonePicture({ message, company }: PhonePictureProps) {
  const { title, body, type, priority, labels, allowReply } = message;
  const words = useWords(sendingWords).phone;
  const { types } = useWords(notificationWords);
  const host = hostOf(message.url);
  return (
    <figure class="phone" aria-label={words.label}>
      <div class="phone-screen">
        <div class="phone-card space-y-2.5">
          <div class="flex items-start gap-2">
            <TypeIcon type={type} name={types[type]} />
            <p class="min-w-0 flex-1 truncate text-label leading-5 text-soft" dir="auto">
              {message.sender?.trim() || company}
            </p>
            <p class="text-label leading-5 text-soft">{words.now}</p>
          </div>
          <div class="space-y-1">
            <p class={`font-semibold ${title.trim() ? "" : "text-soft"}`} dir="auto">
              {title.trim() ? title : words.title}
            </p>
            <p
              class={`whitespace-pre-line text-meta ${body.trim() ? "line-clamp-10" : "text-soft"}`}
              dir="auto"
            >
              {body.trim() ? body : words.body}
            </p>
          </div>
          {host && (
            <p class="flex items-center gap-1.5 text-label text-soft">
              <Icon name="link" class="size-3.5" />
              <span class="truncate">{host}</span>
            </p>
          )}
          {labels.length > 0 && (
            <ul class="space-y-1.5">
              {labels.map((label, at) => (
                <li key={at} class="phone-button" dir="auto">{label.trim() ? label : "…"}</li>
              ))}
            </ul>
          )}
          {allowReply && <p class="phone-reply text-meta">{words.reply}</p>}
        </div>
        <p class="mt-auto text-center text-label text-soft">{words.sounds[priority]}</p>
      </div>
    </figure>
  );
}

function hostOf(url: string | null): string | null {
  return url && URL.canParse(url) ? new URL(url).host : null;
}
