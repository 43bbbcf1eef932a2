import { fieldWords } from "@/lib/words/field_words.ts";
import type { Spoken, Text } from "@/lib/words/language.ts";

/** Words of what surrounds every page: navigation, palette, account. */
export const frameWords = {
  skip: { es: "Saltar al contenido", en: "Skip to content" },
  label: { es: "Secciones", en: "Sections" },
  sidebar: { es: "Plegar o desplegar el menú", en: "Fold or unfold the menu" },
  home: { es: "Inicio", en: "Home" },
  hello: (name: string): Text => ({
    es: name ? `Hola, ${name}` : "Hola",
    en: name ? `Hello, ${name}` : "Hello",
  }),
  more: fieldWords.more,
  search: { es: "Buscar o hacer…", en: "Search or do…" },
  account: { es: "Tu cuenta", en: "Your account" },
  signIn: { es: "Cómo entras", en: "Your sign-in" },
  signOut: { es: "Cerrar sesión", en: "Sign out" },
  language: fieldWords.language,
  theme: { es: "Aspecto", en: "Appearance" },
  themes: {
    system: { es: "Como el sistema", en: "Like the system" },
    light: fieldWords.light,
    dark: fieldWords.dark,
  },
  languages: {
    system: { es: "La del navegador", en: "The browser's" },
    es: fieldWords.spanish,
    en: fieldWords.english,
  },
  companies: {
    switch: { es: "Cambiar de empresa", en: "Switch company" },
    yours: { es: "Tus empresas", en: "Your companies" },
    here: { es: "Empresa actual", en: "Current company" },
  },
  newCompany: { es: "Crear una empresa", en: "Create a company" },
  companyName: fieldWords.name,
  companyColor: fieldWords.color,
  palette: {
    title: { es: "Buscar y hacer", en: "Search and do" },
    placeholder: {
      es: "Un nombre, un número, una acción…",
      en: "A name, a number, an action…",
    },
    recent: { es: "Reciente", en: "Recent" },
    here: { es: "En esta página", en: "On this page" },
    go: { es: "Ir a", en: "Go to" },
    create: { es: "Crear", en: "Create" },
    nothing: { es: "No hay nada con esas palabras.", en: "Nothing has these words." },
    kinds: {
      contact: fieldWords.contacts,
      client: fieldWords.clients,
      opportunity: fieldWords.opportunities,
      quote: fieldWords.quotes,
      sale: fieldWords.sales,
      product: fieldWords.products,
      task: fieldWords.tasks,
      event: { es: "Eventos", en: "Events" },
      automatic: { es: "Correo automático", en: "Automatic mail" },
    },
    more: (count: string): Text => ({ es: `${count} en total`, en: `${count} in all` }),
  },
};

export type FrameWords = Spoken<typeof frameWords>;
