import type { Language } from "@/lib/input/errors.ts";

/** What the API reference says around the document, whose own texts are English. */

/** A bound; `min` or `max` is there. */
export interface Bound {
  kind: "length" | "range" | "above" | "below" | "step" | "items";
  min?: number;
  max?: number;
}

export type Limit = Bound | { kind: "pattern"; pattern: string };

type Bounds = Record<Bound["kind"], (bound: Bound) => string>;

const en = {
  title: "API reference",
  version: (version: string) => `Version ${version}`,
  skip: "Skip to content",
  contents: "Contents",
  filter: "Filter operations",
  none: "Nothing matches.",
  document: "OpenAPI 3.1 document",
  baseUrl: "Base URL",
  introduction: "Introduction",
  credentials: "Credentials",
  credential: "Credential",
  open: "none",
  linkOpens: "the link itself",
  doors: { key: "API key", device: "Phone", member: "Member" } as Record<string, string>,
  parameters: "Parameters",
  places: { path: "In the path", query: "In the query" } as Record<string, string>,
  body: "Body",
  mediaTypes: "as",
  name: "Name",
  meaning: "Type and meaning",
  required: "required",
  optional: "optional",
  responses: "Responses",
  example: "Example",
  copy: "Copy",
  copied: "Copied",
  errors: "Errors",
  schemas: "Schemas",
  fields: (count: number) => count === 1 ? "1 field" : `${count} fields`,
  objects: (count: number) => `one of ${count} objects`,
  noFields: "any fields",
  any: "any value",
  list: "list of",
  map: "object, each value",
  or: "or",
  nullable: "or null",
  oneOf: "one of",
  preset: "default",
  pattern: "pattern",
  link: "Link to this operation",
  bounds: {
    length: ({ min, max }) =>
      `${between(min, max, "to")} ${(max ?? min) === 1 ? "character" : "characters"}`,
    range: ({ min, max }) => between(min, max, "to"),
    above: ({ min }) => `> ${min}`,
    below: ({ max }) => `< ${max}`,
    step: ({ min }) => `in steps of ${min}`,
    items: ({ min, max }) => `${between(min, max, "to")} ${(max ?? min) === 1 ? "item" : "items"}`,
  } as Bounds,
};

const es: typeof en = {
  title: "Referencia de la API",
  version: (version) => `Versión ${version}`,
  skip: "Saltar al contenido",
  contents: "Contenido",
  filter: "Filtrar operaciones",
  none: "Nada coincide.",
  document: "Documento OpenAPI 3.1",
  baseUrl: "URL base",
  introduction: "Introducción",
  credentials: "Credenciales",
  credential: "Credencial",
  open: "ninguna",
  linkOpens: "el propio enlace",
  doors: { key: "Clave de API", device: "Teléfono", member: "Miembro" },
  parameters: "Parámetros",
  places: { path: "En la ruta", query: "En la consulta" },
  body: "Cuerpo",
  mediaTypes: "como",
  name: "Nombre",
  meaning: "Tipo y significado",
  required: "obligatorio",
  optional: "opcional",
  responses: "Respuestas",
  example: "Ejemplo",
  copy: "Copiar",
  copied: "Copiado",
  errors: "Errores",
  schemas: "Esquemas",
  fields: (count) => count === 1 ? "1 campo" : `${count} campos`,
  objects: (count) => `uno de ${count} objetos`,
  noFields: "cualquier campo",
  any: "cualquier valor",
  list: "lista de",
  map: "objeto, cada valor",
  or: "o",
  nullable: "o null",
  oneOf: "uno de",
  preset: "por defecto",
  pattern: "patrón",
  link: "Enlace a esta operación",
  bounds: {
    length: ({ min, max }) =>
      `${between(min, max, "a")} ${(max ?? min) === 1 ? "carácter" : "caracteres"}`,
    range: ({ min, max }) => between(min, max, "a"),
    above: ({ min }) => `> ${min}`,
    below: ({ max }) => `< ${max}`,
    step: ({ min }) => `de ${min} en ${min}`,
    items: ({ min, max }) =>
      `${between(min, max, "a")} ${(max ?? min) === 1 ? "elemento" : "elementos"}`,
  },
};

export type ReferenceWords = typeof en;

/** The words around the reference in a language. */
export function referenceWords(language: Language): ReferenceWords {
  return language === "es" ? es : en;
}

/** A limit in words. */
export function formatLimit(limit: Limit, words: ReferenceWords): string {
  if (limit.kind === "pattern") return `${words.pattern} ${limit.pattern}`;
  return words.bounds[limit.kind](limit);
}

function between(min: number | undefined, max: number | undefined, to: string): string {
  if (min === undefined) return `≤ ${max}`;
  if (max === undefined) return `≥ ${min}`;
  return min === max ? String(min) : `${min} ${to} ${max}`;
}
