import type { Spoken } from "@/lib/words/language.ts";

/** What surrounds every page of the panel. */
export const shellWords = {
  skip: { es: "Saltar al contenido", en: "Skip to content" },
  places: {
    label: { es: "Secciones", en: "Sections" },
    home: { es: "Inicio", en: "Home" },
  },
  companies: {
    switch: { es: "Cambiar de empresa", en: "Switch company" },
    yours: { es: "Tus empresas", en: "Your companies" },
    here: { es: "Empresa actual", en: "Current company" },
  },
  account: { es: "Tu cuenta", en: "Your account" },
};

export type ShellWords = Spoken<typeof shellWords>;
