import type { ComponentChild } from "preact";
import { usePage } from "@/components/page.ts";
import { type App, appOf } from "@/components/icons/app_icons.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { channelWord } from "@/lib/words/channel_word.ts";
import type { Language } from "@/lib/words/language.ts";
import { channelWords } from "@/lib/words/statuses.ts";

/** The app that a message came or went by: its mark and its name. */
export function AppMark({ app }: { app: App }) {
  const { language } = usePage();
  return (
    <span class="inline-flex items-center gap-1 self-center">
      <Icon name={`app-${app}`} />
      {channelWords[app][language]}
    </span>
  );
}

/** Name of a contact's channel, with its mark where it is an app; without one a text. */
export function channelName(
  channel: keyof typeof channelWords,
  isByMail: boolean,
  language: Language,
): ComponentChild {
  const app = appOf(channel);
  return app ? <AppMark app={app} /> : channelWord(channel, isByMail)[language];
}
