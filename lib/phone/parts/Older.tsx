import { useEffect, useRef, useState } from "preact/hooks";

interface OlderProps {
  label: string;
  busyLabel: string;
  load(): Promise<unknown>;
  /** Only by its button: what it brings comes above. */
  isByHand?: boolean;
}

/** Fetches the next page when it comes into view; by its button too. */
export function Older({ label, busyLabel, load, isByHand = false }: OlderProps) {
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const run = async () => {
    setBusy(true);
    await load();
    setBusy(false);
  };
  useEffect(() => {
    if (isByHand) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry!.isIntersecting) void run();
    }, { rootMargin: "400px" });
    observer.observe(button.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <button ref={button} type="button" class="button older" disabled={isBusy} onClick={run}>
      {isBusy ? busyLabel : label}
    </button>
  );
}
