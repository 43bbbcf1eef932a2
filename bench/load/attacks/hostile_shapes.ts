/** Mails, files and settings of mail programs that are made to cost their reader much. */

const times = (text: string, count: number) => text.repeat(count);

/** Little-endian. */
function numbers(...parts: [value: number, bytes: number][]): Uint8Array {
  return new Uint8Array(
    parts.flatMap(([value, bytes]) =>
      Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256)
    ),
  );
}

/** A `winmail.dat` (MS-OXTNEF) of 20 KB whose 2,500 properties each say 10,000 empty values. */
function winmail(): string {
  const count = 2_500;
  const property = numbers([0x1001, 2], [0x1000, 2], [10_000, 4]);
  const length = 4 + count * property.length;
  const head = numbers([0x223e9f78, 4], [0, 2], [1, 1], [0x69003, 4], [length, 4], [count, 4]);
  const bytes = new Uint8Array(head.length + count * property.length + 2);
  bytes.set(head);
  for (let at = 0; at < count; at++) bytes.set(property, head.length + at * property.length);
  return bytes.toBase64().replace(/.{76}/g, "$&\r\n");
}

interface Written {
  date?: string;
  type?: string;
  body: string;
}

const shapes: (() => Written)[] = [
  () => ({ date: times("(", 600_000), body: "Hello" }),
  () => ({ body: times("\n", 600_000) }),
  () => ({ type: "text/html", body: times("</b> ", 99_000) }),
  () => ({ type: "text/html", body: times("&#32;", 99_000) }),
  () => ({ type: 'multipart/mixed; boundary="b"', body: `${times("--b\r\n\r\n", 200_000)}--b--` }),
  () => ({
    type: 'multipart/mixed; boundary="b"',
    body:
      "--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n--b\r\nContent-Type: application/ms-tnef\r\n" +
      `Content-Transfer-Encoding: base64\r\n\r\n${winmail()}\r\n--b--`,
  }),
  () => ({ body: times("> ", 99_000) + "\r\n".repeat(5_000) }),
];

/** The nth mail, each by another writer. */
export function hostileMail(n: number): string {
  const { date = new Date().toUTCString(), type = "text/plain", body } =
    shapes[n % shapes.length]!();
  return [
    `From: Stranger ${n} <stranger-${n}@hostile.example>`,
    "To: Studio <studio@design.example>",
    `Subject: Offer ${n}`,
    `Date: ${date}`,
    `Message-ID: <hostile-${n}@hostile.example>`,
    "MIME-Version: 1.0",
    `Content-Type: ${type}; charset=utf-8`,
    "",
    body,
    "",
  ].join("\r\n");
}

/** An autoconfig file of the largest size that is read. */
export function hostileAutoconfig(n: number): string {
  const blanks = times(" ", 4_500);
  const server = [
    `<incomingServer type="imap"><hostname>${blanks}</incomingServer>`,
    `<incomingServer type="imap"><port>${blanks}<hostname>\n${
      times("\n\t", 2_000)
    }x</incomingServer>`,
    times("<incomingServer ", 280),
  ][n % 3]!;
  return server.repeat(Math.floor(64_000 / server.length));
}

const fileBytes = 5_000_000;
const header = "nombre;email;telefono;notas\n";

const files: [type: string, unit: string][] = [
  ["text/csv", '"'],
  ["text/csv", ";"],
  ["text/csv", "\n"],
  ["text/csv", '"a""'],
  ["text/csv", " \t"],
  ["text/csv", "\r"],
  ["text/csv", "=("],
  ["text/csv", "1,1.1"],
];

/** Files of contacts, 5 MB each. Made once: that takes longer than to send them. */
export function hostileFiles(): { type: string; body: Uint8Array<ArrayBuffer> }[] {
  return files.map(([type, unit]) => ({
    type,
    body: new TextEncoder().encode(
      header + unit.repeat(Math.floor((fileBytes - header.length) / unit.length)),
    ),
  }));
}
