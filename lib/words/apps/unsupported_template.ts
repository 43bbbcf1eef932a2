import type { UnsupportedPart } from "@/lib/values/app_template.ts";
import type { Text } from "@/lib/words/language.ts";

const partWords: Record<UnsupportedPart, Text> = {
  code: { es: "lleva un código para copiar", en: "it carries a code to copy" },
  carousel: { es: "es un carrusel de tarjetas", en: "it is a carousel of cards" },
  flow: { es: "abre un formulario de Meta", en: "it opens a form of Meta's" },
  place: { es: "lleva una ubicación", en: "it carries a place" },
  catalog: { es: "muestra productos de un catálogo", en: "it shows products of a catalogue" },
  offer: { es: "lleva una oferta que caduca", en: "it carries an offer that ends" },
  other: { es: "tiene partes que Relevo no conoce", en: "it has parts that Relevo cannot fill" },
};

/** Why a template is not sent from here. */
export function whyUnsupported(part: UnsupportedPart): Text {
  const { es, en } = partWords[part];
  return { es: `no se envía desde Relevo: ${es}`, en: `is not sent from Relevo: ${en}` };
}
