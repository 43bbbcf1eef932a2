const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Ends at once where the process is asked to stop, after `tidy`. @returns takes that back */
export function stopWith(tidy: () => void): () => void {
  const end = () => {
    tidy();
    console.error("relevo: it was interrupted, and nothing was written");
    Deno.exit(1);
  };
  for (const signal of signals) Deno.addSignalListener(signal, end);
  return () => signals.forEach((signal) => Deno.removeSignalListener(signal, end));
}
