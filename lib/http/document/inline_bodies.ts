import type { Schema } from "@/lib/http/document/portable.ts";

interface Operation {
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

interface Whole {
  components?: { schemas?: Record<string, Schema> };
  webhooks?: Record<string, Record<string, Operation>>;
}

const base = "#/components/schemas/";

/** Writes the schema of each webhook into it, in place, since generators pass webhooks over. */
export function inlineBodies(document: Whole): void {
  const schemas = document.components?.schemas ?? {};
  const operations = Object.values(document.webhooks ?? {}).flatMap((item) => Object.values(item));
  for (const media of operations.flatMap((one) => Object.values(one.requestBody?.content ?? {}))) {
    const name = media.schema?.$ref?.slice(base.length);
    if (name === undefined) continue;
    media.schema = structuredClone(schemas[name]);
    const isUsed = JSON.stringify(document).includes(`"${base}${name}"`);
    if (!isUsed) delete schemas[name];
  }
}
