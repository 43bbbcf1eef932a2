/** Signs of life of event streams, which both ends have to agree on. */

/** After so much silence a server sends the event `beat`; proxies end a stream after 30 s. */
export const beatMs = 6_000;

/** Text of a heartbeat in a stream. Unlike a comment, the browser reports it to the page. */
export const beatEvent = "event: beat\ndata: {}\n\n";

/** A stream that is silent for longer is dead: two beats are missing. */
const silenceMs = 13_000;

const lookMs = 1_000;
/** A timer that comes this late belongs to a page that was frozen. */
const frozenMs = 5_000;

export interface SilenceWatch {
  /** Something came. */
  heard(): void;
  stop(): void;
}

/**
 * Watches a stream in the browser, from now on.
 * @param onSilence called once for each `silenceMs` without a word; `wasFrozen` where the page was
 *   asleep meanwhile, so that its silence says nothing of the server
 */
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
