/** Takes characters off both ends, in linear time, as `\s+$` does not; `edge` recognises one. */
export function withoutEdges(text: string, edge: RegExp): string {
  const whole = withoutEnd(text, edge);
  let from = 0;
  while (from < whole.length && edge.test(whole[from]!)) from++;
  return whole.slice(from);
}

export function withoutEnd(text: string, edge: RegExp): string {
  let to = text.length;
  while (to > 0 && edge.test(text[to - 1]!)) to--;
  return text.slice(0, to);
}
