import { readPages } from "@/lib/channels/meta/graph/pages.ts";
import type { GraphCall } from "@/lib/channels/meta/graph/graph.ts";
import { lineIn, objectsIn, textIn, type Untyped } from "@/lib/channels/meta/untyped.ts";
import { keysOf, placesOf } from "@/lib/channels/meta/templates/places.ts";
import type { TemplateContent, UnsupportedPart } from "@/lib/values/app_template.ts";

export interface TemplateRow {
  name: string;
  language: string;
  category: string;
  /** As Meta has it, in lower case: `approved`, `paused` and so on. */
  state: string;
  content: TemplateContent;
}

/** Reads the templates of a business account. */
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

const headers = { TEXT: "text", IMAGE: "image", VIDEO: "video", DOCUMENT: "document" } as const;
const mostText = 5_000;

const parts = new Map<string, UnsupportedPart | null>([
  ...["HEADER", "BODY", "FOOTER", "BUTTONS"].map((type) => [type, null] as const),
  ["CAROUSEL", "carousel"],
  ["LIMITED_TIME_OFFER", "offer"],
]);
const headerFormats = new Map<string, UnsupportedPart | null>([
  ...Object.keys(headers).map((format) => [format, null] as const),
  ["LOCATION", "place"],
  ["PRODUCT", "catalog"],
]);
const buttonTypes = new Map<string, UnsupportedPart | null>([
  ...["QUICK_REPLY", "URL", "PHONE_NUMBER", "VOICE_CALL"].map((type) => [type, null] as const),
  ["OTP", "code"],
  ["COPY_CODE", "code"],
  ["FLOW", "flow"],
  ...["CATALOG", "MPM", "SPM", "ORDER_DETAILS"].map((type) => [type, "catalog"] as const),
]);

/** Null where it has no name; what cannot be filled here is said in `unsupported`. */
export function readTemplate(item: Untyped): TemplateRow | null {
  const name = lineIn(item.name, 512);
  const language = lineIn(item.language, 20);
  if (!name || !language) return null;
  const components = objectsIn(item.components);
  const part = (type: string) => components.findLast((one) => textIn(one.type, 40) === type);
  const [head, body, foot] = [part("HEADER"), part("BODY"), part("FOOTER")];
  const buttons = objectsIn(part("BUTTONS")?.buttons);
  const category = textIn(item.category, 40).toLowerCase();
  const content: Omit<TemplateContent, "variables"> = {
    format: textIn(item.parameter_format) === "NAMED" ? "named" : "positional",
    header: head ? readHeader(head) : null,
    body: textIn(body?.text, mostText),
    footer: foot ? lineIn(foot.text, 200) : null,
    buttons: buttons.map(({ type, text, url }) => ({
      type: textIn(type, 40).toLowerCase(),
      text: textIn(text, 200),
      url: textIn(url, 2_000) || null,
    })),
    unsupported: unsupportedIn(category, { components, head, body, buttons }),
  };
  return {
    name,
    language,
    category,
    state: textIn(item.status, 40).toLowerCase(),
    content: { ...content, variables: keysOf(placesOf(content)) },
  };
}

interface Parts {
  components: Untyped[];
  head: Untyped | undefined;
  body: Untyped | undefined;
  buttons: Untyped[];
}

function unsupportedIn(
  category: string,
  { components, head, body, buttons }: Parts,
): UnsupportedPart | null {
  const look = (table: Map<string, UnsupportedPart | null>, value: unknown) => {
    const reason = table.get(textIn(value, 40));
    return reason === undefined ? "other" : reason;
  };
  const reasons = [
    category === "authentication" ? "code" as const : null,
    ...components.map(({ type }) => look(parts, type)),
    head ? look(headerFormats, head.format) : null,
    ...buttons.map(({ type }) => look(buttonTypes, type)),
    body ? null : "other" as const,
  ];
  const all = reasons.filter((reason) => reason !== null);
  return all.find((reason) => reason !== "other") ?? all[0] ?? null;
}

function readHeader({ format, text }: Untyped): TemplateContent["header"] {
  const key = textIn(format, 40);
  if (!Object.hasOwn(headers, key)) return null;
  const type = headers[key as keyof typeof headers];
  return { type, text: type === "text" ? textIn(text, 500) : null };
}
