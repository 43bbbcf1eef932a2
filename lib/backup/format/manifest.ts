/** The first file of a back-up. Its tables and sequences of the gateway begin with `gateway/`. */
import * as z from "zod";

export const format = 1;
export const manifestName = "manifest.json";
export const sumsName = "sums.json";
/** `COPY` text of a piece before it is packed, unless one row alone is more. */
export const pieceBytes = 8 * 1024 * 1024;
/** An entry is whole in memory, when it is written and when it is read. */
export const maxEntryBytes = 128 * 1024 * 1024;

const name = z.string().min(1).max(100);
const sequence = z.object({ last_value: z.int(), is_called: z.boolean() });

export const manifestSchema = z.object({
  format: z.literal(format),
  version: z.string(),
  /** Null where it was made from sources that were never built. */
  build: z.string().nullable(),
  /** Empty only where the gateway's rows wait to be joined to the app's. */
  schema: z.array(name),
  /** Null where the gateway is not inside. */
  gateway_schema: z.array(name).min(1).nullable(),
  database: z.enum(["postgres", "embedded"]),
  server_version: z.string(),
  made_at: z.iso.datetime(),
  tables: z.record(name, z.int().nonnegative()),
  columns: z.record(name, z.array(name).min(1)),
  sequences: z.record(name, sequence),
  /** The keys that seal what is inside: of `SECRETS_KEYS`, and the newest of the gateway. */
  keys: z.object({ secrets: z.array(z.string()), gateway: z.string().nullable() }),
});

export type Manifest = z.output<typeof manifestSchema>;
export type Sequence = z.output<typeof sequence>;

export const sumsSchema = z.record(
  z.string(),
  z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().nonnegative() }),
);

export type Sums = z.output<typeof sumsSchema>;

/** Whose rows: the app's or the gateway's. */
export type Part = "app" | "gateway";

export function nameIn(part: Part, name: string): string {
  return part === "app" ? name : `${part}/${name}`;
}

/** Names of a part in one of the manifest's records, as the database has them. */
export function namesOf(part: Part, record: Record<string, unknown>): string[] {
  const prefix = "gateway/";
  return Object.keys(record).filter((key) => key.startsWith(prefix) === (part === "gateway"))
    .map((key) => part === "app" ? key : key.slice(prefix.length));
}

export function pieceName(part: Part, table: string, number: number): string {
  return `${part}/${table}.${number}.copy.gz`;
}

export function readPieceName(
  entry: string,
): { part: Part; table: string; number: number } | null {
  const match = /^(app|gateway)\/([^/]+)\.([1-9]\d{0,8})\.copy\.gz$/.exec(entry);
  return match && { part: match[1] as Part, table: match[2]!, number: Number(match[3]) };
}
