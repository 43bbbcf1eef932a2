/** A file's name that every system takes. */
export function fileName(parts: string[]): string {
  // deno-lint-ignore no-control-regex
  const text = parts.join(" ").replace(/[\\/:*?"<>|\u0000-\u001f\u007f]+/g, " ");
  return `${text.replace(/\s+/g, " ").trim().slice(0, 120)}.xlsx`;
}
