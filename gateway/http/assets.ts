import { createHash } from "node:crypto";

interface Asset {
  body: Uint8Array;
  type: string;
  etag: string;
}

/** The style and the script of the gateway's pages, by name, as the build made them. */
export type Assets = ReadonlyMap<string, Asset>;

const types: Record<string, string> = {
  "gateway.css": "text/css; charset=utf-8",
  "gateway.js": "text/javascript; charset=utf-8",
};

/** Reads them into memory. @throws Deno.errors.NotFound where nothing is built */
export async function readAssets(folder: string): Promise<Assets> {
  const read = Object.entries(types).map(async ([name, type]): Promise<[string, Asset]> => {
    const body = await Deno.readFile(`${folder}/${name}`);
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    return [name, { body, type, etag }];
  });
  return new Map(await Promise.all(read));
}
