/** Headers of an earlier mail, copied above its text as Outlook and phones do. */

const roles = {
  from: [
    ...["from", "de", "von", "da", "van", "fra", "från", "od", "nork", "expéditeur", "mittente"],
    ...["absender", "remitente", "remetente", "remitent"],
  ],
  sent: [
    ...["sent", "date", "enviado", "enviado el", "fecha", "gesendet", "datum", "envoyé", "data"],
    ...["envoyé le", "inviato", "inviato il", "enviada", "enviado em", "enviada em", "enviat"],
    ...["enviat el", "enviado o", "enviada o", "bidalita", "bidalia", "verzonden", "sendt"],
    ...["skickat", "wysłano", "wysłane", "fecha de envío", "data d'enviament", "date d'envoi"],
  ],
  to: [
    ...["to", "para", "an", "à", "a", "aan", "per a", "per", "nori", "til", "till", "do", "pour"],
    ...["destinatario", "destinataire", "destinatari"],
  ],
  subject: [
    ...["subject", "asunto", "betreff", "objet", "oggetto", "assunto", "assumpte", "tema", "gaia"],
    ...["onderwerp", "emne", "ämne", "temat", "sujet"],
  ],
  reply: [
    ...["reply-to", "responder a", "responder para", "respon a", "respondre a", "antwort an"],
    ...["répondre à", "rispondi a", "antwoord aan", "svara till", "svar til"],
  ],
  other: [
    ...["cc", "cco", "bcc", "kopie", "copia", "copie", "kopia", "còpia"],
    ...["importance", "importancia", "attachments", "datos adjuntos", "anlagen", "priority"],
  ],
};
type Role = keyof typeof roles;

const roleOf = new Map(
  (Object.keys(roles) as Role[]).flatMap((role) =>
    roles[role].map((name) => [name, role] as const)
  ),
);

/** Labels of forms, whose mails begin with similar lines. */
const formLabels = new Set([
  ...["mensaje", "message", "message body", "cuerpo del mensaje", "comentario", "comentarios"],
  ...[
    "comment",
    "comments",
    "consulta",
    "nachricht",
    "missatge",
    "mensagem",
    "messaggio",
    "bericht",
  ],
  ...["mensaxe", "mezua", "nombre", "name", "nom", "nome", "teléfono", "telefono", "telèfon"],
  ...["telefone", "telefon", "phone", "email", "e-mail", "correo", "correo electrónico"],
]);

const mostLines = 60;
const longestLine = 1_000;
const longestName = 24;
const mostColons = 40;

interface Header {
  role: Role;
  value: string;
}

/** Headers in a line: one, or all of a mail whose lines were joined, or the rest of the last one. */
function headersIn(line: string, last: Role): Header[] {
  const text = plain(line);
  if (isRest(text)) return [{ role: last, value: text }];
  const headers: Header[] = [];
  let from = 0;
  for (let count = 0; count < mostColons; count++) {
    const colon = text.indexOf(":", from);
    const role = colon < 0 ? undefined : roleBefore(text.slice(from, colon));
    const last = headers.at(-1);
    if (last) last.value += text.slice(from, colon < 0 ? text.length : colon);
    if (colon < 0) break;
    if (role) headers.push({ role, value: "" });
    else if (last) last.value += ":";
    from = colon + 1;
  }
  return headers;
}

/** A line that begins in no header: an address, or words without a colon. */
function isRest(text: string): boolean {
  const colon = text.slice(0, longestName).indexOf(":");
  return "<[(".includes(text[0] ?? " ") || colon < 0 && /[\p{L}\p{N}]/u.test(text);
}

function roleBefore(text: string): Role | undefined {
  const words = text.slice(-longestName).trim().toLowerCase().split(/\s/);
  return words.map((_, at) => roleOf.get(words.slice(at).join(" "))).find(Boolean);
}

function plain(line: string): string {
  return line.slice(0, longestLine).replaceAll("*", "").trim();
}

export function firstRole(line: string): Role | undefined {
  const text = plain(line);
  const colon = text.slice(0, longestName).indexOf(":");
  return colon < 0 ? undefined : roleOf.get(text.slice(0, colon).trim().toLowerCase());
}

function isFormLabel(line: string): boolean {
  const text = line.slice(0, 2 * longestName).replaceAll("*", "");
  const colon = text.indexOf(":");
  return colon >= 0 && formLabels.has(text.slice(0, colon).trim().toLowerCase());
}

export type HeaderValues = ReadonlyMap<Role, string>;

interface HeaderBlock {
  behind: number;
  isOfMail: boolean;
  values: HeaderValues;
}

/** The lines that stand together from that one on, where it is a header. */
export function headerBlockAt(
  lines: readonly string[],
  at: number,
  isMarked: boolean,
): HeaderBlock | undefined {
  const first = firstRole(lines[at]!);
  if (first !== "from" && first !== "sent" && first !== "subject") return undefined;
  const values = new Map<Role, string>();
  let last: Role = first;
  let isForm = false;
  let behind = at;
  for (; behind < lines.length && lines[behind]!.trim() !== ""; behind++) {
    if (behind - at >= mostLines) return { behind, isOfMail: false, values };
    isForm ||= isFormLabel(lines[behind]!);
    for (const { role, value } of headersIn(lines[behind]!, last)) {
      values.set(role, `${values.get(role) ?? ""} ${value}`);
      last = role;
    }
    if (lines[behind + 1]?.trim() === "" && firstRole(lines[behind + 2] ?? "")) behind++;
  }
  const below = lines.slice(behind, behind + 3).find((line) => line.trim() !== "") ?? "";
  const isOfForm = !isMarked && (isForm || isFormLabel(below));
  return { behind, isOfMail: !isOfForm && isOfMail(values, isMarked), values };
}

/** A journey has a from, a to and a date as well. */
function isOfMail(values: HeaderValues, isMarked: boolean): boolean {
  const from = values.get("from");
  const count = (["sent", "to", "subject"] as const).filter((role) => values.has(role)).length;
  if (from === undefined || count < 2) return false;
  if (isMarked || from.includes("@")) return true;
  return count === 3 && /\d[:.h]\d\d/.test(values.get("sent")!);
}
