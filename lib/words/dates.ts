/** Words for the time since something. */
export const dateWords = {
  now: { es: "ahora mismo", en: "just now" },
  minutesAgo: (count: number) => ({ es: `hace ${count} min`, en: `${count} min ago` }),
  today: { es: "hoy", en: "today" },
  yesterday: { es: "ayer", en: "yesterday" },
  tomorrow: { es: "mañana", en: "tomorrow" },
};
