import answers from "@/lib/http/document/answers.json" with { type: "json" };
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
  requestBody?: { content?: Record<string, Media> };
  responses?: Record<string, { content?: Record<string, Media> }>;
}

interface Media {
  schema?: { $ref?: string };
  example?: unknown;
  examples?: Record<string, { summary: string; externalValue: string }>;
}

const pictures = {
  icon: { summary: "The phone app's icon", externalValue: "/phone/icons/icon-192.png" },
};

type Items = Record<string, Record<string, Operation>>;

/** Recorded answers by operation, one for each kind of answer. */
const recorded = new Map<string, unknown>(Object.entries(answers));

/** Writes examples into each operation, in place: parameters, body and answer. */
export function addExamples({ paths = {}, webhooks = {} }: { paths?: Items; webhooks?: Items }) {
  const exampleOf = answerExamples(paths);
  for (const item of [...Object.values(paths), ...Object.values(webhooks)]) {
    for (const operation of Object.values(item)) {
      const { parameters = {}, body } = examples[operation.operationId] ?? {};
      for (const parameter of operation.parameters ?? []) {
        const value = parameters[parameter.name] ?? usualValue(parameter);
        if (value !== undefined) parameter.example = value;
      }
      addAnswer(operation, exampleOf);
      const content = operation.requestBody?.content ?? {};
      if (content["image/png"]) content["image/png"].examples = pictures;
      if (body === undefined) continue;
      const bodies = Object.values(content);
      // A file's text is an example of its first type alone.
      for (const media of typeof body === "string" ? bodies.slice(0, 1) : bodies) {
        media.example = body;
      }
    }
  }
}

/** The example of each kind of answer, by the reference to its schema. */
function answerExamples(paths: Items): Map<string, unknown> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return new Map(operations.flatMap((operation) => {
    const ref = answerOf(operation)?.schema?.$ref;
    const example = recorded.get(operation.operationId);
    return ref && example !== undefined ? [[ref, example]] : [];
  }));
}

function answerOf({ responses = {} }: Operation): Media | undefined {
  const success = Object.entries(responses).find(([status]) => status < "300");
  return success?.[1].content?.["application/json"];
}

function addAnswer(operation: Operation, exampleOf: Map<string, unknown>): void {
  const media = answerOf(operation);
  const example = exampleOf.get(media?.schema?.$ref ?? "");
  if (media && example !== undefined) media.example = example;
}

function usualValue({ name, required, schema }: Parameter): unknown {
  if (!required && name !== "company_id") return undefined;
  return schema?.format === "uuid" ? uuidValue : commonValues[name];
}
