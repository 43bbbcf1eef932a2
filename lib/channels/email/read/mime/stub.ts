import { htmlToText } from "@/lib/channels/email/read/html.ts";

/** Texts that only say that the mail is in HTML: "Your mail program does not show HTML". */

const longestStub = 600;
const longestBegin = 40;
const timesLonger = 2;
const signs = [
  /\bhtml\b/i,
  /\b(?:view|read|open|see)\b.{0,60}\b(?:browser|online|web)\b/i,
  /\b(?:ver|veure|vea|abr[ae]|abrir|obrir|visualiz|visualitz).{0,60}\b(?:navegador|web|l[ií]nea)\b/i,
  /\b(?:voir|afficher|consulter)\b.{0,60}\b(?:navigateur|ligne|web)\b/i,
  /\b(?:ansehen|anzeigen|browser|online)\b.{0,60}\b(?:browser|online|anzeigen|ansehen)\b/i,
  /\b(?:visualizza|vedi|apri|guarda)\w*.{0,60}\b(?:browser|online|web)\b/i,
];

/** Reports whether the text is only a placeholder for its HTML version. */
export function isStub(text: string, html: string): boolean {
  const bare = text.trim();
  if (bare === "") return true;
  if (bare.length > longestStub || !signs.some((sign) => sign.test(bare))) return false;
  const whole = htmlToText(html);
  const begin = words(bare).slice(0, longestBegin);
  return whole.length > timesLonger * bare.length && !words(whole).startsWith(begin);
}

function words(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, " ").trim().toLowerCase();
}
