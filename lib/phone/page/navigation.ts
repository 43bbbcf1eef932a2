/** The open view; the browser's history leads back. */
import { Store } from "@/lib/phone/page/state.ts";
import { addressOf, type View, viewOf } from "@/lib/phone/page/view.ts";

export const place = new Store<{ view: View }>({ view: { name: "inbox" } });

/** Number of views that this page has opened: at the first, Back would leave the app. */
let depth = 0;

let inboxScroll = 0;

/** Reads the address, and follows it. A code and an answer in it are taken out: they work once. */
export function followAddress(signal: AbortSignal): void {
  const read = () => {
    const view = viewOf(location);
    place.set({ view });
    // An entry without a state, as a typed fragment makes, is loaded anew by Fresh on going back.
    history.replaceState(history.state ?? {}, "", addressOf(view));
  };
  addEventListener("popstate", () => {
    depth = Math.max(0, depth - 1);
    read();
    if (place.get().view.name === "inbox") requestAnimationFrame(() => scrollTo(0, inboxScroll));
  }, { signal });
  addEventListener("hashchange", () => {
    // Typed or scanned into a page that is open already.
    if (/pair=/.test(location.hash)) read();
  }, { signal });
  read();
}

export function goTo(view: View): void {
  const before = place.get().view;
  const address = addressOf(view);
  if (before.name === "inbox") inboxScroll = scrollY;
  if (address === addressOf(before)) return place.set({ view });
  history.pushState({}, "", address);
  depth += 1;
  place.set({ view });
  scrollTo(0, 0);
}

/** Goes there in place of the view that is open: Back does not lead to it again. */
export function replaceWith(view: View): void {
  history.replaceState({}, "", addressOf(view));
  place.set({ view });
  scrollTo(0, 0);
}

export function goBack(): void {
  if (depth > 0) history.back();
  else replaceWith({ name: "inbox" });
}
