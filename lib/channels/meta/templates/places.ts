/** Where a template has variables. Pure: pages use it too. */
import { type TemplateContent, variablePattern } from "@/lib/values/app_template.ts";

export interface Place {
  part: "header" | "body" | "button";
  index: number;
  name: string;
  /** Its name in the API: that of the variable, or a place such as `header.1`, `body.2` and `buttons.0.1`. */
  key: string;
}

type Texts = Pick<TemplateContent, "format" | "header" | "body" | "buttons">;

/** In the order of header, body and buttons; each once in its part. */
export function placesOf({ format, header, body, buttons }: Texts): Place[] {
  const key = (part: string, name: string) => format === "named" ? name : `${part}.${name}`;
  return [
    ...namesIn(header?.text ?? "").map((name) => ({
      ...{ part: "header" as const, index: 0, name, key: key("header", name) },
    })),
    ...namesIn(body).map((name) => ({
      ...{ part: "body" as const, index: 0, name, key: key("body", name) },
    })),
    ...buttons.flatMap(({ url }, index) =>
      namesIn(url ?? "").map((name) => ({
        ...{ part: "button" as const, index, name, key: `buttons.${index}.${name}` },
      }))
    ),
  ];
}

export function keysOf(places: readonly Place[]): string[] {
  return [...new Set(places.map(({ key }) => key))];
}

/** In the order that Meta fills them in: `{{2}}` may stand before `{{1}}`. */
function namesIn(text: string): string[] {
  const names = [...new Set([...text.matchAll(variablePattern)].map(([, name]) => name!))];
  return names.every((name) => /^\d+$/.test(name))
    ? names.sort((one, other) => Number(one) - Number(other))
    : names;
}
