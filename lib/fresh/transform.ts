// Static files on their way into a build.
import { isAbsolute, join, relative } from "node:path";
import { lockStylesheet } from "./asset_url.ts";

/** Which static files a transformation is for. */
export interface OnTransformOptions {
  /** For messages. */
  pluginName: string;
  /** Tried on the file's path. */
  filter: RegExp;
  exclude?: (string | RegExp)[];
}

/** A static file to transform. */
export interface OnTransformArgs {
  /** The absolute path. */
  path: string;
  readonly text: string;
  content: Uint8Array<ArrayBuffer>;
  mode: "development" | "production";
  target: string | string[];
  root: string;
}

interface Output {
  content: string | Uint8Array<ArrayBuffer>;
  map?: string | Uint8Array<ArrayBuffer>;
  path?: string;
}

type Result = void | Output | (Output & { path: string })[];

/** Gives what takes the place of a file's content, several files, or nothing. */
export type TransformFn = (args: OnTransformArgs) => Result | Promise<Result>;

/** A registered transformation. */
export interface Transformer {
  options: OnTransformOptions;
  run: TransformFn;
}

/** A static file and the folder it counts from. */
export interface SourceFile {
  path: string;
  dir: string;
}

/** What all files of a build share. */
export type TransformSettings = Pick<OnTransformArgs, "mode" | "target" | "root"> & {
  buildId: string;
  transformers: Transformer[];
};

/** Reads a static file and transforms it; gives content by URL path. */
export async function readTransformed(
  { path, dir }: SourceFile,
  { buildId, transformers, ...settings }: TransformSettings,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const files = new Map([[path, await Deno.readFile(path)]]);
  for (const { options, run } of transformers) {
    for (const [path, content] of [...files].filter(([path]) => applies(options, path))) {
      const text = () => new TextDecoder().decode(content);
      const args = {
        path,
        content,
        get text() {
          return text();
        },
        ...settings,
      };
      const result = await run(args) ?? [];
      for (const output of Array.isArray(result) ? result : [result]) {
        files.set(absolute(dir, output.path ?? path), bytesOf(output.content));
      }
    }
  }
  return new Map([...files].map(([path, content]) => {
    const url = "/" + relative(dir, path).replaceAll("\\", "/");
    const css = () => lockStylesheet(new TextDecoder().decode(content), buildId);
    return [url, url.endsWith(".css") ? bytesOf(css()) : content];
  }));
}

function applies({ filter, exclude = [] }: OnTransformOptions, path: string): boolean {
  const matches = (rule: string | RegExp) =>
    typeof rule === "string" ? path.includes(rule) : rule.test(path);
  return filter.test(path) && !exclude.some(matches);
}

function absolute(dir: string, path: string): string {
  return isAbsolute(path) ? path : join(dir, path);
}

function bytesOf(content: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
