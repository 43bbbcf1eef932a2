import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Skeleton } from "@/lib/phone/parts/Skeleton.tsx";
import type { PhoneState } from "@/lib/phone/page/state.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";

/** A view that loads when it is first opened; a failure is tried again with the connection. */
export function lateView<Props extends { state: PhoneState }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LateView(props: Props) {
    const [View, setView] = useState(() => loaded);
    useEffect(() => {
      if (View) return;
      load().then((view) => {
        loaded = view;
        setView(() => view);
      }, () => {});
    }, [View === undefined, props.state.connection]);
    if (!View) return <Skeleton label={phoneInboxWords.loading[props.state.language]} />;
    return <View {...props} />;
  };
}
