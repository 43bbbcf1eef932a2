import type { ComponentChildren } from "preact";
import { appOf } from "@/components/icons/app_icons.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { callPhone } from "@/lib/phone/api.ts";
import { say } from "@/lib/phone/page/state.ts";
import type {
  ConversationEntry,
  ConversationFile,
  Thread,
} from "@/lib/phone/conversations/conversation.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { sizeText } from "@/lib/words/size.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

interface ShownFileProps {
  file: ConversationFile;
  entry: ConversationEntry;
  thread: Thread;
  device: string;
  language: Language;
  onChange(): void;
}

/** A file of a message or note: shown, played or to be opened; else why it is not here. */
export function ShownFile(props: ShownFileProps): ComponentChildren {
  const { file, device, language } = props;
  const words = speak(conversationWords, language).file;
  const { id, name, type, size } = file;
  const address = `/api/phone/files/${id}?device=${device}`;
  const reason = file.left_out_reason;
  if (file.coming) return <p class="conversation-file soft" dir="auto">{words.coming(name)}</p>;
  if (reason) return <LeftOut {...props} reason={reason} />;
  if (file.inline && type.startsWith("image/")) {
    return (
      <a class="conversation-picture" href={address} target="_blank" rel="noopener">
        <img src={address} alt={words.picture(name)} loading="lazy" decoding="async" />
      </a>
    );
  }
  const isSound = file.inline && type.startsWith("audio/");
  return (
    <>
      {isSound && canPlay(type) && (
        <audio class="conversation-sound" controls preload="none" src={address} aria-label={name} />
      )}
      <a class="conversation-file" href={address} target="_blank" rel="noopener">
        <Icon name="paperclip" class="icon" />
        <span dir="auto">{name}</span>
        <span class="soft">{sizeText(size, language)}</span>
      </a>
    </>
  );
}

interface LeftOutProps extends ShownFileProps {
  reason: NonNullable<ConversationFile["left_out_reason"]>;
}

/** A file that was given up; one that an app had can be fetched again. */
function LeftOut(props: LeftOutProps) {
  const { file: { id, name }, entry, thread, device, language, reason, onChange } = props;
  const words = speak(conversationWords, language);
  const isByApp = appOf(entry.channel ?? null) !== null && entry.via_id !== null;
  const canRetry = isByApp && (reason === "unreachable" || reason === "no_room");
  const retry = async () => {
    const path = `conversations/${thread.contact_id}/messages/${entry.id}/files/${id}/retry`;
    const outcome = await callPhone(path, { device, method: "POST", language });
    if (outcome.ok) say(words.fetching);
    else say(outcome.why === "refused" ? outcome.message : words.failed, true);
    onChange();
  };
  return (
    <p class="conversation-file">
      <span class="soft" dir="auto">{`${name} (${words.file.leftOut[reason]})`}</span>
      {canRetry && (
        <button
          type="button"
          class="bubble-verb"
          aria-label={words.retryFile(name)}
          onClick={retry}
        >
          {words.verbs.retry}
        </button>
      )}
    </p>
  );
}

/** Ogg alone says little: voice notes are Opus, which some browsers cannot play. */
function canPlay(type: string): boolean {
  const coded = type === "audio/ogg" ? "audio/ogg; codecs=opus" : type;
  return document.createElement("audio").canPlayType(coded) !== "";
}
