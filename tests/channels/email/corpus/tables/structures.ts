import { own } from "../../mails.ts";
import {
  attached,
  base64,
  hello,
  helloHtml,
  latin,
  nested,
  parts,
  type Table,
  whole,
} from "../row.ts";

const mixed = ["MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"'];
const pdf = "Content-Type: application/pdf; name=plano.pdf\n\n%PDF";
const plan: [string, string][] = [["plano.pdf", "%PDF"]];
const ofLines = (...lines: string[]) => (address: string) => head(address, ...lines).join("\r\n");

function head(address: string, ...lines: string[]): string[] {
  return [
    `From: Ana Ruiz <${address}>`,
    `To: ${own}`,
    "Subject: Una puerta que no cierra",
    `Message-ID: <corpus-${address}>`,
    ...lines,
  ];
}

const inner = "From: Bea <bea@otro.example>\nSubject: El plano\n\nEl plano de la puerta";
const rule = "-".repeat(31);
const shownInner =
  `${rule}\nFrom:    Bea <bea@otro.example>\nSubject: El plano\n${rule}\n\nEl plano de la puerta`;

/** Mails whose parts, lines or heads are broken, or as the standards allow and nobody expects. */
export const structures: Table = {
  "no type": { without: ["Content-Type"], body: "Hola" },
  "no end": { head: mixed, body: `--b\n${hello}\n--b\n${pdf}`, files: plan },
  "no end of what is inside": {
    head: mixed,
    body: `--b\n${
      nested("alternative", [hello, helloHtml], "i").replace("--i--", "")
    }--b\n${pdf}\n--b--\n`,
    files: plan,
  },
  "parts within parts": {
    ...parts("mixed", [
      nested("related", [nested("alternative", [hello, helloHtml], "j")], "i"),
      pdf,
    ]),
    files: plan,
  },
  "parts thirty deep": parts("mixed", [
    Array.from({ length: 30 }).reduce<string>(
      (part, _, at) => nested("mixed", [part], `d${at}.`),
      hello,
    ),
  ]),
  "the same boundary inside": {
    ...parts("mixed", [nested("mixed", [hello], "b"), pdf]),
    files: plan,
  },
  "a boundary that begins as another": {
    ...parts("mixed", [nested("alternative", [hello, helloHtml], "bb"), pdf]),
    files: plan,
  },
  "a boundary within a line": {
    ...parts("mixed", [`${hello}\nvea --b\n--bb\n--b de`, pdf]),
    text: "Hola\nvea --b\n--bb\n--b de",
    files: plan,
  },
  "a head that the outer boundary ends": {
    ...parts("mixed", [hello, nested("mixed", ["X-Nota: a"], "i").replace("--i--", "")]),
  },
  "a last boundary with more behind it": {
    head: mixed,
    body: `--b\n${hello}\n--b\n${attached("filename=plano.pdf", "%PDF")}\n--b-->\nUna nota`,
    files: plan,
  },
  "a boundary of signs": { ...parts("mixed", [hello, pdf], "=_(b) '+:?/.,"), files: plan },
  "blanks behind the boundary": {
    head: mixed,
    body: `--b \t\n${hello}\n--b  \n${pdf}\n--b-- \n`,
    files: plan,
  },
  "text before and after the parts": {
    head: mixed,
    body: `Antes\n--b\n${hello}\n--b\n${pdf}\n--b--\nDespués\n`,
    files: plan,
  },
  "no boundary": { head: ["Content-Type: multipart/mixed"], body: "Hola" },
  "a boundary that is not there": {
    head: ['Content-Type: multipart/mixed; boundary="z"'],
    body: "Hola",
  },
  "parts without heads": { head: mixed, body: "--b\n\nHola\n--b--\n" },
  "a multipart of its own": { ...parts("x-propio", [hello, pdf]), files: plan },
  "parts of no text": { ...parts("mixed", [pdf]), text: "", files: plan },
  "no parts": { head: mixed, body: "--b--\n", text: "--b--" },
  "types in capitals": {
    head: ['CONTENT-TYPE: MULTIPART/MIXED; BOUNDARY="b"'],
    body: `--b\n${hello.replace("text/plain", "TEXT/PLAIN")}\n--b\n${pdf}\n--b--\n`,
    files: plan,
  },
  "two types, of which the first counts": {
    head: ["Content-Type: text/plain; charset=utf-8", "Content-Type: text/html"],
    body: "<b>Hola</b>",
    text: "<b>Hola</b>",
  },
  "two subjects, of which the first counts": {
    head: ["Subject: Primera", "Subject: Segunda"],
    subject: "Primera",
  },
  "a blank before the colon": {
    head: ["Subject : Con blanco"],
    subject: "Con blanco",
  },
  "a line without a colon in the head": { head: ["Esto no es un campo"] },
  "a line of blanks in a folded field": { head: ["X-Nota: a\r\n \t\r\n b"] },
  "a head of 100 KB": { head: [`X-Nota: ${"a ".repeat(51_200)}`] },
  "a head of 2,000 fields": { head: Array.from({ length: 2_000 }, (_, at) => `X-${at}: a`) },
  "a field folded into 1,000 lines": { head: [`X-Nota: a${"\r\n b".repeat(1_000)}`] },
  "no end of the head": { raw: ofLines(), text: "" },
  "an empty body": { body: "", text: "" },
  "a body of blanks": { body: "  \n\t\n", text: "" },
  "line feeds alone": {
    raw: (address) => [...head(address), "", "Hola", "Ana"].join("\n"),
    text: "Hola\nAna",
  },
  "returns alone": {
    raw: (address) => [...head(address), "", "Hola", "Ana"].join("\r"),
    text: "Hola\nAna",
  },
  "all ends of lines": {
    raw: (address) => `${head(address).join("\n")}\r\n\nHola\r\r\nAna\rRuiz`,
    text: "Hola\nAna\nRuiz",
  },
  "a NUL in the text": {
    raw: (address) => whole(head(address, "", "Ho").join("\r\n"), latin("\0"), "la"),
    // Dovecot gives out 80 in its place, a sign of windows-1252.
    text: "Ho€la",
  },
  "a blank line above the head": { raw: (address) => `\r\n${ofLines("", "Hola")(address)}` },
  "the line of a mailbox file above the head": {
    raw: (address) =>
      `From ana@cliente.example Tue Nov 24 10:00:00 2026\r\n${ofLines("", "Hola")(address)}`,
  },
  "a mark above the head": { raw: (address) => `\ufeff${ofLines("", "Hola")(address)}` },
  "a line of 100 KB": { body: "a".repeat(100_000 - 1), text: "a".repeat(100_000 - 1) },
  "a line that is a point, and one that begins with From": {
    body: "Hola\n.\n..\nFrom hoy",
    text: "Hola\n.\n..\nFrom hoy",
  },
  "a mail inside": {
    ...parts("mixed", [hello, `Content-Type: message/rfc822\n\n${inner}`]),
    text: `Hola\n\n\n${shownInner}`,
  },
  "a mail inside that is a file": {
    ...parts("mixed", [
      hello,
      `Content-Type: message/rfc822\nContent-Disposition: attachment; filename=a.eml\n\n${inner}`,
    ]),
    files: [["a.eml", inner.replaceAll("\n", "\r\n")]],
  },
  "a mail inside in base64": {
    ...parts("mixed", [
      hello,
      `Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${
        base64(inner.replaceAll("\n", "\r\n"))
      }`,
    ]),
    text: `Hola\n\n\n${shownInner}`,
  },
  "a digest": {
    ...parts("digest", [`\n${inner}`]),
    text: shownInner,
  },
  "a part of a mail that was cut into several": {
    head: ["Content-Type: message/partial; id=1; number=1; total=2"],
    body: inner,
    text: "",
    files: [["file-1.txt", inner.replaceAll("\n", "\r\n")]],
  },
  "text that is a file and nothing else": {
    head: ["Content-Type: text/plain", "Content-Disposition: attachment; filename=nota.txt"],
    body: "Hola",
    text: "",
    files: [["nota.txt", "Hola"]],
  },
  "a picture and nothing else": {
    head: ["Content-Type: image/png; name=foto.png", "Content-Transfer-Encoding: base64"],
    body: base64("\x89PNG\r\n\x1a\n"),
    text: "",
    files: [["foto.png", "\x89PNG\r\n\x1a\n"]],
  },
  "a text of another kind": {
    ...parts("mixed", [hello, "Content-Type: text/x-propio\n\nnota"]),
    files: [["file-1.txt", "nota"]],
  },
  "the text behind a file": { ...parts("mixed", [pdf, hello]), files: plan },
  "texts around a file": {
    ...parts("mixed", [hello, pdf, hello.replace("Hola", "Adiós")]),
    text: "Hola\n\nAdiós",
    files: plan,
  },
};
