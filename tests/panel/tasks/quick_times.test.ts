/** Hours and days as people write them in one line, in Spanish and in English. */
import assert from "node:assert/strict";
import { eventOf } from "@/lib/panel/composer/calls.ts";
import { parseTask } from "@/lib/panel/tasks/quick_add.ts";

// A Sunday.
const today = "2026-11-22";
const tomorrow = "2026-11-23";
const context = { today, now: "10:00", people: [], me: 1, hasEnd: true };

/** A line, the hour (and end) in it, its title, and its day where it is not the next such hour's. */
const hours: [string, string, string, string?][] = [
  ["Llamar a las 9 y media", "09:30", "Llamar"],
  ["Llamar a las 5 y cuarto de la tarde", "17:15", "Llamar"],
  ["Llamar a las once menos cuarto", "10:45", "Llamar"],
  ["Llamar a las 11 menos 10", "10:50", "Llamar"],
  ["Llamar a las nueve y veinte", "09:20", "Llamar"],
  ["Llamar a las 9 y 20", "09:20", "Llamar"],
  ["Llamar a las diez y veinticinco de la noche", "22:25", "Llamar"],
  ["Llamar a la una menos cuarto", "12:45", "Llamar"],
  ["Llamar a las siete menos cuarto", "18:45", "Llamar"],
  ["Llamar a las 8 menos cuarto de la mañana", "07:45", "Llamar"],
  ["Llamar a las 12 y media", "12:30", "Llamar"],
  ["a las 5 y media llamar a Ruiz", "17:30", "llamar a Ruiz"],
  ["Cena las 9 de la noche", "21:00", "Cena"],
  ["Cena a las 9 por la noche", "21:00", "Cena"],
  ["Cena esta noche a las 9", "21:00", "Cena", today],
  ["Cena a las 9 esta noche", "21:00", "Cena", today],
  ["Vuelo a las 2 de la madrugada", "02:00", "Vuelo"],
  ["Vuelo a la 1 de la noche", "01:00", "Vuelo"],
  ["Cierre a las 12 de la noche", "00:00", "Cierre", tomorrow],
  ["Cierre el lunes a medianoche", "00:00", "Cierre", "2026-11-24"],
  ["Cierre a las 12 menos cuarto de la noche", "23:45", "Cierre"],
  ["Comida a las 12 de la mañana", "12:00", "Comida"],
  ["Comida a mediodía", "12:00", "Comida"],
  ["Comida mañana al mediodía", "12:00", "Comida", tomorrow],
  ["Visita a las 9 h", "09:00", "Visita"],
  ["Visita a las 9 horas", "09:00", "Visita"],
  ["Visita a las 9 en punto", "09:00", "Visita"],
  ["Visita 9h", "09:00", "Visita"],
  ["Visita 21:30h", "21:30", "Visita"],
  ["Visita 9.30h", "09:30", "Visita"],
  ["Visita a las 9.30", "09:30", "Visita"],
  ["Visita a las 17:05h", "17:05", "Visita"],
  ["Visita a las 5 p. m.", "17:00", "Visita"],
  ["Visita a las 9 a.m. con Ana", "09:00", "Visita con Ana"],
  ["Entregar antes de las 6 de la tarde", "18:00", "Entregar"],
  ["Call quarter to 5 pm", "16:45", "Call"],
  ["Call at half past eight", "08:30", "Call"],
  ["Call half past eight", "08:30", "Call"],
  ["Call at a quarter past nine", "09:15", "Call"],
  ["Call at ten to nine", "08:50", "Call"],
  ["Call at twenty past six in the evening", "18:20", "Call"],
  ["Call at 4 thirty", "16:30", "Call"],
  ["Call at four thirty", "16:30", "Call"],
  ["Call at 5 o'clock", "17:00", "Call"],
  ["Call tonight at 9", "21:00", "Call", today],
  ["Call at 9 tonight", "21:00", "Call", today],
  ["Call tomorrow morning at 9", "09:00", "Call", tomorrow],
  ["Call at noon", "12:00", "Call"],
  ["Call tomorrow noon", "12:00", "Call", tomorrow],
  ["Send it by 5 pm", "17:00", "Send it"],
  ["Call at 12 am", "00:00", "Call", tomorrow],
  ["Call at 9.15 p.m.", "21:15", "Call"],
  // From an hour to another.
  ["Reunión de 14 a 15:30", "14:00–15:30", "Reunión"],
  ["Reunión de las 14 a las 15", "14:00–15:00", "Reunión"],
  ["Reunión mañana de 10 a 12", "10:00–12:00", "Reunión", tomorrow],
  ["Reunión de 5 a 7 de la tarde", "17:00–19:00", "Reunión"],
  ["Reunión de 9:00 a 1", "09:00–13:00", "Reunión"],
  ["Reunión entre las 10 y las 11 y media", "10:00–11:30", "Reunión"],
  ["Reunión 14:00-15:30", "14:00–15:30", "Reunión"],
  ["Reunión 14:00 – 15:30 con Ana", "14:00–15:30", "Reunión con Ana"],
  ["Meeting from 2 to 3:30 pm", "14:00–15:30", "Meeting"],
  ["Meeting from 11 to 1 pm", "11:00–13:00", "Meeting"],
  ["Meeting 9am-5pm", "09:00–17:00", "Meeting"],
  ["Meeting between 10:00 and 11:00", "10:00–11:00", "Meeting"],
];

/** Not understood whole, so all of it stays in the title and there is no hour. */
const noHours = [
  "Cajas de 14 a 15 euros",
  "Comprar menos cuarto de kilo",
  "The half past work",
  "Medir a las 25",
  "Medir a las 9 y pico",
  "Medir a las 9 y 75",
  "Medir a las 12 menos 75",
  "Call at 9ish",
  "Vender a 9.30",
  "Subir a 9.30 la hora",
  "Preguntar a las 5 clientas",
  "Preguntar a las dos clientas",
  "Sell at 12 euros",
  "Sell at 12 %",
  "Niños de 3 a 5",
  "Mesa de 10 a 12 personas",
  "Precio de 12.50 a 15.50",
  "Menú de mediodía",
  "Entrar por la mañana",
  "Llamar sobre las 9 de la noche",
  "Llamar hasta las 6 de la tarde",
  "Llamar después de las 5 de la tarde",
  "Call after 5pm",
  "Call around 9:30",
  "Llamar a las 5 o a las 6",
  "Llamar a las 5 o 6",
  "Lijar 8 horas",
  "Lijar en 8 h",
  "Curso de 12 h de montaje",
  "Medir a las 15 de la mañana",
  "Call at 13 am",
  "Escala 1:50:20",
  "Cut from 10 to 9",
];

const days: [string, string, string][] = [
  ["Reunión del martes 13", "2027-04-13", "Reunión"],
  ["Reunión del 3 de diciembre", "2026-12-03", "Reunión"],
  ["Reunión del 3/12", "2026-12-03", "Reunión"],
  ["Reunión de mañana", tomorrow, "Reunión"],
  ["Reunión del lunes", tomorrow, "Reunión"],
  ["Visita el martes, 24", "2026-11-24", "Visita"],
];

const noDays = [
  "Feria del 3 al 5",
  "Feria del 3 al 5 de diciembre",
  "Obra de lunes a viernes",
  "Obra del lunes al viernes",
  "Work Monday to Friday",
  "Venir lunes y miércoles",
  "Come Monday or Tuesday",
  "Llamar hoy o mañana",
  "Regar los lunes",
  "Regar cada lunes",
  "Water every Monday",
  "Turno de mañana",
  "Pasar la visita al viernes",
  "Abierto hasta el viernes",
  "Closed until Friday",
  "Preparar lo del lunes",
  "Pagar el 31 de febrero",
  "Pagar el 32 de enero",
  "Pay February 30",
];

Deno.test("an hour is read as people say it and leaves the title", () => {
  for (const [line, hour, title, day] of hours) {
    const task = parseTask(line, context);
    const read = [task.time, task.until].filter((time) => time !== null).join("–");
    const next = hour.slice(0, 5) > "10:00" ? today : tomorrow;
    assert.deepEqual([read, task.title, task.day], [hour, title, day ?? next], line);
  }
});

Deno.test("an hour that is not understood whole stays in the title", () => {
  for (const line of noHours) {
    const { title, time, day, parts } = parseTask(line, context);
    assert.deepEqual({ title, time, day, parts }, {
      title: line,
      time: null,
      day: null,
      parts: [],
    });
  }
});

Deno.test("a day is read with its preposition, several days stay in the title", () => {
  for (const [line, day, title] of days) {
    const task = parseTask(line, context);
    assert.deepEqual([task.day, task.title], [day, title], line);
  }
  for (const line of noDays) {
    const { title, day, parts } = parseTask(line, context);
    assert.deepEqual({ title, day, parts }, { title: line, day: null, parts: [] });
  }
});

Deno.test("a task, which has no end, is due at the first hour and keeps both in its title", () => {
  const line = "Reunión de 14 a 15:30";
  const { title, time, until } = parseTask(line, { ...context, hasEnd: false });
  assert.deepEqual({ title, time, until }, { title: line, time: "14:00", until: null });
});

Deno.test("an event lasts as its line says, over midnight too, and else an hour", () => {
  const spanOf = (text: string) => {
    const line = parseTask(text, context);
    const { starts_at, ends_at } = eventOf({ line, assigneeId: 1, timeZone: "Europe/Madrid" });
    return [starts_at, ends_at];
  };
  const span = (from: string, to: string) => [`2026-11-${from}:00.000Z`, `2026-11-${to}:00.000Z`];
  assert.deepEqual(spanOf("Reunión de 14 a 15:30"), span("22T13:00", "22T14:30"));
  assert.deepEqual(spanOf("Guardia de 22:00 a 2:00"), span("22T21:00", "23T01:00"));
  assert.deepEqual(spanOf("Reunión a las 9 y media"), span("23T08:30", "23T09:30"));
});
