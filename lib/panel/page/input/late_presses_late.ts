import { fetchModule } from "@/components/fetch_module.ts";

/** Loads what ignores late presses with the first press on the page. Returns a stop function. */
export function ignoreLatePressesLate(): () => void {
  const first = new AbortController();
  let stop = () => {};
  let isStopped = false;
  const load = () => {
    first.abort();
    fetchModule(() => import("@/lib/panel/page/input/late_presses.ts")).then(
      ({ ignoreLatePresses }) => {
        if (!isStopped) stop = ignoreLatePresses();
      },
      () => {}, // presses stay as they are
    );
  };
  for (const name of ["pointerdown", "keydown"]) {
    addEventListener(name, load, { capture: true, signal: first.signal });
  }
  return () => {
    isStopped = true;
    first.abort();
    stop();
  };
}
