import { own } from "../../mails.ts";
import { helloHtml, type Table } from "../row.ts";

const answer = "Sí, el martes.\n\nGracias";
const old = "> ¿Le va bien el martes?\n> Un saludo";
const bare = "¿Le va bien el martes?\n\nUn saludo";

function folded(quoted: string, text = answer) {
  return { body: `${text}\n\n${quoted}\n`, text, quoted };
}

const introductions: Record<string, string> = {
  Spanish: `El mar, 24 nov 2026 a las 9:00, Taller (<${own}>) escribió:`,
  "Spanish, broken": `El mar, 24 nov 2026 a las 9:00, Taller de puertas (<\n${own}>) escribió:`,
  English: `On Tue, Nov 24, 2026 at 9:00 AM Taller <${own}> wrote:`,
  Catalan: `El 24 nov 2026, a les 9:00, Taller <${own}> va escriure:`,
  "Catalan of Gmail": `Missatge de Taller <${own}> del dia dt., 24 de nov. 2026 a\nles 9:00:`,
  Basque: `Taller <${own}> erabiltzaileak hau idatzi du (2026 aza. 24, ar. 9:00):`,
  Galician: `O mar, 24 nov 2026 ás 9:00, Taller (<${own}>) escribiu:`,
  Portuguese: `Em ter., 24 de nov. de 2026 às 09:00, Taller <${own}> escreveu:`,
  German: `Am Di., 24. Nov. 2026 um 09:00 Uhr schrieb Taller <${own}>:`,
  French: `Le mar. 24 nov. 2026 à 09:00, Taller <${own}> a écrit\u00a0:`,
  Italian: `Il giorno mar 24 nov 2026 alle ore 09:00 Taller <${own}> ha scritto:`,
};

const envelope = (from: string, sent: string, to: string, subject: string) =>
  `${from}: Taller <${own}>\n${sent}: martes, 24 de noviembre de 2026 9:00\n${to}: Ana\n${subject}: RE: Puerta`;
const envelopes: Record<string, string> = {
  Spanish: envelope("De", "Enviado el", "Para", "Asunto"),
  English: envelope("From", "Sent", "To", "Subject"),
  Catalan: envelope("De", "Enviat el", "Per a", "Assumpte"),
  Portuguese: envelope("De", "Enviada em", "Para", "Assunto"),
  German: envelope("Von", "Gesendet", "An", "Betreff"),
};

const rules: Record<string, string> = {
  Spanish: "-----Mensaje original-----",
  English: "-----Original Message-----",
  Catalan: "-----Missatge original-----",
  Galician: "-----Mensaxe orixinal-----",
  Portuguese: "-----Mensagem original-----",
  German: "-----Ursprüngliche Nachricht-----",
};

const phones: Record<string, string> = {
  Spanish: "Enviado desde mi iPhone",
  English: "Sent from my iPad",
  Catalan: "Enviat des del meu iPhone",
  Portuguese: "Enviado do meu iPhone",
  German: "Von meinem iPhone gesendet",
};

function rows(table: Record<string, string>, name: string, row: (line: string) => Table[string]) {
  return Object.fromEntries(
    Object.entries(table).map(([language, line]) => [`${name}, ${language}`, row(line)]),
  );
}

/** What is shown of an answer, and what is folded as quoted or added by a program. */
export const quotations: Table = {
  ...rows(introductions, "quoted with marks", (line) => folded(`${line}\n\n${old}`)),
  ...rows(introductions, "quoted without marks", (line) => folded(`${line}\n\n${bare}`)),
  ...rows(envelopes, "below headers", (line) => folded(`${line}\n\n${bare}`)),
  ...rows(rules, "below a rule", (line) => folded(`${line}\n${envelopes.Spanish}\n\n${bare}`)),
  ...rows(phones, "a phone's signature", (line) => folded(line)),
  "headers in bold": folded(
    `*De:* Taller <${own}> *Enviado el:* martes 9:00 *Para:* Ana *Asunto:* RE: Puerta\n\n${bare}`,
  ),
  "a signature": folded("-- \nAna Ruiz\nPuertas Ruiz"),
  "a second paragraph below a phone's signature": {
    body: `Sí.\n\n${phones.Spanish}\n\n${introductions.Spanish}\n\n${old}\n\nY una ventana.`,
    text: `Sí.\n\n${phones.Spanish}\n\n${introductions.Spanish}\n\n${old}\n\nY una ventana.`,
  },
  "a sentence that begins as a phone's signature": {
    body: "Enviado desde ayer, no ha llegado nada.",
    text: "Enviado desde ayer, no ha llegado nada.",
  },
  "a sentence that ends as an introduction": {
    body: "Esto es lo que Ana escribió:\nquiero dos puertas",
    text: "Esto es lo que Ana escribió:\nquiero dos puertas",
  },
  "an answer line by line": {
    body: `${introductions.Spanish}\n> ¿Martes?\nSí\n> ¿A las 9?\nNo`,
    text: `${introductions.Spanish}\n> ¿Martes?\n\nSí\n\n> ¿A las 9?\n\nNo`,
  },
  "nothing but a quotation": { body: old, text: old },
  "a form, which reads as headers": {
    body: "De: Madrid\nA: Toledo\nFecha: 24/11/2026\nMensaje: ¿cuánto?",
    text: "De: Madrid\nA: Toledo\nFecha: 24/11/2026\nMensaje: ¿cuánto?",
  },
  "passed on": {
    head: ["Subject: Fwd: Puerta"],
    subject: "Fwd: Puerta",
    body: `Mira\n\n---------- Forwarded message ---------\n${envelopes.English}\n\n${bare}`,
    text: `Mira\n\n---------- Forwarded message ---------\n${envelopes.English}\n\n${bare}`,
  },
  "passed on by Outlook": {
    head: ["Subject: RV: Puerta"],
    subject: "RV: Puerta",
    body: `Mira\n\n${envelopes.Spanish}\n\n${bare}`,
    text: `Mira\n\n${envelopes.Spanish}\n\n${bare}`,
  },
  "a quotation in HTML": {
    head: ["Content-Type: text/html; charset=utf-8"],
    body: `<div>Sí</div><div class="gmail_quote"><div>${
      introductions.English!.replace("<", "&lt;").replace(">", "&gt;")
    }</div><blockquote>¿Martes?</blockquote></div>`,
    text: "Sí",
    quoted: `${introductions.English}\n\n> ¿Martes?`,
  },
  "nothing quoted": { ...htmlOf(helloHtml), quoted: null },
};

function htmlOf(part: string) {
  const [type, body] = part.split("\n\n");
  return { head: [type!], body: body! };
}
