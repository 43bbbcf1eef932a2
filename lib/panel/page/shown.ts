/** A prerendered page makes no call and notes no visit until it is shown. */
const isDrawnAhead = () =>
  (document as Document & { prerendering?: boolean }).prerendering === true;

/** Runs `work` once the page is shown. Returns a stop function. */
export function whenShown(work: () => void): () => void {
  if (!isDrawnAhead()) {
    work();
    return () => {};
  }
  document.addEventListener("prerenderingchange", work, { once: true });
  return () => document.removeEventListener("prerenderingchange", work);
}

export function untilShown(): Promise<void> | undefined {
  return isDrawnAhead() ? new Promise((resolve) => whenShown(resolve)) : undefined;
}
