/**
 * Results as Markdown, on the screen and in `bench/README.md`: no figure there is typed by hand.
 */
import { median, percentile } from "@/bench/statistics.ts";

const readme = new URL("README.md", import.meta.url);

/** A Markdown table. */
export function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** `p50 / p95 / p99` of milliseconds, or other shares of them. */
export function percentiles(numbers: number[], shares = [0.5, 0.95, 0.99]): string {
  return shares.map((share) => milliseconds(percentile(numbers, share))).join(" / ");
}

/** `p50 / p95` of milliseconds. */
export function medianAndTail(numbers: number[]): string {
  return percentiles(numbers, [0.5, 0.95]);
}

/** Formats milliseconds; tenths only where they matter. */
export function milliseconds(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}

/** A rate for a reader. */
export function rate(value: number): string {
  return String(Math.round(value));
}

/** The middle of some rounds and, where there are several, the lowest and the highest. */
export function spread(numbers: number[], show: (value: number) => string): string {
  if (numbers.length === 0) return "–";
  const middle = show(median(numbers));
  if (numbers.length === 1) return middle;
  return `${middle} (${show(Math.min(...numbers))} to ${show(Math.max(...numbers))})`;
}

/**
 * Puts the results of a part between its marks in `bench/README.md`.
 * @throws Error when the marks are not there
 */
export async function writeResults(part: string, markdown: string): Promise<void> {
  const text = await Deno.readTextFile(readme);
  const [start, end] = [`<!-- results: ${part} -->`, `<!-- end: ${part} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`bench/README.md has no place for ${part}`);
  const before = text.slice(0, from + start.length);
  await Deno.writeTextFile(readme, `${before}\n\n${markdown}\n\n${text.slice(to)}`);
  const args = ["fmt", "--quiet", readme.pathname];
  await new Deno.Command(Deno.execPath(), { args }).output();
}
