import { fieldWords } from "@/lib/words/field_words.ts";
import { settingsNames } from "@/lib/words/pages/settings_names.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the settings. */
export const settingsWords = {
  sections: { es: "Secciones de los ajustes", en: "Sections of the settings" },
  groups: {
    company: fieldWords.company,
    you: { es: "Tú", en: "You" },
    more: fieldWords.more,
  },
  names: settingsNames,
  texts: {
    profile: {
      es: "Quién es la empresa, como sale en sus presupuestos.",
      en: "Who the company is, as its quotations say it.",
    },
    hours: {
      es: "Cuándo trabaja la empresa, y qué pasa con quien no recibe respuesta.",
      en: "When the company works, and what happens if somebody gets no answer.",
    },
    brand: {
      es: "El logo y el color, aquí y en lo que ven los clientes.",
      en: "The logo and the colour, here and in what clients see.",
    },
    sales: {
      es: "Etapas, moneda, impuestos y con qué empieza cada presupuesto.",
      en: "Stages, currency, taxes and what each quotation begins with.",
    },
    form: {
      es: "Lo que escriben en tu web llega a la bandeja.",
      en: "What people write on your site comes to the inbox.",
    },
    channels: {
      es: "Por dónde entra y sale lo que os escribís con los clientes.",
      en: "What comes in from clients, and goes out to them, passes by these.",
    },
    templates: {
      es: "Respuestas que escribís a menudo. En una conversación se piden con «/».",
      en: "Replies that you write often. In a conversation “/” asks for them.",
    },
    notices: {
      es: "Qué le llega al teléfono a cada persona de esta empresa.",
      en: "What reaches the phone of each person in this company.",
    },
    privacy: {
      es: "Cuánto se guarda de quien escribe, y qué se ha entregado o borrado.",
      en: "How long what people write is kept, and what was handed out or erased.",
    },
    me: { es: "Valen en todas tus empresas.", en: "They hold in all your companies." },
  },
  taxByLanguage: { es: "Según el idioma: IVA o VAT", en: "By language: IVA or VAT" },
  currencyFixed: (quotes: number, sales: number): Text => ({
    es: `Fija, porque ya hay importes en ella. Presupuestos: ${quotes}. Ventas: ${sales}.`,
    en: `Fixed, because there are amounts in it. Quotations: ${quotes}. Sales: ${sales}.`,
  }),
  quotations: fieldWords.quotes,
  stages: { es: "Etapas de las oportunidades", en: "Stages of opportunities" },
  stageFacts: (probability: string, days: number): Text => ({
    es: days === 0
      ? `${probability} %`
      : `${probability} %, parada ${days === 1 ? "al día" : `a los ${days} días`}`,
    en: days === 0
      ? `${probability} %`
      : `${probability} %, idle after ${days === 1 ? "a day" : `${days} days`}`,
  }),
  logo: {
    title: { es: "Logo", en: "Logo" },
    none: { es: "Sin logo", en: "No logo" },
    elsewhere: {
      es: "El logo es un enlace a otro sitio y no se muestra: sube aquí la imagen.",
      en: "The logo is a link to another site and is not shown: upload the picture here.",
    },
    choose: { es: "Elegir un archivo", en: "Choose a file" },
    drop: {
      es: "o suéltalo aquí. PNG, JPEG o WebP; se reduce si pesa más de 256 KB.",
      en: "or drop it here. PNG, JPEG or WebP; it is made smaller above 256 KB.",
    },
    remove: { es: "Quitar el logo", en: "Remove the logo" },
    uploading: { es: "Subiendo…", en: "Uploading…" },
    saved: { es: "Logo guardado", en: "Logo saved" },
    removed: { es: "Logo quitado", en: "Logo removed" },
    refused: {
      markup: {
        es:
          "Por dentro es un SVG o una página web, que pueden llevar programas. Guárdalo como PNG.",
        en: "Inside it is an SVG or a web page, which can carry programs. Save it as PNG.",
      },
      other: {
        es: "No es una imagen PNG, JPEG ni WebP, diga lo que diga su nombre.",
        en: "It is no PNG, JPEG or WebP picture, whatever its name says.",
      },
      broken: {
        es: "La imagen está dañada: el navegador no puede leerla.",
        en: "The picture is damaged: the browser cannot read it.",
      },
      large: {
        es: "Ni reducida cabe en 256 KB. Prueba con otra más sencilla.",
        en: "Even made smaller it does not fit into 256 KB. Try a simpler one.",
      },
    },
  },
  color: {
    title: fieldWords.color,
    code: fieldWords.code,
    invalid: { es: "Un # y seis cifras: #c2410c", en: "A # and six digits: #c2410c" },
    saved: { es: "Color guardado", en: "Colour saved" },
    text: {
      es: "Se aclara u oscurece lo justo para que se lea; el contraste mínimo es 4,5.",
      en: "It is made lighter or darker as far as reading needs; the least contrast is 4.5.",
    },
    light: fieldWords.light,
    dark: fieldWords.dark,
    sample: fieldWords.save,
    link: { es: "Un enlace", en: "A link" },
    contrast: (onFill: string, onPage: string): Text => ({
      es: `Contraste del botón ${onFill}, del enlace ${onPage}`,
      en: `Contrast of the button ${onFill}, of the link ${onPage}`,
    }),
  },
  form: {
    address: { es: "Dirección del formulario", en: "Address of the form" },
    origins: {
      es: "Sitios que pueden enviarlo por script",
      en: "Sites that may send it by script",
    },
    originsHint: {
      es: "Un formulario normal no necesita estar aquí, salvo para volver a su página al acabar.",
      en: "A plain form need not be here, except to return to its own page when it is done.",
    },
    origin: { es: "Dirección del sitio", en: "Address of the site" },
    add: fieldWords.add,
    none: fieldWords.noneYet,
    removeOrigin: (origin: string): Text => ({ es: `Quitar ${origin}`, en: `Remove ${origin}` }),
    added: { es: "Sitio añadido", en: "Site added" },
    removed: { es: "Sitio quitado", en: "Site removed" },
    notAnOrigin: {
      es: "Una dirección https, como https://tienda.example",
      en: "An https address, such as https://shop.example",
    },
    isThere: { es: "Ya está en la lista", en: "It is in the list already" },
    snippet: { es: "Para pegar en tu web", en: "To paste into your site" },
    copy: fieldWords.copy,
    copied: { es: "Copiado", en: "Copied" },
    notCopied: {
      es: "El navegador no deja copiar: selecciónalo y cópialo tú.",
      en: "The browser does not let copy: select it and copy it yourself.",
    },
    unavailable: {
      es: "El formulario público es de las dos primeras empresas de la instalación. Los mensajes " +
        "de esta entran a mano o con la API.",
      en: "The public form belongs to the first two companies of the installation. Messages of " +
        "this one come in by hand or by the API.",
    },
  },
  me: {
    name: { es: "Tu nombre", en: "Your name" },
    notices: { es: "Avisos en tu teléfono", en: "Notices on your phone" },
    noticesHint: {
      es: "Lo que silencias aquí no te llega de ninguna empresa.",
      en: "What you silence here reaches you from no company.",
    },
    appearance: { es: "Idioma y aspecto", en: "Language and appearance" },
  },
};

/** Words of a site's form, in the company's language. */
export const snippetWords = {
  name: fieldWords.name,
  email: fieldWords.email,
  message: fieldWords.message,
  trap: { es: "Deja esto vacío", en: "Leave this empty" },
  send: fieldWords.send,
};
