/**
 * A page may be drawn before its visit (a prerender). Until it is shown nothing is done in its name:
 * no call, no note of the visit.
 */
const isDrawnAhead = () =>
  (document as Document & { prerendering?: boolean }).prerendering === true;

/** Runs the work once the page is shown, for most pages at once. Returns a stop function. */
export function whenShown(work: () => void): () => void {
  if (!isDrawnAhead()) {
    work();
    return () => {};
  }
  document.addEventListener("prerenderingchange", work, { once: true });
  return () => document.removeEventListener("prerenderingchange", work);
}

/** Resolves when the page is shown; undefined if it is. */
export function untilShown(): Promise<void> | undefined {
  return isDrawnAhead() ? new Promise((resolve) => whenShown(resolve)) : undefined;
}
