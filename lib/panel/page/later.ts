import { type ComponentChild, type ComponentType, type FunctionComponent, h } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { usePage } from "@/components/page.ts";
import { fetchModule } from "@/components/fetch_module.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { keepTypeAhead, takeTypeAhead } from "@/lib/panel/page/input/type_ahead.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface Closable {
  onClose?(): void;
}

type Part = (props: never) => ComponentChild;
type PropsOf<Component extends Part> = Parameters<Component>[0] & Closable;

/** A part, mostly a dialog, loaded when first shown. @param meanwhile its placeholder */
export function later<Name extends string, Module extends Record<Name, Part>>(
  load: () => Promise<Module>,
  name: Name,
  meanwhile: (props: PropsOf<Module[Name]>) => ComponentChild = () => null,
): FunctionComponent<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>;
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const { language } = usePage();
    const [isLoaded, redraw] = useState(loaded !== null);
    useLayoutEffect(() => {
      const { onClose }: Closable = props;
      if (!onClose) return;
      keepTypeAhead();
      return () => void takeTypeAhead();
    }, []);
    useEffect(() => {
      // Its own effects, which open it, follow in this task.
      if (isLoaded) setTimeout(takeTypeAhead);
    }, [isLoaded]);
    useEffect(() => {
      let isOver = false;
      const fail = () => {
        void tellNotLoaded(language);
        const { onClose }: Closable = props;
        onClose?.();
      };
      const show = (module: Module) => {
        loaded = module[name];
        if (!isOver) redraw(true);
      };
      if (!loaded) whileLoading(fetchModule(load)).then(show, fail);
      return () => {
        isOver = true;
      };
    }, []);
    return loaded ? h(loaded, props) : meanwhile(props);
  };
}

/** Says why a module did not load: if the server answers, the page is of an older build. */
export async function tellNotLoaded(language: Language): Promise<void> {
  const answer = await fetch("/healthz").catch(() => null);
  const { failures, reload } = speak(commonWords, language);
  // What is typed stays over the next load (missing_files.ts).
  dispatchEvent(new Event("missingfile"));
  showToast({
    text: answer ? failures.odd : failures.network,
    isFailure: true,
    more: answer ? { label: reload, run: () => location.reload() } : undefined,
  });
}

let loading = 0;

/** The pointer shows that something is loading. */
async function whileLoading<Value>(load: Promise<Value>): Promise<Value> {
  const { dataset } = document.documentElement;
  loading++;
  dataset.loading = "";
  try {
    return await load;
  } finally {
    if (--loading === 0) delete dataset.loading;
  }
}
