/** Words of answers about sales. */
export const saleWords = {
  cancelledSince: {
    es: "La venta se canceló y sigue cancelada. Para volver a vender, duplica el presupuesto.",
    en: "The sale was cancelled and stays so. To sell again, duplicate the quotation.",
  },
};
