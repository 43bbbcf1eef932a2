/** What is shown of a mail's text, and what is folded as quoted or added by a program. */
import assert from "node:assert/strict";
import { splitText } from "@/lib/channels/email/read/new_text.ts";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { mailOf, own } from "./mails.ts";

const old = "¿Le va bien el martes?";
/** Above what is quoted without marks. */
const answer = "Sí, el martes.\n\nGracias";

const introductions: [string, string][] = [
  [
    "English between dashes without a colon",
    "---- On Tue, 24 Nov 2026 09:00:00 +0100 Taller <hola@taller.example> wrote ---",
  ],
  ["Spanish", "El mar, 24 nov 2026 a las 9:00, Taller (<hola@taller.example>) escribió:"],
  [
    "Spanish, broken",
    "El mar, 24 nov 2026 a las 9:00, Taller de puertas (<\nhola@taller.example>) escribió:",
  ],
  ["English", "On Tue, Nov 24, 2026 at 9:00 AM Taller <hola@taller.example> wrote:"],
  [
    "English, broken twice",
    "On Tue, Nov 24, 2026\nat 9:00 AM Taller de puertas\n<hola@taller.example> wrote:",
  ],
  ["English without an address", "On Nov 24, 2026, at 9:00 AM, Taller wrote:"],
  [
    "English, between dashes",
    "---- On Tue, 24 Nov 2026 09:00:00 +0100 Taller <hola@taller.example> wrote: ----",
  ],
  [
    "Catalan of Gmail",
    "Missatge de Taller <hola@taller.example> del dia dt., 24 de nov. 2026 a\nles 9:00:",
  ],
  ["Catalan", "El 24 nov 2026, a les 9:00, Taller <hola@taller.example> va escriure:"],
  [
    "Catalan, broken",
    "El dt., 24 de nov. 2026, 9:00, Taller de portes\n<hola@taller.example> ha escrit:",
  ],
  ["Basque", "Taller <hola@taller.example> erabiltzaileak hau idatzi du (2026 aza. 24, ar. 9:00):"],
  [
    "Basque, broken",
    "Taller de puertas <hola@taller.example> erabiltzaileak hau idatzi du (2026\naza. 24, ar. 9:00):",
  ],
  ["Galician", "O mar, 24 nov 2026 ás 9:00, Taller (<hola@taller.example>) escribiu:"],
  [
    "Galician, broken",
    "O mar, 24 nov 2026 ás 9:00, Taller de portas\n<hola@taller.example> escribiu:",
  ],
  ["Portuguese", "Em ter., 24 de nov. de 2026 às 09:00, Taller <hola@taller.example> escreveu:"],
  [
    "Portuguese, broken",
    "Em ter., 24 de nov. de 2026 às 09:00, Taller de portas <\nhola@taller.example> escreveu:",
  ],
  [
    "Portuguese of Portugal",
    "Taller <hola@taller.example> escreveu (terça, 24/11/2026 à(s) 09:00):",
  ],
  ["Portuguese of a phone", "No dia 24/11/2026, às 09:00, Taller <hola@taller.example> escreveu:"],
  ["German", "Am Di., 24. Nov. 2026 um 09:00 Uhr schrieb Taller <hola@taller.example>:"],
  [
    "German, broken",
    "Am Di., 24. Nov. 2026 um 09:00 Uhr schrieb Taller für Türen <\nhola@taller.example>:",
  ],
  ["German, name first", "Taller <hola@taller.example> schrieb am Di., 24. Nov. 2026, 09:00:"],
  ["French", "Le mar. 24 nov. 2026 à 09:00, Taller <hola@taller.example> a écrit\u00a0:"],
  ["Italian", "Il giorno mar 24 nov 2026 alle ore 09:00 Taller <hola@taller.example> ha scritto:"],
  ["Dutch", "Op di 24 nov 2026 om 09:00 schreef Taller <hola@taller.example>:"],
  ["Swedish", "Den tis 24 nov. 2026 kl 09:00 skrev Taller <hola@taller.example>:"],
  ["Russian, without a verb", "вт, 24 нояб. 2026 г. в 09:00, Taller <hola@taller.example>:"],
  ["Japanese, without a verb", "2026年11月24日(火) 9:00 Taller <hola@taller.example>:"],
];
for (const [name, line] of introductions) {
  Deno.test(`what is introduced is folded, marked or not: ${name}`, () => {
    for (const quoted of [`> ${old}\n> Un saludo`, `${old}\n\nUn saludo`]) {
      const split = splitText(`${answer}\n\n${line}\n\n${quoted}\n`);
      assert.deepEqual(split, { text: answer, quoted: `${line}\n\n${quoted}` });
    }
  });
}

const envelope =
  "De: Taller <hola@taller.example>\nEnviado el: martes, 24 de noviembre de 2026 9:00\n" +
  "Para: Ana\nAsunto: RE: Puerta";
const heads: [string, string][] = [
  ["Spanish", "-----Mensaje original-----"],
  ["English", "-----Original Message-----"],
  ["English, with other dashes", "‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐"],
  ["French", "-----Message d’origine-----"],
  ["German", "-----Ursprüngliche Nachricht-----"],
  ["Portuguese", "----- Mensagem original -----"],
  ["Italian", "-----Messaggio originale-----"],
  ["Catalan", "-----Missatge original-----"],
  ["Galician", "-----Mensaxe orixinal-----"],
  ["Basque", "-----Jatorrizko mezua-----"],
  ["Dutch", "-----Oorspronkelijk bericht-----"],
  [
    "Spanish, of a phone",
    "-------- Mensaje original --------\nDe: Taller <hola@taller.example>\nFecha: 24/11/26 9:00 (GMT+01:00)\nPara: ana@cliente.example\nAsunto: Puerta",
  ],
  [
    "all in one line",
    "-------- Original message --------From: hola@taller.example Date: 24/11/26 9:00 To: ana@cliente.example Subject: Puerta",
  ],
  ["headers in Spanish", envelope],
  ["headers below a line", `________________________________\n${envelope}`],
  [
    "bold headers",
    "*De:* Taller <hola@taller.example>\n*Enviado el:* martes, 24 de noviembre de 2026 9:00\n*Para:* Ana\n*Asunto:* RE: Puerta",
  ],
  [
    "bolder headers",
    '**Gesendet:** Dienstag, 24. November 2026 um 09:00\n**Von:** "Taller" <hola@taller.example>\n**An:** Ana\n**Betreff:** Tür',
  ],
  [
    "bold headers in one line",
    "*De:* Taller <hola@taller.example> *Enviado el:* martes 9:00 *Para:* Ana *Asunto:* RE: Puerta",
  ],
  [
    "headers without an address",
    "From: Taller\nSent: Tuesday, November 24, 2026 9:00 AM\nTo: Ana\nSubject: RE: Door",
  ],
  [
    "headers with bare addresses",
    "From: hola@taller.example\nSent: Tuesday\nTo: ana@cliente.example\nSubject: RE: Door",
  ],
  [
    "headers whose addresses are broken",
    "De : Taller <hola@taller.example>\nEnvoyé : mardi 24 novembre 2026 09:00\nÀ : Ana <ana@cliente.example>; Luis\n <luis@cliente.example>\nCc : Eva\nObjet : RE: Porte",
  ],
  [
    "headers apart",
    "From: Taller <hola@taller.example>\n\nSent: Tuesday\n\nTo: Ana\n\nSubject: RE: Door",
  ],
  [
    "headers in Catalan",
    "De: Taller <hola@taller.example>\nEnviat el: dimarts, 24 de novembre de 2026 9:00\nPer a: Ana\nTema: RE: Porta",
  ],
  [
    "headers in Basque",
    "Nork: Taller <hola@taller.example>\nBidalita: 2026(e)ko azaroaren 24(a) 9:00\nNori: Ana\nGaia: RE: Atea",
  ],
  [
    "headers in Portuguese",
    "De: Taller <hola@taller.example>\nEnviada em: terça-feira, 24 de novembro de 2026 09:00\nPara: Ana\nAssunto: RE: Porta",
  ],
];
for (const [name, head] of heads) {
  Deno.test(`what is below the head of an earlier mail is folded: ${name}`, () => {
    for (const above of [answer, `${answer}\n\nEnviado desde mi iPhone`]) {
      const { text, quoted } = splitText(`${above}\n\n${head}\n\n${old}\n\nUn saludo\n`);
      assert.equal(text, answer);
      assert.ok(quoted!.endsWith(`${head}\n\n${old}\n\nUn saludo`), quoted!);
    }
  });
}

const phones = [
  ...["Enviado desde mi iPhone", "Sent from my iPhone", "Sent from my Samsung Galaxy smartphone."],
  ...["Get Outlook for iOS<https://links.example/o>", "Obtener Outlook para Android"],
  ...[
    "Enviado desde mi HUAWEI P20",
    "Sent from Yahoo Mail on Android",
    "Von meinem iPhone gesendet",
  ],
  ...["Enviado desde Correo para Windows", "Gesendet mit der GMX Mail App", "Inviato da iPhone"],
  ...["Envoyé de mon iPhone", "Enviat des del meu iPhone", "Nire iPhonetik bidalia"],
  ...["Enviado do meu iPhone", "Verstuurd vanaf mijn iPhone", "Enviado desde o meu móbil"],
  ...["Enviado con el correo electrónico seguro de Proton Mail.", "Enviado de Samsung Mobile"],
  "Diese Nachricht wurde von meinem Android-Gerät mit GMX Mail gesendet.",
];
for (const line of phones) {
  Deno.test(`a phone's line is folded, what is written below it is shown: ${line}`, () => {
    const { text, quoted } = splitText(
      `¿Reparáis puertas?\n\n${line}\n\nSon dos, de roble.\n\n> ${old}\n`,
    );
    assert.equal(text, "¿Reparáis puertas?\n\nSon dos, de roble.");
    assert.equal(quoted, `${line}\n\n> ${old}`);
  });
}

const visible: [string, string][] = [
  ["a question below two hyphens", "Medidas\n--\n80 x 200\n¿Podéis?"],
  ["a sentence about where it came from", "Enviado desde Correos el lunes, no ha llegado."],
  [
    "a sentence that begins like a phone",
    "Hola\n\nEnviado desde mi iPhone el plano de ayer.\n\n¿Lo veis?",
  ],
  ["a place", "Sent from our office in Gijón"],
  [
    "a phone's line amid a paragraph",
    "Os lo mandé ayer.\nEnviado desde mi iPhone\nal correo de siempre.",
  ],
  ["the words within a line", "El plano va enviado desde mi iPhone"],
  ["a closing", "¿Reparáis puertas?\n\nKind regards,\nAna\n\nP.S. They are of oak"],
  ["a rule between sections", "Medidas:\n---\n80 x 200\n====\nDos puertas"],
  ["a journey", "Mudanza\n\nDe: Madrid\nPara: Gijón\nFecha: 3 de mayo a las 9:00\n\nTres cajas"],
  [
    "a form's mail",
    "Nueva consulta\n\nDe: Ana <ana@cliente.example>\nAsunto: Puerta\nMensaje: ¿Reparáis?",
  ],
  [
    "a form's mail with a date",
    "Nueva consulta\n\nDe: Ana <ana@cliente.example>\nFecha: 24/11/2026 9:00\nAsunto: Puerta\n\nMensaje:\n¿Reparáis?",
  ],
  ["one header alone", "Datos\n\nDe: Ana <ana@cliente.example>\n\nLa puerta"],
  [
    "somebody's words without marks",
    "El otro día tu compañero me escribió:\n\nNo se repara.\n\n¿Es verdad?",
  ],
  ["hours and a verb", "Mi mujer os escribió:\n\n80 x 200"],
  ["words of an original message", "Falta el mensaje original\n\n¿Me lo mandáis?"],
  [
    "what is passed on",
    "Mirad esto\n\n---------- Forwarded message ---------\nFrom: Luis <luis@cliente.example>\nDate: Tue, 24 Nov 2026\nSubject: Puerta\nTo: Ana\n\n¿Reparáis?",
  ],
  [
    "what Apple passes on",
    "Mirad esto\n\nInicio del mensaje reenviado:\n\n> De: Luis\n> Asunto: Puerta\n>\n> ¿Reparáis?",
  ],
  ["an earlier mail and nothing else", `${envelope}\n\n${old}`],
  ["a phone's line and nothing else", "Enviado desde mi iPhone"],
  [
    "a long text below two hyphens",
    `Lista\n--\n${Array.from({ length: 20 }, (_, at) => `puerta ${at}`).join("\n")}`,
  ],
];
for (const [name, text] of visible) {
  Deno.test(`where in doubt it is shown: ${name}`, () => {
    assert.deepEqual(splitText(`${text}\n`), { text, quoted: null });
  });
}

const others: [name: string, given: string, text: string, quoted: string | null][] = [
  ["a signature block", "Hola\n\n-- \nAna\n\nPuertas Gil", "Hola", "-- \nAna\n\nPuertas Gil"],
  ["one that lost its blank", "Hola\n--\nAna\nPuertas Gil", "Hola", "--\nAna\nPuertas Gil"],
  [
    "one of a phone, and what is below",
    "Hola\n-- \nEnviado desde mi iPhone\n\nSon dos",
    "Hola\n\nSon dos",
    "-- \nEnviado desde mi iPhone",
  ],
  ["one above a quotation", `Hola\n-- \nAna\n\n> ${old}`, "Hola", `-- \nAna\n\n> ${old}`],
  ["a phone's line at the end", "Hola\nEnviado desde mi iPad", "Hola", "Enviado desde mi iPad"],
  [
    "two lines of a phone",
    "Hola\n\nEnviado desde mi iPad\nEnviado desde Outlook para iOS",
    "Hola",
    "Enviado desde mi iPad\nEnviado desde Outlook para iOS",
  ],
  [
    "text above a sentence's quotation",
    "Gracias\nAna <ana@b.example> escribió:\n> uno",
    "Gracias",
    "Ana <ana@b.example> escribió:\n> uno",
  ],
  [
    "a phone's line above its text",
    "Enviado desde mi iPhone\n\n¿Reparáis?",
    "¿Reparáis?",
    "Enviado desde mi iPhone",
  ],
  ["headers right below the text", `Sí.\n${envelope}\n\n${old}`, "Sí.", `${envelope}\n\n${old}`],
];
for (const [name, raw, text, quoted] of others) {
  Deno.test(`new text is told from the rest: ${name}`, () => {
    assert.deepEqual(splitText(`${raw}\n`), { text, quoted });
  });
}

Deno.test("a mail that its subject calls forwarded is shown with what it passes on", () => {
  const body = `Mirad esto\n\n${envelope}\n\n${old}`;
  const read = (subject: string) => {
    const head = new TextDecoder().decode(mailOf({ body }))
      .replace(/^Subject: .*$/m, `Subject: ${subject}`);
    return readMail(new TextEncoder().encode(head), { ownAddress: own, authservId: null });
  };
  for (const subject of ["Fwd: Puerta", "RV: Puerta", "WG: Tür", "TR : Porte"]) {
    assert.equal(read(subject).text, body, subject);
  }
  for (const subject of ["Re: Puerta", "Re: Fwd: Puerta", "Puerta"]) {
    assert.equal(read(subject).text, "Mirad esto", subject);
  }
});
