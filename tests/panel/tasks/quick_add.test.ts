import assert from "node:assert/strict";
import { addDays } from "@/lib/values/dates.ts";
import { clientNames } from "@/lib/panel/tasks/client_names.ts";
import { parseTask } from "@/lib/panel/tasks/quick_add.ts";

const people = [
  { id: 1, name: "Marta Vidal" },
  { id: 2, name: "Marta Gil" },
  { id: 3, name: "Iván Robles" },
  { id: 4, name: "luis@talleres.example" },
];
// A Sunday.
const today = "2026-11-22";
const options = { today, now: "10:00", people, me: 1 };

const titles = [
  "Mesa para Ruiz",
  "Call Ruiz",
  "Medir la cocina (2ª vez)",
  "Buy 3 boards",
  "Año 2030",
];
const days: [string, string][] = [
  ["hoy", today],
  ["Today", today],
  ["para mañana", "2026-11-23"],
  ["TOMORROW", "2026-11-23"],
  ["pasado mañana", "2026-11-24"],
  ["the day after tomorrow", "2026-11-24"],
  ["el lunes", "2026-11-23"],
  ["on Friday", "2026-11-27"],
  ["para el miércoles", "2026-11-25"],
  ["miercoles que viene", "2026-11-25"],
  ["sunday", "2026-11-29"],
  ["dentro de 3 días", "2026-11-25"],
  ["in 2 weeks", "2026-12-06"],
  ["en una semana", "2026-11-29"],
  ["la semana que viene", "2026-11-23"],
  ["3/12", "2026-12-03"],
  ["el 1/2/27", "2027-02-01"],
  ["2026-12-31", "2026-12-31"],
  ["el 5 de enero", "2027-01-05"],
  ["3 mar 2028", "2028-03-03"],
  ["by December 24th", "2026-12-24"],
  ["el día 15", "2026-12-15"],
  ["25-12-2026", "2026-12-25"],
  ["el 7.1.27", "2027-01-07"],
  ["domingo 29", "2026-11-29"],
  ["el viernes 1", "2027-01-01"],
  ["Thursday the 3rd", "2026-12-03"],
  ["viernes 4 de diciembre", "2026-12-04"],
];
const times: [string, string | null][] = [
  ["", null],
  ["a las 10:30", "10:30"],
  ["at 5pm", "17:00"],
  ["a las 5", "17:00"],
  ["09:15", "09:15"],
  ["a las 8 de la tarde", "20:00"],
  ["a las cuatro de la tarde", "16:00"],
  ["at four in the afternoon", "16:00"],
  ["a las ocho y media de la mañana", "08:30"],
  ["at 9 in the evening", "21:00"],
  ["16h", "16:00"],
  ["9 h 30", "09:30"],
  ["a las 8h", "08:00"],
];
const marks = [
  ["", null],
  ["#alta", "high"],
  ["#Urgent", "urgent"],
  ["#baja", "low"],
] as const;
const whose: [string, number | null][] = [
  ["", null],
  ["@ivan", 3],
  ["@Marta Gil", 2],
  ["@luis", 4],
  ["@yo", 1],
];

Deno.test("a task's line is read in any order of its parts", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const one = <T>(of: readonly T[]) => of[random(of.length)]!;
  const shuffled = <T>(of: T[]) =>
    of.map((it) => ({ it, by: random(1000) })).sort((a, b) => a.by - b.by).map(({ it }) => it);
  for (let round = 0; round < 3_000; round++) {
    const [title, day, time, mark, person] = [
      one(titles),
      one(days),
      one(times),
      one(marks),
      one(whose),
    ];
    const others = shuffled([`${day[0]} ${time[0]}`.trim(), mark[0], person[0]]);
    const before = random(2) === 0;
    const line = [...(before ? [] : [title]), ...others, ...(before ? [title] : [])]
      .filter(Boolean).join(" ");
    const task = parseTask(line, options);
    assert.deepEqual(
      { title: task.title, day: task.day, time: task.time, p: task.priority, of: task.personId },
      { title, day: day[1], time: time[1], p: mark[1], of: person[1] },
      line,
    );
  }
});

Deno.test("an hour in letters ends its part of the line, or is none", () => {
  const timeOf = (line: string) => parseTask(line, options).time;
  assert.deepEqual(
    ["Medir a la una", "Medir a la una el lunes", "Call at five, then write"].map(timeOf),
    ["13:00", "13:00", "17:00"],
  );
  assert.equal(timeOf("Preguntar a las dos clientas"), null);
});

Deno.test("a rejected part of a task's line stays in the title", () => {
  for (const [day] of days) {
    const line = `Revisar ${day} #alta @ivan`;
    let literal: string[] = [];
    for (let task = parseTask(line, options); task.parts.length > 0;) {
      literal = [...literal, ...task.parts.map(({ text }) => text)];
      task = parseTask(line, { ...options, literal });
      if (task.parts.length === 0) assert.equal(task.title, line);
    }
    assert.ok(literal.includes("#alta"), day);
  }
});

Deno.test("words that are no day, person or priority stay in the title", () => {
  for (
    const line of [
      "Entrar por la mañana",
      "Revisar 31/2",
      "Banco junto al mar",
      "Color #roble",
      "@marta",
      "@nadie",
      'Leer "mañana"',
      "Pedir 10 de 12 piezas",
      "Hoya 7",
      "Medir a las 25",
    ]
  ) {
    const task = parseTask(line, options);
    assert.deepEqual([task.title, task.day, task.parts], [line, null, []], line);
  }
});

Deno.test("of two days the last one counts; an hour alone is the next such hour", () => {
  const both = parseTask("Preparar lo del lunes para mañana", options);
  assert.deepEqual([both.title, both.day], ["Preparar lo del lunes", "2026-11-23"]);
  const later = parseTask("Llamar a las 12", options);
  assert.deepEqual([later.day, later.time], [today, "12:00"]);
  const past = parseTask("Llamar a las 9", options);
  assert.deepEqual([past.day, past.time], [addDays(today, 1), "09:00"]);
});

Deno.test("clients' names are looked for where a title has them", () => {
  const likeliest: [string, string][] = [
    ["Mesa para Ruiz", "Ruiz"],
    ["Call Ruiz", "Ruiz"],
    ["mesa para ruiz", "ruiz"],
    ["Llamar a Muebles del Sol", "Muebles del Sol"],
  ];
  for (const [title, name] of likeliest) assert.ok(clientNames(title).includes(name), title);
  assert.equal(clientNames("Llamar a Muebles del Sol")[0], "Muebles del Sol");
  assert.deepEqual(clientNames("Medir la cocina"), []);
});
