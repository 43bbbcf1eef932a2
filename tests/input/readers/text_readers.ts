import { bareSubject } from "@/lib/crm/contacts/conversation/subjects.ts";
import { fillTemplate, hasOnlyKnown } from "@/lib/crm/templates/variables.ts";
import { contactFile } from "@/lib/crm/contacts/contact_file.ts";
import {
  comparedAddress,
  comparedDomain,
  foreignLetters,
  isAddress,
  typedAddress,
} from "@/lib/input/addresses/email_address.ts";
import * as field from "@/lib/input/fields.ts";
import { dialLink } from "@/lib/input/dial_link.ts";
import { nameText, validate } from "@/lib/input/input.ts";
import { readPhone } from "@/lib/input/phone.ts";
import { onlyAddress, readAddress } from "@/lib/input/addresses/written_address.ts";
import { slashAt } from "@/lib/panel/composer/slash.ts";
import { parseDecimal } from "@/lib/panel/page/numbers.ts";
import { readPasted } from "@/lib/panel/quotes/editor/paste.ts";
import { productIn } from "@/lib/panel/quotes/editor/product_text.ts";
import { clientIn } from "@/lib/panel/record/client_text.ts";
import { clientNames } from "@/lib/panel/tasks/client_names.ts";
import { parseTask } from "@/lib/panel/tasks/quick_add.ts";
import { importLimits } from "@/lib/records/imports/import.ts";
import { readFlag, readNumber } from "@/lib/records/imports/csv_values.ts";
import { dateOrderOf, readDay, readInstant } from "@/lib/records/imports/rows/dates.ts";
import { readImport } from "@/lib/records/imports/read_import.ts";
import { addAmounts, tenThousandths } from "@/lib/input/amounts.ts";
import { asksToWait, retryAfterMs } from "@/lib/input/retry_after.ts";
import { indexedWords, termsOf, wordsOf } from "@/lib/records/search_words.ts";
import type { Reader } from "./reader.ts";

const utf8 = new TextEncoder();
const imports = "lib/records/imports";

const job = {
  noun: "contact",
  language: "es",
  timezone: "Europe/Madrid",
  employees: new Map<string, number>(),
  isUpdate: false,
  bring: "columns",
} as const;

const attempt = (read: () => unknown) => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

const columns = ["Nombre", "Correo", "Teléfono", "Etiquetas"];

export const textReaders: Reader[] = [
  {
    name: "a file that is imported",
    of: { [`${imports}/read_import.ts`]: ["readImport"] },
    most: importLimits.bytes,
    shapes: ["x\n", '""', ",", ";\n", '"x\n'],
    frames: {
      "as it is": (text) => utf8.encode(text),
      rows: (text) => utf8.encode(`Nombre,Correo\n${text}`),
      "a quoted cell": (text) => utf8.encode(`Nombre,Correo\n"${text}`),
      // Of as many long cells as there may be, of every meaning.
      cells: (text) => {
        const cell = text.slice(0, 30_000).replace(/[",\r\n]/g, " ");
        const row = `${columns.map(() => `x${cell}x`).join()}\n`;
        return utf8.encode(`${columns.join()}\n${row.repeat(text.length / row.length)}`);
      },
    },
    read: (bytes: Uint8Array) => readImport(contactFile, { ...job, bytes }),
  },
  {
    name: "a cell of a file",
    of: {
      [`${imports}/csv_values.ts`]: ["readNumber", "readFlag", "fold", "decimalSignOf"],
      [`${imports}/rows/dates.ts`]: ["readDay", "readInstant", "dateOrderOf"],
    },
    most: importLimits.cell,
    shapes: ["1", "1.", "1,1", "T", "2026-01-01T00:00:00", "-", "’", "€"],
    read: (cell: string) => {
      attempt(() => readDay(cell));
      dateOrderOf([cell]);
      attempt(() => readNumber(cell, ","));
      attempt(() => readFlag(cell));
      attempt(() => readInstant(cell, "Europe/Madrid"));
    },
  },
  {
    name: "a phone number",
    of: {
      "lib/input/phone.ts": ["readPhone"],
      "lib/input/dial_link.ts": ["dialLink", "partsOf"],
    },
    most: 65_536,
    shapes: ["1", "(", ")", "+", "1/", "1 ", "\n1", "ext. ", " ext. 1", "tel:", "Tel. ", "-", "１"],
    read: (text: string) => {
      readPhone(text);
      readPhone(text.slice(0, 200));
      dialLink(text);
    },
  },
  {
    name: "words of a text",
    of: { "lib/records/search_words.ts": ["wordsOf", "termsOf", "indexedWords", "rangeOf"] },
    most: 100_000,
    shapes: ["ana ", "a. ", "612 34 ", "a1 ", "é", "見積"],
    // A question has at most 200 characters.
    read: (text: string) => [wordsOf(text), indexedWords(text), termsOf(text.slice(0, 200))],
  },
  {
    name: "a sum of amounts",
    of: { "lib/input/amounts.ts": ["addAmounts", "tenThousandths"] },
    most: 300,
    shapes: ["1", "0", "9"],
    read: (text: string) => [addAmounts([Number(text)]), tenThousandths(Number(text))],
  },
  {
    name: "the header Retry-After",
    of: { "lib/input/retry_after.ts": ["retryAfterMs", "asksToWait"] },
    most: 16_384,
    shapes: ["1", " ", "Mon, ", "Mon, 01:02:03 ", "GMT"],
    read: (text: string) => [retryAfterMs(text), asksToWait(text)],
  },
  {
    name: "a field of text",
    of: { "lib/input/fields.ts": ["optionalText", "optionalName", "emptiable"] },
    most: 100_000,
    shapes: ["1", "1.", "T", "2026-01-01T00:00:00", "a.", "https://a."],
    frames: { "as it is": (text) => text, "inside of letters": (text) => `a${text}a` },
    read: (text: string) => {
      const fields = [field.instant, field.email, field.optionalEmail, field.optionalLink];
      const all = [...fields, field.optionalPhone, field.day, nameText({ max: 200 })];
      for (const one of all) {
        one.safeParse(text);
        attempt(() => validate(one, text));
      }
    },
  },
  {
    name: "an address",
    of: {
      "lib/input/addresses/email_address.ts": [
        ...["typedAddress", "isAddress", "comparedAddress", "comparedDomain", "foreignLetters"],
      ],
      "lib/input/addresses/written_address.ts": ["readAddress", "onlyAddress"],
    },
    most: 100_000,
    shapes: [
      "@",
      ".",
      "a.",
      "-",
      "é",
      "e\u0301",
      "xn--",
      "xn--a.",
      "ñ.",
      "。",
      "＠",
      "\u200d",
      "<",
      "mailto:",
      " @",
      "\u200b",
    ],
    frames: {
      "as it is": (text) => text,
      "before the sign": (text) => `${text}@españa.example`,
      "behind the sign": (text) => `josé@${text}`,
    },
    read: (text: string) => {
      readAddress(text.slice(0, 500));
      onlyAddress(text);
      isAddress(text);
      foreignLetters(text);
      comparedDomain(text);
      return comparedAddress(typedAddress(text));
    },
  },
  {
    name: "a subject and a template",
    of: {
      "lib/crm/contacts/conversation/subjects.ts": ["bareSubject", "answering"],
      "lib/crm/templates/variables.ts": ["fillTemplate", "hasOnlyKnown", "variablesIn"],
    },
    most: 100_000,
    shapes: ["Re:", "Re : ", "{{", "{{ ", "{{a}}"],
    frames: { "as it is": (text) => text, "a variable": (text) => `{{${text}` },
    read: (text: string) => [bareSubject(text), hasOnlyKnown(text), fillTemplate(text, {})],
  },
  {
    name: "a quick line",
    of: {
      "lib/panel/tasks/quick_add.ts": ["parseTask"],
      "lib/panel/tasks/client_names.ts": ["clientNames"],
      "lib/panel/record/client_text.ts": ["clientIn"],
      "lib/panel/quotes/editor/product_text.ts": ["productIn"],
      "lib/panel/composer/slash.ts": ["slashAt"],
    },
    most: 1_000,
    shapes: [
      "«",
      "“",
      "#",
      "@",
      "1",
      "1.",
      "en ",
      "dentro de ",
      "A ",
      "a.",
      "/",
      "a@a.",
      "180 ",
      "a las 9 y ",
      "de 9 a ",
      "el lunes ",
    ],
    read: (line: string) => {
      const people = [{ id: 1, name: "Ana García" }];
      parseTask(line, { today: "2026-11-24", now: "10:00", people, me: 1 });
      clientNames(line);
      clientIn(line);
      productIn(line, "es");
      slashAt(line, line.length);
    },
  },
  {
    name: "what is pasted into a table",
    of: {
      "lib/panel/quotes/editor/paste.ts": ["readPasted"],
      "lib/panel/page/numbers.ts": ["parseDecimal", "writeDecimal"],
    },
    most: 100_000,
    shapes: ['"', '"a\t', '""', "1\t", "1."],
    read: (text: string) => {
      parseDecimal(text, "es");
      readPasted(`Precio\tTotal\n${text}`, { from: "name", language: "es" });
      readPasted(text, { from: "name", language: "es" });
    },
  },
];
