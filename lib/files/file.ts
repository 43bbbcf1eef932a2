import * as z from "zod";
import type { LeftOutReason } from "@/lib/values/left_out.ts";
import { text } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";
import { mostFiles } from "@/lib/files/limits.ts";

export const fileIds = z.array(z.uuid()).max(mostFiles).refine(
  (ids) => new Set(ids).size === ids.length,
  { error: message("givenTwice") },
);

const leftOutReasons = [
  ...["no_room", "too_many", "too_large", "beyond_parts", "empty", "unreachable"] as const,
  "expired" as const,
] satisfies LeftOutReason[];

export const fileRecord = z.object({
  id: z.uuid().meta({ description: "Id of the file, a UUID." }),
  name: z.string().meta({ description: "Name of the file, without folders." }),
  type: z.string().meta({ description: "Its media type, as its bytes say." }),
  size: z.int().meta({ description: "Length of the file in bytes." }),
  inline: z.boolean().meta({
    description: "Whether a browser shows or plays it: raster images, PDF, sound, video.",
  }),
  content_id: z.string().nullable().meta({
    description: "Content-ID by which a mail's `cid:` names it (RFC 2392).",
  }),
  coming: z.boolean().meta({
    description: "Whether it is still being fetched: its name is known, its bytes are not here.",
  }),
  left_out: z.boolean().meta({
    description: "Whether only the file's name was kept, without its bytes.",
  }),
  left_out_reason: z.enum(leftOutReasons).nullable().meta({
    description:
      "Why only its name is here: `no_room` left for the company's files; of a mail, `too_many` " +
      "files (more than 50), `too_large` (25 MB a file, 40 MB a mail), `beyond_parts` that are " +
      "read of a mail, or `empty`; `unreachable`: it could not be fetched, and can be tried " +
      "again; `expired`: of a story, which is kept for 24 hours.",
  }),
}).meta({ id: "StoredFile" });
export type FileRecord = z.output<typeof fileRecord>;

/** The same where names are in camelCase. */
export const keyFileRecord = fileRecord.omit({
  coming: true,
  left_out: true,
  left_out_reason: true,
  content_id: true,
}).extend({
  leftOut: fileRecord.shape.left_out,
}).meta({ id: "ProgramFile" });

export const fileQuery = z.strictObject({
  name: text({ max: 1_000 }).meta({
    description:
      "Name of the file; folders and control characters are taken off, 255 characters are kept.",
  }),
});

export const fileParams = z.object({
  id: z.uuid().meta({ description: "Id of the file, a UUID." }),
});

export const binary = z.unknown().meta({ override: { type: "string", format: "binary" } });

const shownImages = ["png", "jpeg", "gif", "webp", "avif", "apng", "bmp"];

/** Whether a browser may show it in place: nothing that can hold a script. */
export function isInline(type: string): boolean {
  const [kind, name] = type.split("/");
  if (kind === "image") return shownImages.includes(name!);
  return kind === "audio" || kind === "video" || type === "application/pdf";
}

const longestName = 255;

/** The last part of a path, without what a name cannot have or what turns it around when shown. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!.replace(/[\p{Cc}\p{Cf}]+/gu, "").trim();
  const bare = last.replace(/^\.+(?=\.|$)/, "");
  if (!bare) return "file";
  const points = [...bare];
  if (points.length <= longestName) return bare;
  // Its extension says what it is.
  const extension = [...(/\.[^.]{1,10}$/.exec(bare)?.[0] ?? "")];
  return [...points.slice(0, longestName - extension.length), ...extension].join("");
}

interface Row {
  id: string;
  name: string;
  type: string;
  size: number;
  state: string;
  content_id?: string | null;
  /** Of one that is fetched after its message. */
  reason?: LeftOutReason | null;
}

/** @param reasons why the last of a mail's files were left out, in order */
export function toFiles(
  rows: readonly Row[],
  reasons: readonly LeftOutReason[] = [],
): FileRecord[] {
  const first = rows.length - reasons.length;
  return rows.map((row, at) => toFile(row, reasons[at - first]));
}

export function toFile(row: Row, reason: LeftOutReason = "no_room"): FileRecord {
  const { id, name, type, size, state, content_id = null } = row;
  return {
    id,
    name,
    type,
    size,
    inline: state === "kept" && isInline(type),
    content_id,
    coming: state === "coming",
    left_out: state === "left_out",
    left_out_reason: state === "left_out" ? row.reason ?? reason : null,
  };
}

export function toKeyFile({ id, name, type, size, inline, left_out }: FileRecord) {
  return { id, name, type, size, inline, leftOut: left_out };
}
