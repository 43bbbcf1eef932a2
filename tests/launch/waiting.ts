/**
 * Run in the app's place: waits for a signal, says which came, and ends with a status of its own.
 */
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.addSignalListener(signal, () => {
    console.log(`got ${signal}`);
    Deno.exit(7);
  });
}
setInterval(() => {}, 60_000);
console.log(`waiting as ${Deno.pid}`);
