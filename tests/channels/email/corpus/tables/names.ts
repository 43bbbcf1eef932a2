import { latin, type Table, whole } from "../row.ts";

const person = (at: number) => `nombre${at}@cliente.example`;

function named(at: number, from: string, name: string | null, address = person(at)) {
  return {
    from: from.replace("%", `<${person(at)}>`),
    sender: [name, address] as [string | null, string],
  };
}

/** Who it says has written it, however that is written. */
export const names: Table = {
  "a comma in an encoded word": named(1, "=?utf-8?Q?P=C3=A9rez, Ana?= %", "Pérez, Ana"),
  "a comma without quotes": named(2, "Pérez, Ana %", "Pérez, Ana"),
  "a comma in quotes": named(3, '"Pérez, Ana" %', "Pérez, Ana"),
  "quotes within quotes": named(4, '"Ana \\"la de\\" Gil" %', 'Ana "la de" Gil'),
  "several senders": named(5, "Ana %, Bea <bea@otro.example>", "Ana"),
  "a group": named(6, "Equipo: Ana %, Bea <bea@otro.example>;", "Ana"),
  "a name that is another address": named(7, '"banco@banco.example" %', null),
  "a bracket that is not closed": { ...named(8, "", "Ana"), from: `Ana <${person(8)}` },
  "brackets twice": { ...named(9, "", "Ana"), from: `Ana <<${person(9)}>>` },
  "a comment": { ...named(10, "", "Ana Gil"), from: `${person(10)} (Ana Gil)` },
  "an address alone in capitals": { ...named(11, "", null), from: person(11).toUpperCase() },
  "a name split within a character": named(
    12,
    "=?utf-8?B?UMM=?=\r\n =?utf-8?B?qXJleg==?= %",
    "Pérez",
  ),
  "a name in ISO-2022-JP": named(13, "=?ISO-2022-JP?B?GyRCOzNFRBsoQg==?= %", "山田"),
  "a name in KOI8-R": named(14, "=?koi8-r?B?4c7OwQ==?= %", "Анна"),
  "a name in raw Latin-1": {
    head: [whole("From: ", latin("Bego\xf1a"), ` <${person(15)}>`)],
    sender: ["Begoña", person(15)],
  },
  "a name from right to left, turned over": named(16, "דנה\u202e לוי %", "דנה לוי"),
  "a name in Arabic": named(17, "=?utf-8?B?2YTZitmE2Yk=?= %", "ليلى"),
  "a name of signs": named(18, "=?utf-8?B?8J+MuyBBbmEg8J+Muw==?= %", "🌻 Ana 🌻"),
  "a name that is far too long": named(19, `${"Ana ".repeat(200)}%`, "Ana ".repeat(50).trim()),
  "a field that is folded everywhere": {
    head: [`From:\r\n =?utf-8?Q?Ana?=\r\n\t=?utf-8?Q?_Gil?=\r\n <${person(20)}>`],
    sender: ["Ana Gil", person(20)],
  },
  "two fields, of which the first names nobody": {
    head: ["From: Ana <>", `From: Bea <${person(21)}>`],
    sender: ["Bea", person(21)],
  },
  "a route": { ...named(22, "", "Ana"), from: `Ana <@mx.example:${person(22)}>` },
  "an address of the world": {
    from: "José <josé@españa.example>",
    sender: ["José", "josé@españa.example"],
  },
  "an address whose domain is in ASCII": {
    from: "Inés <ines@xn--espaa-rta.example>",
    sender: ["Inés", "ines@españa.example"],
  },
  "an address with a quoted part": {
    from: 'Ana <"ana gil"@cliente.example>',
    as: "problem",
    sender: null,
    details: /no sender/,
  },
  "nobody": { without: ["From"], as: "problem", sender: null, details: /no sender/ },
  "a name alone": { from: "Ana Gil", as: "problem", sender: null, details: /no sender/ },
  "empty brackets": { from: "Ana <>", as: "problem", sender: null, details: /no sender/ },
};
