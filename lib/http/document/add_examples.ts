import { commonValues, examples, uuidValue } from "@/lib/http/document/examples.ts";

interface Parameter {
  name: string;
  required?: boolean;
  schema?: { format?: string };
  example?: unknown;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { example?: unknown }> };
}

type Items = Record<string, Record<string, Operation>>;

/** Writes each operation's example into it, in place: its parameters' values and its body. */
export function addExamples({ paths = {}, webhooks = {} }: { paths?: Items; webhooks?: Items }) {
  for (const item of [...Object.values(paths), ...Object.values(webhooks)]) {
    for (const operation of Object.values(item)) {
      const { parameters = {}, body } = examples[operation.operationId] ?? {};
      for (const parameter of operation.parameters ?? []) {
        const value = parameters[parameter.name] ?? usualValue(parameter);
        if (value !== undefined) parameter.example = value;
      }
      if (body === undefined) continue;
      const bodies = Object.values(operation.requestBody?.content ?? {});
      // A file's text is an example of its first type alone.
      for (const media of typeof body === "string" ? bodies.slice(0, 1) : bodies) {
        media.example = body;
      }
    }
  }
}

function usualValue({ name, required, schema }: Parameter): unknown {
  if (!required && name !== "company_id") return undefined;
  return schema?.format === "uuid" ? uuidValue : commonValues[name];
}
