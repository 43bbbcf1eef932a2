import { useRef, useState } from "preact/hooks";

/** Work that runs once at a time. @returns what starts it, and whether it is under way */
export function useOnce(work: () => Promise<unknown>): [run: () => Promise<void>, isBusy: boolean] {
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  async function run() {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      busy.current = false;
      setBusy(false);
    }
  }
  return [run, isBusy];
}
