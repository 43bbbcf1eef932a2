import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Skeleton } from "@/lib/phone/parts/Skeleton.tsx";
import type { PhoneState } from "@/lib/phone/page/state.ts";
import type { View } from "@/lib/phone/page/view.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";

export type TalkView = Extract<View, { name: "talk" | "talks" }>;

export interface TalkViewProps {
  state: PhoneState;
  view: TalkView;
}

let loaded: ComponentType<TalkViewProps> | undefined;

/** Conversations load when they are first opened: who only gets notifications needs none of it. */
export function TalkViews({ state, view }: TalkViewProps) {
  const [Views, setViews] = useState(() => loaded);
  useEffect(() => {
    if (Views) return;
    import("@/lib/phone/parts/talks/Views.tsx").then((module) => {
      loaded = module.Views;
      setViews(() => module.Views);
    }, () => {});
  }, [Views === undefined, state.connection]);
  if (!Views) return <Skeleton label={phoneInboxWords.loading[state.language]} />;
  return <Views state={state} view={view} />;
}
