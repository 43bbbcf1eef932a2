/** A template of WhatsApp with its variables filled. Pure. */
import { outgoingWords } from "@/lib/channels/meta/out/words.ts";
import type { OutgoingTemplate, TemplateComponent } from "@/lib/channels/meta/out/outgoing.ts";
import type { TemplateContent } from "@/lib/values/app_template.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

export type Variables = string[] | Record<string, string>;

interface Place {
  part: "header" | "body" | "button";
  index: number;
  /** As the text has it, such as `1` or `name`. */
  name: string;
  /** As the API has it. */
  key: string;
}

interface FilledTemplate {
  outgoing: OutgoingTemplate;
  /** What the person will read. */
  text: string;
}

const variable = /\{\{([^{}]*)\}\}/g;

/** Its variables in the order of header, body and buttons; each once in its part. */
export function placesOf({ header, body, buttons, variables }: TemplateContent): Place[] {
  const parts = [
    { part: "header" as const, index: 0, text: header?.text ?? "" },
    { part: "body" as const, index: 0, text: body },
    ...buttons.map(({ url }, index) => ({ part: "button" as const, index, text: url ?? "" })),
  ];
  const places = parts.flatMap(({ text, ...part }) =>
    [...new Set([...text.matchAll(variable)].map(([, name]) => name!.trim()))]
      .map((name) => ({ ...part, name }))
  );
  const hasKeys = variables.length === places.length;
  return places.map((place, at) => ({ ...place, key: hasKeys ? variables[at]! : place.name }));
}

/** @returns what is wrong, by place, or the template as it is sent */
export function fillTemplateOf(
  { name, language, content }: { name: string; language: string; content: TemplateContent },
  variables: Variables,
): { fields: Record<string, Text> } | FilledTemplate {
  const places = placesOf(content);
  const wholeValues = valuesOf(places, variables);
  if ("fields" in wholeValues) return wholeValues;
  const { header, body, footer, buttons, format } = content;
  // A button has the beginning of its address already.
  const values = wholeValues.map((value, at) => {
    const { part, index } = places[at]!;
    const [start = ""] = part === "button" ? buttons[index]!.url!.split("{{") : [];
    return start !== "" && value.startsWith(start) ? value.slice(start.length) : value;
  });
  const fill = (part: Place["part"], index: number, text: string) =>
    text.replace(variable, (whole, inner: string) => {
      const at = places.findIndex((one) =>
        one.part === part && one.index === index && one.name === inner.trim()
      );
      return values[at] ?? whole;
    });
  const parametersOf = (part: Place["part"], index: number) =>
    places.flatMap((one, at) =>
      one.part === part && one.index === index
        ? [{
          type: "text",
          ...format === "named" && part !== "button" ? { parameter_name: one.name } : {},
          text: values[at]!,
        }]
        : []
    );
  const components: TemplateComponent[] = [
    { type: "header" as const, parameters: parametersOf("header", 0) },
    { type: "body" as const, parameters: parametersOf("body", 0) },
    ...buttons.map((_, index) => ({
      ...{ type: "button" as const, sub_type: "url" as const, index: String(index) },
      parameters: parametersOf("button", index),
    })),
  ].filter(({ parameters }) => parameters.length > 0);
  const links = buttons.flatMap(({ url }, index) => url ? [fill("button", index, url)] : []);
  return {
    outgoing: {
      name,
      language,
      components,
      header: header && header.type !== "text" ? header.type : null,
    },
    text: [fill("header", 0, header?.text ?? ""), fill("body", 0, body), footer ?? "", ...links]
      .filter((text) => text !== "").join("\n\n"),
  };
}

function valuesOf(
  places: readonly Place[],
  variables: Variables,
): string[] | { fields: Record<string, Text> } {
  const fields: Record<string, Text> = {};
  const isList = Array.isArray(variables);
  if (isList && variables.length !== places.length) {
    return { fields: { "template.variables": outgoingWords.variableCount(places.length) } };
  }
  const keys = new Set(places.map(({ key }) => key));
  for (const key of isList ? [] : Object.keys(variables)) {
    if (!keys.has(key)) fields[`template.variables.${key}`] = outgoingWords.noVariable;
  }
  const values = places.map(({ key }, at) => {
    const place = `template.variables.${isList ? at : key}`;
    const value = isList
      ? variables[at]
      : Object.hasOwn(variables, key)
      ? variables[key]
      : undefined;
    if (value === undefined) fields[place] = inputWords.missing;
    else if (isBroken(value)) fields[place] = outgoingWords.variable;
    return value ?? "";
  });
  return Object.keys(fields).length > 0 ? { fields } : values;
}

/** As Meta refuses it (132018). */
function isBroken(value: string): boolean {
  return value.trim() === "" || /[\n\r\t\u2028\u2029]| {4}/.test(value);
}
