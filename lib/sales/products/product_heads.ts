/** Pure: heads of columns with products, in small letters without accents. */
export const productHeads = {
  name: ["nombre", "producto", "articulo", "servicio", "concepto", "product", "item"],
  sku: ["referencia", "ref", "codigo", "codigo de articulo", "reference", "code"],
  description: ["descripcion", "detalle", "details"],
  unit: ["unidad", "unidad de medida", "ud", "uom"],
  unit_price: [
    // Folding keeps each word once, so that P.V.P. is "p v".
    ...["precio", "precio unitario", "precio de venta", "precio venta", "pvp", "p v"],
    ...["importe", "tarifa", "price", "unit price"],
  ],
  tax_rate: ["iva", "tipo de iva", "impuesto", "tipo impositivo", "tax", "vat"],
};
