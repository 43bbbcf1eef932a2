/** Checks templates as Meta does: whether there is one, and whether its parameters fit its texts. */
import { type FakeGraph, graphError } from "./graph.ts";
import type { GraphTemplate } from "./state.ts";

type Body = Record<string, unknown>;

interface Place {
  /** Names of its variables in the text, each once. */
  names: string[];
  text: string;
  /** The longest that its text may be with them. */
  longest: number;
  /** Of a header that is no text. */
  media?: string;
}

/** @returns the refusal, if there is one */
export function refuseTemplate(
  graph: FakeGraph,
  template: Body | undefined,
): Response | undefined {
  const { code: language } = (template?.language ?? {}) as Body;
  const all = [...graph.state.templates.values()].flat();
  const stored = all.find((one) => one.name === template?.name && one.language === language);
  if (stored?.status === "PAUSED") return refusal(132015, "Template is paused");
  if (stored?.status === "DISABLED") return refusal(132016, "Template is disabled");
  if (stored?.status !== "APPROVED") {
    return refusal(132001, "Template name does not exist in the translation", 404);
  }
  const components = (template?.components ?? []) as Body[];
  const places = placesOf(stored);
  const isOf = (key: string) => components.filter((one) => keyOf(one) === key);
  const strange = components.find((one) => !places.has(keyOf(one)));
  if (strange) return refusal(132000, "Number of parameters does not match");
  for (const [key, place] of places) {
    const parameters = isOf(key).flatMap((one) => (one.parameters ?? []) as Body[]);
    const isNamed = stored.parameter_format === "NAMED" && !key.startsWith("button");
    const wrong = place.media
      ? refuseMedia(place.media, parameters)
      : refuseTexts(place, parameters, isNamed);
    if (wrong) return wrong;
  }
}

function refuseMedia(media: string, parameters: Body[]): Response | undefined {
  if (parameters.length !== 1) return refusal(132000, "Number of parameters does not match");
  const [{ type } = {}] = parameters;
  return type === media
    ? undefined
    : refusal(132012, "Parameter format does not match format in the created template");
}

function refuseTexts(place: Place, parameters: Body[], isNamed: boolean): Response | undefined {
  const { names, text, longest } = place;
  if (parameters.length !== names.length) {
    return refusal(132000, "Number of parameters does not match the expected number of params");
  }
  const values = new Map<string, string>();
  for (const [at, parameter] of parameters.entries()) {
    const { type, text: value, parameter_name } = parameter as Record<string, string>;
    const name = isNamed ? parameter_name ?? "" : names[at]!;
    if (type !== "text") return refusal(132012, "Parameter format does not match format");
    if (isNamed && !names.includes(name)) return refusal(100, "Parameter name is missing or empty");
    if (!value) return refusal(131008, "Parameter of type text is missing text value");
    if (/[\n\r\t]| {5}/.test(value)) {
      const what = "new-line/tab characters or more than 4 consecutive spaces";
      return refusal(132018, `Param text cannot have ${what}`);
    }
    values.set(name, value);
  }
  const whole = text.replace(variable, (_, name: string) => values.get(name) ?? "");
  if (whole.length > longest) return refusal(132005, "Translated text too long");
}

const variable = /\{\{(\w+)\}\}/g;

/** By part, and for buttons by their place. */
function placesOf({ components }: GraphTemplate): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { type, format, text, buttons } of components as Record<string, string & Body[]>[]) {
    if (type === "HEADER" && format !== "TEXT") {
      places.set("header", { names: [], text: "", longest: 0, media: format!.toLowerCase() });
    } else if (type === "HEADER") places.set("header", placeOf(text, 60));
    else if (type === "BODY") places.set("body", placeOf(text, 1_024));
    for (const [at, { url }] of ((buttons ?? []) as Body[]).entries()) {
      if (typeof url === "string") places.set(`button ${at}`, placeOf(url, 2_000));
    }
  }
  return places;
}

function placeOf(text: string | undefined, longest: number): Place {
  const names = [...new Set([...(text ?? "").matchAll(variable)].map(([, name]) => name!))];
  const isPositional = names.every((name) => /^\d+$/.test(name));
  if (isPositional) names.sort((one, other) => Number(one) - Number(other));
  return { names, text: text ?? "", longest };
}

function keyOf({ type, index }: Body): string {
  return type === "button" ? `button ${index}` : String(type);
}

function refusal(code: number, message: string, status = 400): Response {
  return graphError(status, { code, message: `(#${code}) ${message}` });
}
