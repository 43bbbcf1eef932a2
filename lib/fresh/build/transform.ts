import { lockStylesheet } from "../serve/asset_url.ts";

export interface OnTransformOptions {
  pluginName: string;
  filter: RegExp;
}

export interface OnTransformArgs {
  path: string;
  text: string;
  content: Uint8Array<ArrayBuffer>;
  mode: "development" | "production";
  target: string | string[];
  root: string;
}

type Content = string | Uint8Array<ArrayBuffer>;
type Result = void | { content: Content };

export type TransformFn = (args: OnTransformArgs) => Result | Promise<Result>;

export interface TransformSettings extends Pick<OnTransformArgs, "mode" | "target" | "root"> {
  buildId: string;
  transformers: { options: OnTransformOptions; run: TransformFn }[];
}

/** Reads a static file and runs what is registered for it, each on the last one's output. */
export async function readTransformed(
  path: string,
  { buildId, transformers, ...settings }: TransformSettings,
): Promise<Uint8Array<ArrayBuffer>> {
  let content = await Deno.readFile(path);
  for (const { run } of transformers.filter(({ options }) => options.filter.test(path))) {
    const result = await run({ path, content, text: textOf(content), ...settings });
    if (result) content = bytesOf(result.content);
  }
  return path.endsWith(".css") ? bytesOf(lockStylesheet(textOf(content), buildId)) : content;
}

function textOf(content: Uint8Array): string {
  return new TextDecoder().decode(content);
}

function bytesOf(content: Content): Uint8Array<ArrayBuffer> {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
