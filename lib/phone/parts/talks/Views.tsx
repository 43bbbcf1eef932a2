import { TalkPage } from "@/lib/phone/parts/talks/TalkPage.tsx";
import { TalksPage } from "@/lib/phone/parts/talks/TalksPage.tsx";
import type { PhoneState } from "@/lib/phone/page/state.ts";
import type { View } from "@/lib/phone/page/view.ts";

interface TalkViewProps {
  state: PhoneState;
  view: Extract<View, { name: "talk" | "talks" }>;
}

/** The list of conversations, or one of them. */
export function Views({ state, view }: TalkViewProps) {
  if (view.name === "talks") return <TalksPage state={state} />;
  return <TalkPage key={`${view.device} ${view.contactId}`} state={state} view={view} />;
}
