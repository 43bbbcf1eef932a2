/** The statements of the last release, in a packed file. */
import { gunzipSync, gzipSync } from "node:zlib";
import type { Asked } from "../../support/statements.ts";

const path = new URL("statements.json.gz", import.meta.url);

export async function readStatements(): Promise<Asked[]> {
  return JSON.parse(new TextDecoder().decode(gunzipSync(await Deno.readFile(path))));
}

export async function writeStatements(statements: readonly Asked[]): Promise<void> {
  // One a line, so that two lists can be compared.
  const lines = statements.map((one) => JSON.stringify(one)).join(",\n");
  await Deno.writeFile(path, gzipSync(`[${lines}]\n`, { level: 9 }));
}
