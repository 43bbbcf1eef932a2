/** Milliseconds between heartbeats; proxies end a stream that is silent for 30 s. */
export const beatMs = 6_000;

/** Unlike a comment, the browser reports it to the page. */
export const beatEvent = "event: beat\ndata: {}\n\n";

/** Has the reader of a stream that ends come back soon, elsewhere. */
export const hurryEvent = "retry: 500\n\n";

/** A stream that is silent for longer is dead: two beats are missing. */
const silenceMs = 13_000;

const lookMs = 1_000;
const frozenMs = 5_000;

export interface SilenceWatch {
  heard(): void;
  stop(): void;
}

/** @param onSilence called once per `silenceMs` of silence; `wasFrozen` if the page was asleep */
export function watchSilence(onSilence: (wasFrozen: boolean) => void): SilenceWatch {
  let heardAt = Date.now();
  let lookedAt = heardAt;
  const timer = setInterval(() => {
    const now = Date.now();
    const wasFrozen = now - lookedAt > frozenMs;
    lookedAt = now;
    if (now - heardAt < silenceMs) return;
    heardAt = now;
    onSilence(wasFrozen);
  }, lookMs);
  return {
    heard: () => void (heardAt = Date.now()),
    stop: () => clearInterval(timer),
  };
}
