import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { fetchModule } from "@/components/fetch_module.ts";
import { Skeleton } from "@/lib/phone/parts/Skeleton.tsx";
import type { PhoneState } from "@/lib/phone/page/state.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";

const all: (() => Promise<unknown>)[] = [];

/** Once the first view is drawn: afterwards there may be no connection. */
export function loadLateViews(): void {
  for (const load of all) void load();
}

/** A view that is no part of the first load; a failure is tried again with the connection. */
export function lateView<Name extends string, Props extends { state: PhoneState }>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const bring = () => fetchModule(load).then((views) => loaded = views[name], () => undefined);
  all.push(bring);
  return function LateView(props: Props) {
    const [View, setView] = useState(() => loaded);
    useEffect(() => {
      if (!View) void bring().then((view) => setView(() => view));
    }, [View === undefined, props.state.connection]);
    if (!View) return <Skeleton label={phoneInboxWords.loading[props.state.language]} />;
    return <View {...props} />;
  };
}
