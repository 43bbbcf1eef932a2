/** `idOf("verb", "tasks/7/done")` is `verb-tasks-7-done`; useId counts anew in each island. */
export function idOf(...parts: (string | number)[]): string {
  return parts.join("-").replace(/[^\p{L}\p{N}_-]+/gu, "-");
}
