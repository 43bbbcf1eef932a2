import { resolve } from "node:path";

const root = resolve(import.meta.dirname!, "../..");

export const readme = await Deno.readTextFile(resolve(root, "README.md"));

/** The text below a heading, up to the next of its level. */
export function section(heading: string): string {
  const [, text] = readme.split(new RegExp(`^## ${heading}$`, "m"));
  if (text === undefined) throw new Error(`README.md has no section "${heading}"`);
  return text.split(/^## /m)[0]!;
}

/** The blocks of a language within a text, in order. */
export function blocks(language: string, text = readme): string[] {
  return [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
    .filter(([, name]) => name === language).map(([, , code]) => code!);
}
