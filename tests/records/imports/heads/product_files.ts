/** Files of our own making in the forms of shops and programs of accounts: their catalogs. */
import type { ProgramFile } from "./people_files.ts";

const shirt = { name: "Camisa", sku: "C-1", unit_price: "10.00" };

export const productFiles: ProgramFile[] = [
  {
    program: "Shopify",
    text: "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name," +
      "Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Price," +
      "Variant Compare At Price,Variant Barcode,Image Src,Cost per item,Status\n" +
      "camisa,Camisa,Algodón,Acme,Ropa,Camisas,,TRUE,Talla,M,Color,Azul,C-1,200,10.00,12.00," +
      "8400000000017,a.png,4.00,active\n" +
      "camisa,,,,,,,,,L,,Rojo,C-2,200,11.00,,,b.png,4.00,\n" +
      "camisa,,,,,,,,,,,,,,,,,c.png,,\n" +
      "taza,Taza,,Acme,Hogar,,,TRUE,Title,Default Title,,,T-1,300,5.00,,,,,active\n",
    records: [
      {
        ...{ name: "Camisa · M · Azul", sku: "C-1", unit_price: "10.00", cost: "4.00" },
        ...{ description: "Algodón", category: "Ropa", barcode: "8400000000017" },
      },
      {
        ...{ name: "Camisa · L · Rojo", sku: "C-2", unit_price: "11.00", cost: "4.00" },
        ...{ description: "Algodón", category: "Ropa" },
      },
      { name: "Taza", sku: "T-1", unit_price: "5.00", category: "Hogar" },
    ],
  },
  {
    program: "WooCommerce",
    text: 'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Is featured?,' +
      "Visibility in catalog,Short description,Description,Tax status,Tax class,In stock?,Stock," +
      "Sale price,Regular price,Categories,Tags,Images\n" +
      "7,simple,C-1,8400000000017,Camisa,1,0,visible,Corta,Larga,taxable,,1,5,8.00,10.00," +
      "Ropa,nueva,a.png\n",
    records: [{ ...shirt, barcode: "8400000000017", description: "Corta", category: "Ropa" }],
  },
  {
    program: "WooCommerce in Spanish",
    text: "ID,Tipo,SKU,Nombre,Publicado,¿Está destacado?,Visibilidad en el catálogo," +
      "Descripción corta,Descripción,Estado del impuesto,Clase de impuesto,¿En inventario?," +
      "Inventario,Precio rebajado,Precio normal,Categorías,Etiquetas,Imágenes\n" +
      "7,simple,C-1,Camisa,1,0,visible,,Larga,taxable,,1,5,8.00,10.00,Ropa,nueva,a.png\n",
    records: [{ ...shirt, description: "Larga", category: "Ropa" }],
  },
  {
    program: "PrestaShop's import",
    text: "Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;" +
      "Price tax included;Tax rules ID;Wholesale price;On sale (0/1);Reference #;EAN13;UPC;" +
      "Quantity;Unity;Unit price;Summary;Description\n" +
      "7;1;Camisa;Ropa;10.00;12.10;1;4.00;0;C-1;;8400000000017;5;ud;3.00;Corta;Larga\n",
    records: [{
      ...shirt,
      ...{ active: "1", category: "Ropa", cost: "4.00", barcode: "8400000000017", unit: "ud" },
      description: "Corta",
    }],
  },
  {
    program: "PrestaShop's list in Spanish",
    text: "Product ID;Imagen;Nombre;Referencia;Categoría;Precio (imp. excl.);" +
      "Precio (imp. incl.);Cantidad;Estado;Posición\n" +
      "7;a.png;Camisa;C-1;Ropa;10.00;12.10;5;1;3\n",
    records: [{ ...shirt, category: "Ropa" }],
  },
  {
    program: "Odoo",
    text: "External ID,Name,Internal Reference,Barcode,Sales Price,Cost,Product Category," +
      "Product Type,Unit of Measure,Customer Taxes,Sales Description\n" +
      "x,Camisa,C-1,8400000000017,10.00,4.00,Ropa,Goods,Units,IVA 21% (Bienes),Larga\n",
    records: [{
      ...shirt,
      ...{ barcode: "8400000000017", cost: "4.00", category: "Ropa", unit: "Units" },
      description: "Larga",
    }],
  },
  {
    program: "an older Odoo",
    text: "Name,Internal Reference,EAN13,UPC,Sales Price\n" +
      "Camisa,C-1,,84,10.00\n",
    records: [{ ...shirt, barcode: "84" }],
  },
  {
    program: "Holded",
    text: "SKU,Nombre,Descripción,Código de barras,Código de fábrica,Categorías," +
      "Coste (subtotal),Venta (subtotal),IVA,Precio con IVA,Stock,Tags separados por -\n" +
      "C-1,Camisa,Larga,84,F-1,Ropa,4.00,10.00,21,12.10,5,nueva\n",
    records: [{
      ...shirt,
      ...{ description: "Larga", barcode: "84", category: "Ropa", cost: "4.00", tax_rate: "21" },
    }],
  },
  {
    program: "FactuSOL",
    text: "Código;Código EAN;Familia;Descripción;Tipo de IVA;Precio de costo;Precio de venta;" +
      "PVP IVA incluido\n" +
      "C-1;84;Ropa;Camisa;21;4.00;10.00;12.10\n",
    records: [{ ...shirt, barcode: "84", category: "Ropa", tax_rate: "21", cost: "4.00" }],
  },
  {
    program: "a French sheet",
    text: "Référence;Désignation;Famille;Prix HT;Prix TTC;TVA;Unité\n" +
      "C-1;Camisa;Ropa;10.00;12.10;21;pc\n",
    records: [{ ...shirt, category: "Ropa", tax_rate: "21", unit: "pc" }],
  },
  {
    program: "a sheet with a price with tax alone",
    text: "Código,Nombre,PVP con IVA\nC-1,Camisa,12.10\n",
    records: [{ name: "Camisa", sku: "C-1" }],
  },
  {
    program: "a sheet with the retail price alone",
    text: "Código,Artículo,P.V.P.\nC-1,Camisa,10.00\n",
    records: [shirt],
  },
];
