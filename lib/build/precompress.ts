import { promisify } from "node:util";
import zlib from "node:zlib";

const text = /\.(css|csv|html|js|json|map|md|mjs|svg|txt|webmanifest|xml)$/;
const minBytes = 256;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 };

/** Writes a `.br` and a `.gz` beside every text file below the folder. */
export async function precompress(folder: string): Promise<void> {
  const work: Promise<void>[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) work.push(precompress(path));
    else if (text.test(name)) work.push(writePair(path));
  }
  await Promise.all(work);
}

async function writePair(path: string): Promise<void> {
  const plain = await Deno.readFile(path);
  if (plain.length < minBytes) return;
  const pair = [brotli(plain, { params }), gzip(plain, { level: 9 })];
  const [br, gz] = await Promise.all(pair);
  await Promise.all([Deno.writeFile(`${path}.br`, br!), Deno.writeFile(`${path}.gz`, gz!)]);
}
