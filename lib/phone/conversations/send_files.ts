import type { SendFile } from "@/lib/phone/conversations/send.ts";

const maxFileBytes = 26_214_400;
/** The most files of one message. */
export const mostFiles = 10;

export function isFit({ size }: Blob): boolean {
  return size > 0 && size <= maxFileBytes;
}

/** Those that fit, and the first that is too large. */
export function readFileList(list: FileList | null): { files: SendFile[]; large?: File } {
  const all = [...list ?? []];
  return {
    files: all.filter(isFit).map((blob) => ({ name: blob.name || "file", blob })),
    large: all.find(({ size }) => size > maxFileBytes),
  };
}
