/** The parts that there are, each with a full stop. */
export function sentences(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).map((part) => /[.!?…]$/.test(String(part)) ? part : `${part}.`)
    .join(" ");
}
