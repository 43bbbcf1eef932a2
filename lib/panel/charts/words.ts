/** Words of charts and of the tables behind them. */
export const chartWords = {
  month: { es: "Mes", en: "Month" },
  total: { es: "Total", en: "Total" },
  asTable: { es: "Ver como tabla", en: "Show as a table" },
};
