/** A member's message in the morning. */
export const morningWords = {
  title: (day: string) => ({ es: `Tu día: ${day}`, en: `Your day: ${day}` }),
  tasks: (count: number) => ({
    es: count === 1 ? "1 tarea para hoy" : `${count} tareas para hoy`,
    en: count === 1 ? "1 task for today" : `${count} tasks for today`,
  }),
  late: (count: number) => ({
    es: count === 1 ? "1 tarea con retraso" : `${count} tareas con retraso`,
    en: count === 1 ? "1 task overdue" : `${count} tasks overdue`,
  }),
  events: (count: number) => ({
    es: count === 1 ? "1 cita" : `${count} citas`,
    en: count === 1 ? "1 event" : `${count} events`,
  }),
  first: (when: string, title: string) => ({
    es: `la primera, ${when}: ${title}`,
    en: `the first, ${when}: ${title}`,
  }),
  only: (when: string, title: string) => ({ es: `${when}: ${title}`, en: `at ${when}: ${title}` }),
  allDay: { es: "todo el día", en: "all day" },
  waiting: (count: number) => ({
    es: count === 1 ? "1 cliente espera respuesta" : `${count} clientes esperan respuesta`,
    en: count === 1 ? "1 customer waits for an answer" : `${count} customers wait for an answer`,
  }),
};
