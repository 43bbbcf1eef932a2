/** What reads texts of strangers, and the most that its door takes. */
export interface Reader {
  name: string;
  /** Modules, and the names of their exports that it is about. */
  of: Record<string, string[]>;
  /** Characters, or bytes of what is ASCII. */
  most: number;
  /** Where in its input the text stands; as it is where there are none. */
  frames?: Record<string, (text: string) => unknown>;
  /** Besides those that all are fed. */
  shapes?: string[];
  // deno-lint-ignore no-explicit-any -- each takes what its own frames make
  read: (input: any) => unknown;
}

/** Pieces that are repeated, chosen for what patterns and parsers do with runs of them. */
export const shapes = [
  ...["a", " ", "\t", "\n", "\r\n ", "(", "<", '"', "\\", "=?utf-8?q?"],
  ...["</b> ", "a@", " x", ",;"],
];

export function shaped(piece: string, size: number): string {
  return piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
}
