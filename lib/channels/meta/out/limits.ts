import type { TextLimit } from "@/lib/values/text_parts.ts";
import { maxFileBytes } from "@/lib/files/limits.ts";

/** What one call of each kind carries. Pure: pages use it too. */

export const metaKinds = ["whatsapp", "instagram", "facebook"] as const;
export type MetaKind = (typeof metaKinds)[number];

export function isMetaKind(kind: string): kind is MetaKind {
  return (metaKinds as readonly string[]).includes(kind);
}

export type FileKind = "image" | "audio" | "video" | "document" | "file";

interface FileRule {
  as: FileKind;
  /** Media types, or their beginning: `audio/`. */
  types: readonly string[];
  most: number;
}

interface Limits {
  text: TextLimit;
  /** Letters beside a file; 0 where it takes none. */
  caption: number;
  files: readonly FileRule[];
}

const megabyte = 1024 * 1024;

/** A file goes by the first rule that it fits. */
export const limits: Record<MetaKind, Limits> = {
  whatsapp: {
    text: { most: 4_096, unit: "characters" },
    caption: 1_024,
    files: [
      { as: "image", types: ["image/jpeg", "image/png"], most: 5 * megabyte },
      { as: "video", types: ["video/mp4", "video/3gpp"], most: 16 * megabyte },
      {
        as: "audio",
        types: ["audio/aac", "audio/mp4", "audio/mpeg", "audio/amr", "audio/ogg"],
        most: 16 * megabyte,
      },
      { as: "document", types: [""], most: maxFileBytes },
    ],
  },
  instagram: {
    text: { most: 1_000, unit: "bytes" },
    caption: 0,
    files: [
      { as: "image", types: ["image/png", "image/jpeg"], most: 8 * megabyte },
      { as: "audio", types: ["audio/"], most: maxFileBytes },
      { as: "video", types: ["video/"], most: maxFileBytes },
      { as: "file", types: ["application/pdf"], most: maxFileBytes },
    ],
  },
  facebook: {
    text: { most: 2_000, unit: "characters" },
    caption: 0,
    files: [
      { as: "image", types: ["image/png", "image/jpeg", "image/gif"], most: maxFileBytes },
      { as: "audio", types: ["audio/"], most: maxFileBytes },
      { as: "video", types: ["video/"], most: maxFileBytes },
      { as: "file", types: [""], most: maxFileBytes },
    ],
  },
};

interface Measured {
  type: string;
  size: number;
}

/** How the file goes, or why it cannot. */
export function fileKindOf(
  kind: MetaKind,
  { type, size }: Measured,
): { as: FileKind } | { why: "type" | "size" } {
  const fit = limits[kind].files.filter(({ types }) => types.some((one) => type.startsWith(one)));
  const rule = fit.find(({ most }) => size <= most);
  if (rule) return { as: rule.as };
  return { why: fit.length === 0 ? "type" : "size" };
}

export interface SenderLimits {
  characters: number | null;
  bytes: number | null;
  file_bytes: number;
  types: string[] | null;
}

export function limitsOf(kind: string): SenderLimits {
  if (!isMetaKind(kind)) {
    return { characters: 10_000, bytes: null, file_bytes: maxFileBytes, types: null };
  }
  const { text: { most, unit }, files } = limits[kind];
  const takesAll = files.some(({ types }) => types.includes(""));
  return {
    characters: unit === "characters" ? most : null,
    bytes: unit === "bytes" ? most : null,
    file_bytes: maxFileBytes,
    types: takesAll
      ? null
      : files.flatMap(({ types }) => types.map((one) => one.endsWith("/") ? `${one}*` : one)),
  };
}
