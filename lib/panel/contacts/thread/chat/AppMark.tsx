import { usePage } from "@/components/page.ts";
import type { App } from "@/components/icons/app_icons.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { channelWords } from "@/lib/words/statuses.ts";

/** The app that a message came or went by: its mark and its name. */
export function AppMark({ app }: { app: App }) {
  const { language } = usePage();
  return (
    <span class="app-mark">
      <Icon name={`app-${app}`} />
      {channelWords[app][language]}
    </span>
  );
}
