import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { apiAddress, sendBody } from "@/lib/panel/api/send_body.ts";
import type { importTypes } from "@/lib/records/imports/import.ts";
import type { Language } from "@/lib/words/language.ts";

type ImportType = (typeof importTypes)[number];

export interface FileCall {
  companyId: number;
  language: Language;
  bytes: Uint8Array<ArrayBuffer>;
  query: Record<string, string | undefined>;
  /** How much of the file has left, from 0 to 1. */
  onSent?(share: number): void;
  signal?: AbortSignal;
}

/** A file is parsed while the caller waits: twenty thousand rows take some seconds. */
const timeoutMs = 120_000;

/** Posts a file to `/api/admin/imports/<path>`; never throws. */
export function sendFile<T>(path: string, call: FileCall): Promise<Outcome<T>> {
  const { bytes: body, language, onSent, signal } = call;
  const sent = { body, type: typeOf(body), language, timeoutMs, onSent, signal };
  return sendBody<T>(addressOf(path, call), sent);
}

/** The same, answered by a file. */
export async function fetchFile(path: string, call: FileCall): Promise<Blob | null> {
  try {
    const response = await fetch(addressOf(path, call), {
      method: "POST",
      headers: { "Accept-Language": call.language, "Content-Type": typeOf(call.bytes) },
      body: call.bytes,
      redirect: "manual",
    });
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}

/** Recognises the type by the first bytes, as the server does. */
function typeOf(bytes: Uint8Array): ImportType {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  }
  const start = new TextDecoder().decode(bytes.subarray(0, 16)).toUpperCase();
  return start.startsWith("BEGIN:VCARD") ? "text/vcard" : "text/csv";
}

function addressOf(path: string, { companyId, query }: FileCall): string {
  return apiAddress(`imports/${path}`, companyId, query);
}
