/**
 * An element's id, made of what sets it apart on the page: `idOf("verb", "tasks/7/done")` gives
 * `verb-tasks-7-done`. The hook that counts would begin anew in each island on the real Fresh.
 */
export function idOf(...parts: (string | number)[]): string {
  return parts.join("-").replace(/[^\p{L}\p{N}_-]+/gu, "-");
}
