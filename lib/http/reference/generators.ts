/** A generator of clients that the document was tried with. */
export interface Generator {
  name: string;
  language: string;
  /** A shell command, which makes the client of the document at this address. */
  command(documentUrl: string): string;
}

/**
 * Each with the version that was tried. The tests run these commands, except for where npx gets the
 * programs from.
 */
export const generators: Generator[] = [
  {
    name: "openapi-typescript",
    language: "TypeScript",
    command: (url) => `npx --yes openapi-typescript@7.13.0 ${url} -o relevo.ts`,
  },
  {
    name: "@hey-api/openapi-ts",
    language: "TypeScript",
    // Beside TypeScript 7, which npx would choose, it does not start.
    command: (url) =>
      `npx --yes -p typescript@5.9.3 -p @hey-api/openapi-ts@0.99.0 openapi-ts -i ${url} -o relevo`,
  },
];
