import type { Text } from "@/lib/words/language.ts";

/** Words of pickers that can make the record they look for. */
export const creatorWords = {
  client: (text: string): Text => ({
    es: `Crear el cliente «${text}»`,
    en: `Create the client “${text}”`,
  }),
  clientMade: (name: string): Text => ({
    es: `Cliente creado: ${name}`,
    en: `Client created: ${name}`,
  }),
  productMade: (name: string): Text => ({
    es: `Producto creado: ${name}`,
    en: `Product created: ${name}`,
  }),
};
