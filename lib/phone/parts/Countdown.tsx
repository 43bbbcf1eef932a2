import { useState } from "preact/hooks";

/** A line that runs out while an answer can still be taken back. */
export function Countdown({ until }: { until: number }) {
  // Set once: a new length would start the animation anew.
  const [milliseconds] = useState(() => Math.max(0, until - Date.now()));
  return (
    <span class="countdown" aria-hidden="true">
      <span style={{ animationDuration: `${milliseconds}ms` }} />
    </span>
  );
}
