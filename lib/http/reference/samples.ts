/** A file that a program can take over. */
export interface Sample {
  language: string;
  file: string;
  code: string;
}

const folder = new URL("../../../docs/samples/", import.meta.url);

const files: [language: string, file: string][] = [
  ["JavaScript", "relevo.mjs"],
  ["Python", "relevo.py"],
  ["Go", "relevo.go"],
  ["PHP", "relevo.php"],
  ["Java", "Relevo.java"],
];

/** Samples of sending, reading and checking a callback, by language (`docs/samples`). */
export function readSamples(): Promise<Sample[]> {
  return Promise.all(files.map(async ([language, file]) => {
    const code = await Deno.readTextFile(new URL(file, folder));
    return { language, file, code: code.trimEnd() };
  }));
}
