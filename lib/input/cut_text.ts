const graphemes = new Intl.Segmenter();

/**
 * The text's first characters, `most` code points at most, without the half of one that people see
 * as one. A single one that is longer is cut all the same.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  // One more tells whether the last grapheme goes on.
  const points = [...text.slice(0, 2 * most + 2)].slice(0, most + 1);
  if (points.length <= most) return points.join("");
  const longest = points.slice(0, most).join("");
  let end = 0;
  for (const { index } of graphemes.segment(points.join(""))) {
    if (index <= longest.length) end = index;
  }
  return longest.slice(0, end || undefined);
}
