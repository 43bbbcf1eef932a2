/** A generator of clients that the document was tried with. */
export interface Generator {
  name: string;
  language: string;
  /** A shell command that makes a client of the document at this address, a word of the shell's. */
  command(documentUrl: string): string;
}

/**
 * Each with the version that was tried: its client compiles under `strict`, and sends, lists and
 * creates. `tests/http/clients` tries the first three in every run.
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
  {
    name: "orval",
    language: "TypeScript",
    command: (url) => `npx --yes orval@8.38.0 -i ${url} -o relevo.ts --client fetch`,
  },
  {
    name: "swagger-typescript-api",
    language: "TypeScript",
    command: (url) => `npx --yes swagger-typescript-api@13.13.0 generate -p ${url} -n relevo.ts`,
  },
];
