/** A template of WhatsApp with its variables filled. Pure. */
import { keysOf, type Place, placesOf } from "@/lib/channels/meta/templates/places.ts";
import { outgoingWords } from "@/lib/channels/meta/out/words.ts";
import type { OutgoingTemplate, TemplateComponent } from "@/lib/channels/meta/out/outgoing.ts";
import { type TemplateContent, variablePattern } from "@/lib/values/app_template.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

export type Variables = string[] | Record<string, string>;

interface FilledTemplate {
  outgoing: OutgoingTemplate;
  /** What the person will read. */
  text: string;
}

/** @returns what is wrong, by place, or the template as it is sent */
export function fillTemplateOf(
  { name, language, content }: { name: string; language: string; content: TemplateContent },
  variables: Variables,
): { fields: Record<string, Text> } | FilledTemplate {
  const places = placesOf(content);
  const byKey = valuesOf(keysOf(places), variables);
  if ("fields" in byKey) return byKey;
  const { header, body, footer, buttons, format } = content;
  // A button has the beginning of its address already.
  const values = places.map(({ part, index, key }) => {
    const value = byKey.values.get(key)!;
    const [start = ""] = part === "button" ? buttons[index]!.url!.split("{{") : [];
    return start !== "" && value.startsWith(start) ? value.slice(start.length) : value;
  });
  const fill = (part: Place["part"], index: number, text: string) =>
    text.replace(variablePattern, (whole, inner: string) => {
      const at = places.findIndex((one) =>
        one.part === part && one.index === index && one.name === inner
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
  keys: readonly string[],
  variables: Variables,
): { values: Map<string, string> } | { fields: Record<string, Text> } {
  const fields: Record<string, Text> = {};
  const isList = Array.isArray(variables);
  if (isList && variables.length !== keys.length) {
    return { fields: { "template.variables": outgoingWords.variableCount(keys.length) } };
  }
  for (const key of isList ? [] : Object.keys(variables)) {
    if (!keys.includes(key)) fields[`template.variables.${key}`] = outgoingWords.noVariable;
  }
  const values = new Map<string, string>();
  for (const [at, key] of keys.entries()) {
    const place = `template.variables.${isList ? at : key}`;
    const own = !isList && Object.hasOwn(variables, key) ? variables[key] : undefined;
    const value = isList ? variables[at] : own;
    if (value === undefined) fields[place] = inputWords.missing;
    else if (isBroken(value)) fields[place] = outgoingWords.variable;
    else values.set(key, value);
  }
  return Object.keys(fields).length > 0 ? { fields } : { values };
}

/** As Meta refuses it (132018). */
function isBroken(value: string): boolean {
  return value.trim() === "" || /[\n\r\t\u2028\u2029]| {4}/.test(value);
}
