import { useEffect, useState } from "preact/hooks";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";

/** Reads `<data data-json="name" value={JSON}>` in a region, again on each redraw. */
export function useRegionData<T>(name: string, first: T): T {
  const [value, setValue] = useState(first);
  useEffect(() => {
    const read = () => {
      const text = document.querySelector(`[data-json="${CSS.escape(name)}"]`)
        ?.getAttribute("value");
      if (text) setValue(JSON.parse(text));
    };
    document.addEventListener(regionsReplaced, read);
    return () => document.removeEventListener(regionsReplaced, read);
  }, [name]);
  return value;
}
