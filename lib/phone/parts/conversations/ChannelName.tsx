import { appOf } from "@/components/icons/app_icons.ts";
import { PhoneIcon } from "@/lib/phone/parts/conversations/PhoneIcon.tsx";
import type { Conversation } from "@/lib/phone/conversations/conversation.ts";
import { channelWord } from "@/lib/words/channel_word.ts";
import type { Language } from "@/lib/words/language.ts";

interface ChannelNameProps {
  conversation: Pick<Conversation, "channel" | "by_mail">;
  language: Language;
}

/** How a customer writes, with the mark of an app. */
export function ChannelName({ conversation, language }: ChannelNameProps) {
  const { channel, by_mail: isByMail } = conversation;
  const app = appOf(channel);
  return (
    <span class="bubble-app">
      {app && <PhoneIcon name={app} />}
      {channelWord(channel, isByMail)[language]}
    </span>
  );
}
