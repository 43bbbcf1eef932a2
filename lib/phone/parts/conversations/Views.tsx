import { ConversationPage } from "@/lib/phone/parts/conversations/ConversationPage.tsx";
import { ConversationsPage } from "@/lib/phone/parts/conversations/ConversationsPage.tsx";
import type { PhoneState } from "@/lib/phone/page/state.ts";
import type { View } from "@/lib/phone/page/view.ts";

interface ConversationViewProps {
  state: PhoneState;
  view: Extract<View, { name: "conversation" | "conversations" }>;
}

/** The list of conversations, or one of them. */
export function Views({ state, view }: ConversationViewProps) {
  if (view.name === "conversations") return <ConversationsPage state={state} />;
  return <ConversationPage key={`${view.device} ${view.contactId}`} state={state} view={view} />;
}
