import { readStructured, type Structured } from "@/lib/channels/email/read/mime/structured.ts";

/** The Content-Type of a part, also where it is broken: then the part is text (RFC 2045, 5.2). */
export function readType(
  field: string | undefined,
  usual: string,
): { type: Structured; isTyped: boolean } {
  if (field === undefined) return { type: readStructured(usual), isTyped: false };
  const type = readStructured(field);
  if (isWhole(type.value)) return { type, isTyped: true };
  const [value = "", ...rest] = type.value.split(/[\s,:]+/);
  if (!isWhole(value)) {
    return { type: { ...type, value: guessed(value, type.params) }, isTyped: false };
  }
  const more = readStructured(`${value};${rest.join(";")}`);
  return { type: { value, params: new Map([...more.params, ...type.params]) }, isTyped: true };
}

function isWhole(value: string): boolean {
  return /^[^\s/,:]+\/[^\s/,:]+$/.test(value);
}

function guessed(value: string, params: ReadonlyMap<string, string>): string {
  if (params.has("boundary")) return "multipart/mixed";
  return value === "html" ? "text/html" : "text/plain";
}
