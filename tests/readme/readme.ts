/** The pages that people read: README.md, CONTRIBUTING.md and docs/. */
import { resolve } from "node:path";

const root = resolve(import.meta.dirname!, "../..");

/** The text of a page, by its path from the project's folder. */
export function page(path: string): string {
  return Deno.readTextFileSync(resolve(root, path));
}

/** Paths of the pages, decisions among them. */
export const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...below("docs")];

export const readme = page("README.md");

/** The text below a heading of a page, up to the next of its level. */
export function section(heading: string, path = "README.md"): string {
  const [, text] = page(path).split(new RegExp(`^## ${heading}$`, "m"));
  if (text === undefined) throw new Error(`${path} has no section "${heading}"`);
  return text.split(/^## /m)[0]!;
}

/** The blocks of a language within a text, in order. */
export function blocks(language: string, text = readme): string[] {
  return [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
    .filter(([, name]) => name === language).map(([, , code]) => code!);
}

function below(folder: string): string[] {
  return [...Deno.readDirSync(resolve(root, folder))].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    return isDirectory ? below(path) : name.endsWith(".md") ? [path] : [];
  }).sort();
}
