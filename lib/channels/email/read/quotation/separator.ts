import { firstRole } from "@/lib/channels/email/read/quotation/header_block.ts";

/** `-----Original Message-----`, in the languages that mail programs speak. */

const answered = new Set([
  ...["original message", "original appointment", "mensaje original", "cita original"],
  ...["correo original", "message d'origine", "message original", "message initial"],
  ...["ursprüngliche nachricht", "urspr. nachricht", "originalnachricht", "original-nachricht"],
  ...["original nachricht", "mensagem original", "mensagem de origem", "messaggio originale"],
  ...["messaggio di origine", "missatge original", "mensaxe orixinal", "jatorrizko mezua"],
  ...["mezu originala", "oorspronkelijk bericht", "origineel bericht", "oprindelig besked"],
  ...["oprindelig meddelelse", "ursprungligt meddelande", "originalmeddelande"],
  ...["opprinnelig melding", "wiadomość oryginalna", "oryginalna wiadomość"],
  ...["alkuperäinen viesti", "mesaj original", "původní zpráva", "eredeti üzenet"],
]);

const forwarded = new Set([
  ...["forwarded message", "begin forwarded message", "mensaje reenviado"],
  ...["inicio del mensaje reenviado", "message transféré", "message réexpédié"],
  ...["début du message transféré", "début du message réexpédié", "weitergeleitete nachricht"],
  ...["anfang der weitergeleiteten nachricht", "mensagem encaminhada", "mensagem reencaminhada"],
  ...["início da mensagem encaminhada", "início da mensagem reencaminhada"],
  ...["messaggio inoltrato", "inizio messaggio inoltrato", "missatge reenviat"],
  ...["inici del missatge reenviat", "mensaxe reenviada", "birbidalitako mezua"],
  ...["doorgestuurd bericht", "begin doorgestuurd bericht", "vidarebefordrat meddelande"],
  ...["videresendt besked", "videresendt melding", "wiadomość przekazana"],
  ...["correo reenviado", "mail transféré", "e-mail transféré", "courriel transféré"],
  ...["weitergeleitete e-mail", "weitergeleitete mail", "anfang der weitergeleiteten e-mail"],
  ...["e-mail inoltrata", "e-mail encaminhado", "correu reenviat", "vidarebefordrat brev"],
  ...["vidarebefordrat mejl", "videresendt e-mail", "start på videresendt besked"],
  ...["start på videresendt melding", "początek przekazywanej wiadomości"],
]);

const longestLine = 1_000;
const longestBare = 60;
const dashes = "-_=* \u2010\u2011\u2012\u2013\u2014\u2015";
const fewestDashes = 2;
const fewestOfRule = 5;
const fewestUnderscores = 30;

/** Tells whether a separator introduces the mail that is answered or one that is forwarded. */
export function separated(line: string): "answered" | "forwarded" | undefined {
  if (line.length > longestBare && !dashes.includes(line.trimStart()[0] ?? "")) return undefined;
  const text = plain(line);
  const begin = indexOfOther(text);
  const end = indexOfDashes(text, begin);
  const words = (end < 0 ? text.slice(begin) : text.slice(begin, end)).replaceAll(":", "").trim();
  const rest = end < 0 ? "" : text.slice(end + indexOfOther(text.slice(end)));
  if (forwarded.has(words) && rest === "") return "forwarded";
  const isMarked = begin >= fewestDashes && (rest === "" || firstRole(rest) !== undefined);
  if (!isMarked) return undefined;
  return forwarded.has(words) ? "forwarded" : answered.has(words) ? "answered" : undefined;
}

/** Headers that stand in the line of a separator, behind it. */
export function behindSeparator(line: string): string {
  const text = line.trim();
  const begin = indexOfOther(text);
  const end = indexOfDashes(text, begin);
  return end < 0 ? "" : text.slice(end + indexOfOther(text.slice(end)));
}

function indexOfDashes(text: string, from: number): number {
  const places = ["--", "=="].map((dash) => text.indexOf(dash, from)).filter((at) => at >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
}

/** A line of dashes or underscores. */
export function isRule(line: string): boolean {
  if (!dashes.includes(line.trimStart()[0] ?? "")) return false;
  const text = plain(line);
  return text.length >= fewestOfRule && indexOfOther(text) === text.length;
}

/** The line that Outlook draws above the headers of a mail. */
export function isOutlookRule(line: string): boolean {
  return isRule(line) && line.trim().startsWith("_".repeat(fewestUnderscores));
}

function plain(line: string): string {
  if (line.length > longestLine) return "";
  return line.toLowerCase().replace(/[\u2010-\u2015]/g, "-").replaceAll("’", "'")
    .replaceAll("*", "").trim();
}

function indexOfOther(text: string): number {
  let at = 0;
  while (at < text.length && "-_= ".includes(text[at]!)) at++;
  return at;
}
