import { useEffect, useState } from "preact/hooks";
import { cardOf } from "@/lib/panel/board/places.ts";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";

const prefix = "#card-";

/** A step of the history that going back undoes by closing the sheet. */
const step = { isSheet: true };

function idInAddress(): string | null {
  const id = location.hash.startsWith(prefix) ? location.hash.slice(prefix.length) : "";
  return /^\d+$/.test(id) ? id : null;
}

/** Clicks that mean the link itself: a new tab, a download. */
function isPlain(event: MouseEvent): boolean {
  return !event.defaultPrevented && event.button === 0 &&
    !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

/**
 * The card that is open beside the board. It is in the address (`#card-7`), so that it can be
 * linked to and Back closes it; closing gives the focus back to the card.
 */
export function useOpenCard(): { id: string | null; close: () => void } {
  const [id, setId] = useState<string | null>(null);

  useEffect(() => {
    const sync = () => setId(idInAddress());
    const click = (event: MouseEvent) => {
      const link = (event.target as Element).closest("[data-board] a.board-link");
      const card = link?.closest<HTMLElement>("[data-card]");
      if (!card || !isPlain(event)) return;
      event.preventDefault();
      const hash = prefix + card.dataset.card;
      if (idInAddress()) history.replaceState(history.state, "", hash);
      else history.pushState(step, "", hash);
      sync();
    };
    sync();
    document.addEventListener("click", click);
    addEventListener("popstate", sync);
    return () => {
      document.removeEventListener("click", click);
      removeEventListener("popstate", sync);
    };
  }, []);

  useEffect(() => {
    if (id === null) return;
    const mark = () => cardOf(id)?.setAttribute("data-open", "");
    mark();
    document.addEventListener(regionsReplaced, mark);
    return () => {
      document.removeEventListener(regionsReplaced, mark);
      const card = cardOf(id);
      card?.removeAttribute("data-open");
      if (idInAddress() === null) card?.querySelector("a")?.focus();
    };
  }, [id]);

  function close() {
    if (history.state?.isSheet) return history.back();
    history.replaceState(history.state, "", location.pathname + location.search);
    setId(null);
  }

  return { id, close };
}
