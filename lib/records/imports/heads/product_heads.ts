import type { HeadWords } from "@/lib/records/imports/heads/head_words.ts";
import { odoo, shopifyProducts, woocommerce } from "@/lib/records/imports/heads/programs.ts";

/**
 * Heads of a catalog. The price is the one without tax: one with it is never taken, since only its
 * owner knows the tax in it.
 */

const netPrices = [
  ...["Price tax excluded", "Price (tax excl.)", "Retail price (tax excl.)", "Price excl. tax"],
  ...["Price without tax", "Net price", "Price excl. VAT", "Subtotal", "Sale (subtotal)"],
  ...["Sales price (subtotal)", "Precio sin IVA", "Precio sin impuestos", "Precio neto"],
  ...["Precio (sin IVA)", "Precio venta sin IVA", "Precio de venta sin IVA", "Base imponible"],
  ...["Precio (imp. excl.)", "Precio (impuestos excl.)", "Precio impuestos excluidos"],
  ...["Precio sin impuestos incluidos", "Venta (subtotal)", "PVP sin IVA", "Preis netto"],
  ...["Nettopreis", "Preis (zzgl. MwSt.)", "Preis exkl. MwSt.", "Prix HT", "Prix hors taxes"],
  ...["Prix de vente HT", "Prix (HT)", "Prezzo senza IVA", "Prezzo (tasse escl.)"],
  ...["Prezzo imponibile", "Preço sem IVA", "Preço sem imposto"],
];

const grossPrices = [
  ...["Price tax included", "Price (tax incl.)", "Retail price (tax incl.)", "Price incl. tax"],
  ...["Price with tax", "Gross price", "Price incl. VAT", "Total price", "Precio con IVA"],
  ...["Precio IVA incluido", "Precio IVA inc.", "PVP con IVA", "PVP IVA incluido"],
  ...["PVP (IVA incluido)", "Precio (imp. incl.)", "Precio con impuestos"],
  ...["Precio impuestos incluidos", "Precio final", "Bruttopreis", "Preis brutto"],
  ...["Preis inkl. MwSt.", "Prix TTC", "Prix de vente TTC", "Prezzo IVA inclusa"],
  ...["Prezzo ivato", "Prezzo (tasse incl.)", "Preço com IVA"],
];

const prices: HeadWords[] = [
  { field: null, heads: grossPrices },
  // Of a kilogram or a litre, and of an offer.
  { field: null, heads: ["Unit price"], beside: ["Price tax excluded", "Wholesale price"] },
  { field: null, heads: ["Sale price", "Precio rebajado"], beside: woocommerce },
  { field: "unit_price", heads: netPrices },
  {
    field: "unit_price",
    heads: [
      ...["Price", "Unit price", "Sales Price", "Selling price", "List price", "Variant Price"],
      ...["Regular price", "Regular price (€)", "Retail price", "Precio", "Precio unitario"],
      ...["Precio de venta", "Precio venta", "Precio normal", "Precio de lista", "Preis"],
      ...["Verkaufspreis", "Einzelpreis", "Regulärer Preis", "Prix", "Prix de vente"],
      ...["Prix unitaire", "Tarif régulier", "Prezzo", "Prezzo di vendita"],
      ...["Prezzo unitario", "Prezzo di listino", "Preço", "Preço de venda", "Preço normal"],
    ],
    spare: 1,
  },
  {
    field: "unit_price",
    heads: [
      ...["PVP", "P.V.P.", "PVP #", "Precio #", "Precio venta #", "Tarifa", "Tarifa #"],
      ...["Tarifa general", "Importe", "Sale price", "Precio de venta público"],
      ...["Price tax excluded or Price tax included"],
    ],
    spare: 2,
  },
  {
    field: "cost",
    heads: [
      ...["Cost", "Cost price", "Wholesale price", "Cost per item", "Cost (subtotal)"],
      ...["Purchase price", "Standard price", "Standard Cost", "Coste", "Costo"],
      ...["Coste (subtotal)", "Coste por artículo", "Coste por unidad", "Precio de coste"],
      ...["Precio coste", "Precio de costo", "Precio costo", "Precio de compra"],
      ...["Precio compra", "Precio mayorista", "Precio de mayorista", "Último coste"],
      ...["Einkaufspreis", "EK-Preis", "Prix d'achat", "Prix d'achat HT", "Coût"],
      ...["Prezzo di acquisto", "Preço de custo", "Preço de compra"],
    ],
  },
];

const names = [
  ...["Name", "Product name", "Product", "Item", "Item name", "Title", "Nombre"],
  ...["Nombre del producto", "Nombre de producto", "Nombre del artículo", "Producto"],
  ...["Artículo", "Título", "Denominación", "Bezeichnung", "Artikelname", "Produktname"],
  ...["Produkt", "Artikel", "Nom", "Nom du produit", "Désignation", "Libellé", "Nome"],
  ...["Nome prodotto", "Nome del prodotto", "Prodotto", "Articolo", "Nome do produto"],
  ...["Titel", "Titre", "Titolo", "Produto"],
];

const words: HeadWords[] = [
  { field: "name", heads: names },
  { field: "name", heads: ["Display Name", "Nombre mostrado"], spare: 1 },
  // Programs of accounts have no other name of an article.
  {
    field: "name",
    heads: ["Description", "Descripción", "Descripción artículo", "Descrizione", "Descrição"],
    without: names,
  },
  {
    field: "description",
    heads: [
      ...["Body (HTML)", "Body HTML", "Short description", "Sales Description", "Summary"],
      ...["Descripción corta", "Descripción de venta", "Descripción larga", "Resumen"],
      ...["Descripción para clientes", "Kurzbeschreibung", "Résumé", "Description courte"],
      ...["Descripción ampliada", "Breve descrizione", "Descrição breve"],
    ],
  },
];

const codes: HeadWords[] = [
  {
    field: "sku",
    heads: [
      ...["SKU", "Variant SKU", "Reference", "Reference code", "Internal Reference", "Code"],
      ...["Product code", "Item code", "Item number", "Part number", "Referencia", "Ref."],
      ...["Referencia interna", "Código", "Código artículo", "Código de artículo", "Cód."],
      ...["Código producto", "Código de producto", "Cód. artículo", "Artikelnummer"],
      ...["Artikel-Nr.", "Référence", "Code article", "Codice", "Codice articolo"],
      ...["Riferimento", "Referência"],
    ],
  },
  {
    field: "barcode",
    heads: [
      ...["Barcode", "Variant Barcode", "EAN", "EAN13", "EAN-13", "UPC", "GTIN", "ISBN"],
      ...["GTIN, UPC, EAN, or ISBN", "Código de barras", "Cód. barras", "Código barras"],
      ...["Código EAN", "Strichcode", "Code-barres", "Code barre", "Codice a barre"],
      ...["Código de barra", "Factory barcode"],
    ],
  },
];

const others: HeadWords[] = [
  { field: "category", heads: ["Type", "Product Type"], beside: shopifyProducts, spare: 1 },
  // There it says what sort of record it is.
  { field: null, heads: ["Type", "Tipo", "Product Type"], beside: [...woocommerce, ...odoo] },
  {
    field: "category",
    heads: [
      ...["Category", "Categories", "Categories (x,y,z...)", "Product Category"],
      ...["Main category", "Family", "Group", "Categoría", "Categorías", "Familia"],
      ...["Categorías (x,y,z...)", "Categoría de producto", "Categoría del producto"],
      ...["Sección", "Kategorie", "Kategorien", "Warengruppe", "Catégorie", "Catégories"],
      ...["Famille", "Categoria", "Categorie", "Famiglia", "Família", "Categorias"],
    ],
  },
  {
    field: "unit",
    heads: [
      ...["Unit", "Unit of Measure", "UoM", "Unity", "Unidad", "Unidad de medida", "Ud."],
      ...["Unidad medida", "Einheit", "Unité", "Unità di misura", "Unidade"],
    ],
  },
  {
    field: "tax_rate",
    heads: [
      ...["Tax rate", "VAT rate", "Tax %", "VAT %", "IVA", "% IVA", "IVA %", "Tipo de IVA"],
      ...["Tipo IVA", "Porcentaje de IVA", "Impuesto %", "MwSt.", "MwSt.-Satz", "TVA"],
      ...["Taux de TVA", "Aliquota IVA", "Taxa de IVA"],
    ],
  },
  { field: "active", heads: ["Active", "Active (0/1)", "Activo", "Activo (0/1)", "Actif (0/1)"] },
  { field: null, heads: ["Estado", "Status"], beside: ["Precio (imp. excl.)", ...shopifyProducts] },
];

export const productHeads: readonly HeadWords[] = [
  ...prices,
  ...words,
  ...codes,
  ...others,
];
