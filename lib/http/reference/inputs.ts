import { nameOfRef } from "@/lib/http/reference/shape.ts";
import type { ApiDocument } from "@/lib/http/reference/source.ts";

/** Names of the schemas that callers send, however deep; all others only come back. */
export function inputNames({ paths = {}, components = {} }: ApiDocument): Set<string> {
  const names = new Set<string>();
  const pending = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ requestBody }) => refsIn(requestBody))
  );
  while (pending.length > 0) {
    const name = pending.pop()!;
    if (names.has(name)) continue;
    names.add(name);
    pending.push(...refsIn(components.schemas?.[name]));
  }
  return names;
}

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [nameOfRef(inner)] : refsIn(inner)
  );
}
