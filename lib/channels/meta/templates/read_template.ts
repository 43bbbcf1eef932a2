import { readPages } from "@/lib/channels/meta/graph/pages.ts";
import type { GraphCall } from "@/lib/channels/meta/graph/graph.ts";
import { lineIn, objectsIn, textIn, type Untyped } from "@/lib/channels/meta/untyped.ts";
import type { TemplateContent } from "@/lib/values/app_template.ts";

export interface TemplateRow {
  name: string;
  language: string;
  category: string;
  /** As Meta has it, in lower case: `approved`, `paused` and so on. */
  state: string;
  content: TemplateContent;
}

/** Reads the templates of a business account that messages can be made of. */
export async function readTemplates(
  ask: (call: GraphCall) => Promise<Untyped>,
  wabaId: string,
): Promise<TemplateRow[]> {
  const fields = "name,language,category,status,parameter_format,components";
  const items = await readPages(ask, { path: `/${wabaId}/message_templates`, query: { fields } });
  const rows = new Map<string, TemplateRow>();
  for (const item of items) {
    const row = readTemplate(item);
    if (row) rows.set(JSON.stringify([row.name, row.language]), row);
  }
  return [...rows.values()];
}

/** Buttons that need nothing but a variable address, if anything. */
const plainButtons = ["QUICK_REPLY", "URL", "PHONE_NUMBER", "VOICE_CALL"];
const headers = { TEXT: "text", IMAGE: "image", VIDEO: "video", DOCUMENT: "document" } as const;
const mostText = 5_000;

/** Null where it has what cannot be filled here, such as a carousel or a code. */
export function readTemplate(item: Untyped): TemplateRow | null {
  const name = lineIn(item.name, 512);
  const language = lineIn(item.language, 20);
  if (!name || !language) return null;
  const parts = new Map<string, Untyped>();
  for (const part of objectsIn(item.components)) parts.set(textIn(part.type, 40), part);
  const { HEADER: head, BODY: body, FOOTER: footer, BUTTONS: buttons, ...others } = Object
    .fromEntries(parts);
  if (!body || Object.keys(others).length > 0) return null;
  const header = head ? readHeader(head) : null;
  const rows = readButtons(buttons);
  if (header === undefined || rows === undefined) return null;
  const content: Omit<TemplateContent, "variables"> = {
    format: textIn(item.parameter_format) === "NAMED" ? "named" : "positional",
    header,
    body: textIn(body.text, mostText),
    footer: footer ? lineIn(footer.text, 200) : null,
    buttons: rows,
  };
  return {
    name,
    language,
    category: textIn(item.category, 40).toLowerCase(),
    state: textIn(item.status, 40).toLowerCase(),
    content: { ...content, variables: variablesOf(content) },
  };
}

function readHeader({ format, text }: Untyped): TemplateContent["header"] | undefined {
  const key = textIn(format, 40);
  if (!Object.hasOwn(headers, key)) return undefined;
  const type = headers[key as keyof typeof headers];
  return { type, text: type === "text" ? textIn(text, 500) : null };
}

function readButtons(part: Untyped | undefined): TemplateContent["buttons"] | undefined {
  const rows = objectsIn(part?.buttons).map(({ type, text, url }) => ({
    type: textIn(type, 40),
    text: textIn(text, 200),
    url: textIn(url, 2_000) || null,
  }));
  return rows.every(({ type }) => plainButtons.includes(type))
    ? rows.map(({ type, ...row }) => ({ type: type.toLowerCase(), ...row }))
    : undefined;
}

/** Names, or places such as `header.1`, `body.2` and `buttons.0.1`, which buttons always have. */
function variablesOf(
  { format, header, body, buttons }: Omit<TemplateContent, "variables">,
): string[] {
  const place = (part: string) => (name: string) => format === "named" ? name : `${part}.${name}`;
  return [
    ...new Set([
      ...variablesIn(header?.text ?? "").map(place("header")),
      ...variablesIn(body).map(place("body")),
      ...buttons.flatMap(({ url }, at) =>
        variablesIn(url ?? "").map((name) => `buttons.${at}.${name}`)
      ),
    ]),
  ];
}

/** In the order of their places: `{{2}}` may stand before `{{1}}`. */
function variablesIn(text: string): string[] {
  const names = [...new Set([...text.matchAll(/\{\{(\w{1,100})\}\}/g)].map(([, name]) => name!))];
  return names.every((name) => /^\d+$/.test(name))
    ? names.sort((one, other) => Number(one) - Number(other))
    : names;
}
