/** The gateway's own error answers: a page or an envelope. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isForPage, languageOf, requestIdOf } from "@/gateway/http/request.ts";
import type { Text } from "@/lib/words/language.ts";
import { loginWords, noticePage, PAGE_HEADERS } from "./login_page.ts";

type RefusalCode =
  | "app_unavailable"
  | "bad_request"
  | "cross_site"
  | "foreign_host"
  | "internal"
  | "method_not_allowed"
  | "not_found"
  | "too_large"
  | "unauthorized";

interface Refusal {
  status: number;
  title: Text;
  text: Text;
  headers?: Record<string, string>;
  /** The page reloads after this many seconds. */
  reloadSeconds?: number;
}

const REFUSALS: Record<RefusalCode, Refusal> = {
  app_unavailable: {
    status: 503,
    title: { en: "Relevo is starting", es: "Relevo está arrancando" },
    text: {
      en:
        "The app behind this door does not answer yet. It usually takes a few seconds; then this " +
        "can be tried again.",
      es:
        "La aplicación tras esta puerta aún no responde. Suele tardar unos segundos; después se " +
        "puede volver a intentar.",
    },
    headers: { "Retry-After": "2" },
    reloadSeconds: 2,
  },
  bad_request: {
    status: 400,
    title: { en: "Not a page", es: "No es una página" },
    text: {
      en: "This address cannot be read as a path of this site.",
      es: "Esta dirección no se puede leer como una ruta de este sitio.",
    },
  },
  cross_site: {
    status: 403,
    title: { en: "Not from here", es: "No viene de aquí" },
    text: {
      en: "This request comes from another site, so nobody was signed in. Choose a person on the " +
        "sign-in page.",
      es:
        "Esta petición viene de otro sitio, así que no ha entrado nadie. Elige a una persona en " +
        "la página de entrada.",
    },
  },
  foreign_host: {
    status: 403,
    title: { en: "Only on this machine", es: "Solo en este equipo" },
    text: {
      en: "The demo asks for no password, so it lets people in only under this machine's own " +
        "names. Open it as localhost, or set PUBLIC_URL to this address.",
      es: "La demo no pide contraseña, así que solo deja entrar con los nombres de este equipo. " +
        "Ábrela como localhost o pon esta dirección en PUBLIC_URL.",
    },
  },
  internal: {
    status: 500,
    title: { en: "Something failed", es: "Algo ha fallado" },
    text: {
      en: "The demo's gateway failed. Try again.",
      es: "Ha fallado la pasarela de la demo. Inténtalo otra vez.",
    },
  },
  method_not_allowed: {
    status: 405,
    title: { en: "Not this way", es: "Así no" },
    text: {
      en: "This address does not take this method.",
      es: "Esta dirección no admite este método.",
    },
  },
  not_found: {
    status: 404,
    title: { en: "No such page", es: "Esa página no existe" },
    text: { en: "There is nothing at this address.", es: "No hay nada en esta dirección." },
  },
  too_large: {
    status: 413,
    title: { en: "Too long", es: "Demasiado largo" },
    text: {
      en: "This is longer than what this page ever sends.",
      es: "Esto es más largo que lo que envía esta página.",
    },
    headers: { Connection: "close" },
  },
  unauthorized: {
    status: 401,
    title: { en: "Sign in", es: "Entra" },
    text: {
      en: "You are not signed in. Sign in at /.gateway/login and try again.",
      es: "No has entrado. Entra en /.gateway/login y vuelve a intentarlo.",
    },
    headers: { "WWW-Authenticate": 'Bearer realm="Relevo"' },
  },
};

/** Sends the named refusal in the caller's language. */
export function refuse(req: IncomingMessage, res: ServerResponse, code: RefusalCode): void {
  const { status, title, text, headers = {}, reloadSeconds } = REFUSALS[code];
  const language = languageOf(req);
  const requestId = requestIdOf(req);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader("X-Request-Id", requestId);
  if (isForPage(req) && code !== "unauthorized") {
    if (reloadSeconds && req.method === "GET") res.setHeader("Refresh", String(reloadSeconds));
    const link = { href: "/.gateway/login", text: loginWords.signIn[language] };
    const page = { language, title: title[language], text: text[language] };
    return sendPage(res, status, noticePage(reloadSeconds ? page : { ...page, link }));
  }
  res.setHeader("Content-Type", "application/json");
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Content-Language", language);
  res.statusCode = status;
  res.end(JSON.stringify({ success: false, error: text[language], code, requestId }));
}

/** Sends one of the gateway's own pages. */
export function sendPage(res: ServerResponse, status: number, html: string): void {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) res.setHeader(name, value);
  res.statusCode = status;
  res.end(html);
}
