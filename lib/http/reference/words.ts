import { fieldWords } from "@/lib/words/field_words.ts";
import type { Spoken, Text } from "@/lib/words/language.ts";

export interface Bound {
  kind: "length" | "range" | "above" | "below" | "step" | "items";
  min?: number;
  max?: number;
}

export type Limit = Bound | { kind: "pattern"; pattern: string };

/** Words around the API reference, whose own texts are English. */
export const referenceWords = {
  title: { es: "Referencia de la API", en: "API reference" },
  version: (version: string) => ({ es: `Versión ${version}`, en: `Version ${version}` }),
  skip: { es: "Saltar al contenido", en: "Skip to content" },
  contents: { es: "Contenido", en: "Contents" },
  filter: { es: "Filtrar operaciones", en: "Filter operations" },
  none: { es: "Nada coincide.", en: "Nothing matches." },
  document: { es: "Documento OpenAPI 3.1", en: "OpenAPI 3.1 document" },
  baseUrl: { es: "URL base", en: "Base URL" },
  introduction: { es: "Introducción", en: "Introduction" },
  credentials: { es: "Credenciales", en: "Credentials" },
  samples: { es: "Desde un programa", en: "From a program" },
  samplesRead: {
    es: "Cada archivo usa solo lo que trae el lenguaje, y toma del entorno la URL base y la clave:",
    en:
      "Each file uses only what its language ships, and has base URL and key from the environment:",
  },
  sample: {
    es: "Enviar, leer las respuestas y comprobar un aviso (callback)",
    en: "Send, read the answers and check a callback",
  },
  generated: { es: "Clientes generados", en: "Generated clients" },
  generators: {
    es: "Comandos probados, con las versiones probadas",
    en: "Commands that were tried, with the versions that were tried",
  },
  credential: { es: "Credencial", en: "Credential" },
  open: { es: "ninguna", en: "none" },
  toYou: { es: "Relevo llama a la URL que tú indicas.", en: "Relevo calls the URL that you name." },
  linkOpens: { es: "el propio enlace", en: "the link itself" },
  guards: {
    key: { es: "Clave de API", en: "API key" },
    device: fieldWords.phone,
    member: { es: "Miembro", en: "Member" },
  } as Record<string, Text>,
  parameters: { es: "Parámetros", en: "Parameters" },
  places: {
    path: { es: "En la ruta", en: "In the path" },
    query: { es: "En la consulta", en: "In the query" },
    header: { es: "En las cabeceras", en: "In the headers" },
  } as Record<string, Text>,
  body: { es: "Cuerpo", en: "Body" },
  mediaTypes: { es: "como", en: "as" },
  name: fieldWords.name,
  meaning: { es: "Tipo y significado", en: "Type and meaning" },
  required: { es: "obligatorio", en: "required" },
  optional: fieldWords.optional,
  responses: { es: "Respuestas", en: "Responses" },
  example: { es: "Ejemplo", en: "Example" },
  copy: fieldWords.copy,
  copied: { es: "Copiado", en: "Copied" },
  errors: fieldWords.errors,
  schemas: { es: "Esquemas", en: "Schemas" },
  fields: (count: number) => ({
    es: count === 1 ? "1 campo" : `${count} campos`,
    en: count === 1 ? "1 field" : `${count} fields`,
  }),
  objects: (count: number) => ({
    es: `uno de ${count} objetos`,
    en: `one of ${count} objects`,
  }),
  noFields: { es: "cualquier campo", en: "any fields" },
  any: { es: "cualquier valor", en: "any value" },
  list: { es: "lista de", en: "list of" },
  map: { es: "objeto, cada valor", en: "object, each value" },
  or: { es: "o", en: "or" },
  nullable: { es: "o null", en: "or null" },
  oneOf: { es: "uno de", en: "one of" },
  preset: { es: "por defecto", en: "default" },
  pattern: { es: "patrón", en: "pattern" },
  link: { es: "Enlace a esta operación", en: "Link to this operation" },
  bounds: {
    length: ({ min, max }) => ({
      es: `${between(min, max, "a")} ${(max ?? min) === 1 ? "carácter" : "caracteres"}`,
      en: `${between(min, max, "to")} ${(max ?? min) === 1 ? "character" : "characters"}`,
    }),
    range: ({ min, max }) => ({ es: between(min, max, "a"), en: between(min, max, "to") }),
    above: ({ min }) => ({ es: `> ${min}`, en: `> ${min}` }),
    below: ({ max }) => ({ es: `< ${max}`, en: `< ${max}` }),
    step: ({ min }) => ({ es: `de ${min} en ${min}`, en: `in steps of ${min}` }),
    items: ({ min, max }) => ({
      es: `${between(min, max, "a")} ${(max ?? min) === 1 ? "elemento" : "elementos"}`,
      en: `${between(min, max, "to")} ${(max ?? min) === 1 ? "item" : "items"}`,
    }),
  } as Record<Bound["kind"], (bound: Bound) => Text>,
};

export type ReferenceWords = Spoken<typeof referenceWords>;

export function formatLimit(limit: Limit, words: ReferenceWords): string {
  if (limit.kind === "pattern") return `${words.pattern} ${limit.pattern}`;
  return words.bounds[limit.kind](limit);
}

function between(min: number | undefined, max: number | undefined, to: string): string {
  if (min === undefined) return `≤ ${max}`;
  if (max === undefined) return `≥ ${min}`;
  return min === max ? String(min) : `${min} ${to} ${max}`;
}
