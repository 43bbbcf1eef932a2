import { fetchModule } from "@/components/fetch_module.ts";

/** Loads the watch over lengths with the first field that has one. Returns a stop function. */
export function watchLengthsLate(): () => void {
  const controller = new AbortController();
  const look = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement) || target.dataset.most === undefined) return;
    fetchModule(() => import("@/lib/words/pages/too_long_watch.ts")).then(({ watchTooLong }) => {
      if (controller.signal.aborted) return;
      controller.abort();
      watchTooLong();
    }, () => {}); // the next field asks again, and the server refuses what is too long
  };
  addEventListener("focusin", ({ target }) => look(target), {
    capture: true,
    signal: controller.signal,
  });
  look(document.activeElement);
  return () => controller.abort();
}
