const graphemes = new Intl.Segmenter();

/** Cuts to at most so many code points, between graphemes; only a longer grapheme is cut within. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = [...text.slice(0, 2 * most + 2)].slice(0, most + 1);
  if (points.length <= most) return points.join("");
  const longest = points.slice(0, most).join("");
  let end = 0;
  for (const { index } of graphemes.segment(points.join(""))) {
    if (index <= longest.length) end = index;
  }
  return longest.slice(0, end || undefined);
}
