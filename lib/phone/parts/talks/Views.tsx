import { TalkPage } from "@/lib/phone/parts/talks/TalkPage.tsx";
import { TalksPage } from "@/lib/phone/parts/talks/TalksPage.tsx";
import type { TalkViewProps } from "@/lib/phone/parts/TalkViews.tsx";

/** The list of conversations, or one of them. */
export function Views({ state, view }: TalkViewProps) {
  if (view.name === "talks") return <TalksPage state={state} />;
  return <TalkPage key={`${view.device} ${view.contactId}`} state={state} view={view} />;
}
