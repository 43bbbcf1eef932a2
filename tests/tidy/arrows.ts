import assert from "node:assert/strict";
import { importsOf, sourceFiles } from "./sources.ts";

const files = sourceFiles();

/** The source files under a folder. */
export const under = (folder: string) => files.filter((file) => file.startsWith(`${folder}/`));

/** Asserts that the files import only what is allowed. */
export function refuse(from: string[], allowed: (file: string, target: string) => boolean) {
  const wrong = from.flatMap((file) =>
    importsOf(file).filter((target) => !allowed(file, target)).map((target) =>
      `${file} → ${target}`
    )
  );
  assert.deepEqual(wrong, []);
}
