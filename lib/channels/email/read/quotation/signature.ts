/** Lines that a mail program adds below what somebody wrote. */

const longestLine = 160;
const mostWords = 14;
/** Longest signature below a `--` that has lost its final blank on the way. */
const mostSignatureLines = 12;

const phrases = [
  ...["Sent from", "Sent via", "Sent using", "Sent with", "Get Outlook for", "Enviado desde"],
  ...["Enviado con", "Enviado a través de", "Enviado mediante", "Obtener Outlook para"],
  ...["Obtenga Outlook para", "Descargar Outlook para", "Descarga Outlook para", "Enviado do"],
  ...["Enviado de", "Enviado da", "Enviado a partir do", "Enviado pelo", "Enviada do"],
  ...["Obter o Outlook para", "Obtenha o Outlook para", "Baixe o Outlook para"],
  ...["Envoyé depuis", "Envoyé de", "Envoyé à partir de", "Envoyé avec", "Envoyé via"],
  ...["Télécharger Outlook pour", "Obtenir Outlook pour", "Gesendet von", "Gesendet mit"],
  ...["Gesendet über", "Von meinem", "Von meiner", "Diese Nachricht wurde von meinem"],
  ...["Holen Sie sich Outlook für", "Outlook für", "Inviato da", "Inviato dal", "Inviato con"],
  ...["Scarica Outlook per", "Ottieni Outlook per", "Enviat des de", "Enviat des del"],
  ...["Enviat amb", "Obtén l'Outlook per", "Obteniu l'Outlook per", "Enviado dende"],
  ...["Verzonden vanaf", "Verstuurd vanaf", "Verzonden met", "Verstuurd met"],
  ...["Download Outlook voor", "Outlook voor", "Sendt fra", "Skickat från", "Wysłane z"],
  ...["Wysłano z", "Nire", "iPhonetik", "Androidetik"],
];

const devices = [
  ...["iphone", "ipad", "ipod", "android", "samsung", "galaxy", "huawei", "xiaomi", "redmi"],
  ...["oppo", "motorola", "pixel", "nokia", "blackberry", "outlook", "yahoo", "gmail", "gmx"],
  ...["web.de", "proton", "windows", "smartphone", "móvil", "mòbil", "mobil", "móbil", "handy"],
  ...["telefon", "téléphone", "phone", "teléfono", "telèfon", "telemóvel", "celular", "tablet"],
];

const betweenNames = new Set([
  ...["my", "mi", "meu", "minha", "mein", "meinem", "meiner", "mon", "ma", "il", "mio", "mia"],
  ...["min", "mijn", "mobil", "a", "an", "the", "un", "una", "une", "ein", "einem", "een", "de"],
  ...["del", "dels", "des", "la", "el", "o", "da", "do", "for", "para", "pour", "für", "per"],
  ...["on", "en", "in", "em", "with", "mit", "avec", "con", "com", "amb", "met", "using", "via"],
  ...["vía", "network", "red", "device", "dispositivo", "dispositiu", "aparell", "gerät"],
  ...["appareil", "toestel", "app", "der", "dem", "van", "voor", "från", "moto", "mail", "email"],
  ...[
    "mobile",
    "secure",
    "seguro",
    "correo",
    "electrónico",
    "bidalia",
    "bidalita",
    "gesendet",
    "herunterladen",
    "downloaden",
    "mój",
    "mojego",
  ],
  ...["&", "and", "y", "und", "et", "e", "i", "meo", "desde", "ios"],
]);

/** `Sent from my iPhone`, whole in a line; a sentence that begins so is none. */
export function isPhoneLine(line: string): boolean {
  if (line.length > longestLine) return false;
  const text = line.replaceAll("*", "").replaceAll("’", "'").trim();
  const phrase = phrases.find((one) => text.startsWith(`${one} `));
  if (phrase === undefined) return false;
  const name = withoutLink(text);
  const words = name.slice(phrase.length).split(/[\s,/]/)
    .map((word) => word.replace(/[.!]$/, "")).filter(Boolean);
  const isOfDevice = devices.some((one) => name.toLowerCase().includes(one));
  return isOfDevice && words.length <= mostWords && words.every(isOfName);
}

function isOfName(word: string): boolean {
  const small = word.toLowerCase();
  return /^[\p{Lu}\d(]/u.test(word) || betweenNames.has(small) ||
    devices.some((one) => small.startsWith(one));
}

function withoutLink(text: string): string {
  const at = ["<http", "(http", "[http", "http"].map((begin) => text.indexOf(begin))
    .filter((place) => place >= 0);
  return at.length > 0 ? text.slice(0, Math.min(...at)).trim() : text;
}

/** Indexes of the lines that a program added to a part that nobody else wrote. */
export function signatureLines(lines: readonly string[]): Set<number> {
  const block = blockAt(lines);
  const below = lines.slice(block + 1, block + 3).find((line) => line.trim() !== "");
  const isOfPhone = below !== undefined && isPhoneLine(below);
  const added = new Set<number>(isOfPhone ? [block] : range(block, lines.length));
  let isEnd = true;
  for (let at = isOfPhone ? lines.length - 1 : block - 1; at >= 0; at--) {
    const isBlank = lines[at]!.trim() === "";
    const isAdded: boolean = at === block || isEnd && !isBlank && isPhoneLine(lines[at]!);
    if (isAdded) added.add(at);
    isEnd = isBlank || isAdded;
  }
  return added;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/** The line at which a signature begins that reaches to the end (RFC 3676, 4.3). */
function blockAt(lines: readonly string[]): number {
  const marked = lines.indexOf("-- ");
  if (marked >= 0) return marked;
  const bare = lines.findLastIndex((line) => line.trim() === "--");
  const below = lines.slice(bare + 1, bare + 3 + 2 * mostSignatureLines);
  const isShort = below.length <= 2 * mostSignatureLines &&
    below.filter((line) => line.trim() !== "").length <= mostSignatureLines;
  const asks = below.some((line) => line.includes("¿") || line.trimEnd().endsWith("?"));
  return bare >= 0 && isShort && !asks ? bare : lines.length;
}
