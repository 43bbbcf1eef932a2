import { type ComponentChild, type ComponentType, type FunctionComponent, h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { showToast } from "@/lib/panel/frame/toasts.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface Told {
  language: Language;
  onClose?(): void;
}

/** A part, mostly a dialog, that is loaded when first shown. @param meanwhile its placeholder */
export function later<Props extends Told>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: (props: Props) => ComponentChild = () => null,
): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [, redraw] = useState(false);
    useEffect(() => {
      let isOver = false;
      const fail = () => {
        void tellNotLoaded(props.language);
        props.onClose?.();
      };
      const show = (part: ComponentType<Props>) => {
        loaded = part;
        if (!isOver) redraw(true);
      };
      if (!loaded) whileLoading(load()).then(show, fail);
      return () => {
        isOver = true;
      };
    }, []);
    return loaded ? h(loaded, props) : meanwhile(props);
  };
}

/** Where the server answers, the page is of an older build or has lost a module for good. */
export async function tellNotLoaded(language: Language): Promise<void> {
  const answer = await fetch("/healthz").catch(() => null);
  const { failures, reload } = speak(commonWords, language);
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
