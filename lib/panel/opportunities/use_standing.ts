import { useEffect, useState } from "preact/hooks";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";

/** State that an opportunity's verbs depend on. */
export interface Standing {
  status: "open" | "won" | "lost";
  stageId: number;
  version: number;
  /** The number of its active sale. */
  sale: string | null;
}

/** Read from a region, so that it is current after every redraw. */
export function useStanding(first: Standing): Standing {
  const [standing, setStanding] = useState(first);
  useEffect(() => {
    const read = () => {
      const element = document.querySelector<HTMLElement>("[data-standing]");
      if (element) setStanding(JSON.parse(element.dataset.standing!));
    };
    document.addEventListener(regionsReplaced, read);
    return () => document.removeEventListener(regionsReplaced, read);
  }, []);
  return standing;
}
