/** Files that are no table, and the heads of the tables that are made of others. */

export const formatWords = {
  oldWorkbook: {
    es: "es un libro de Excel antiguo (.xls) o lleva contraseña: guárdalo como .xlsx sin " +
      "contraseña, o como CSV",
    en:
      "is an old Excel workbook (.xls) or has a password: save it as .xlsx without one, or as CSV",
  },
  openDocument: {
    es: "es un libro de LibreOffice (.ods): guárdalo como .xlsx o como CSV",
    en: "is a LibreOffice workbook (.ods): save it as .xlsx or as CSV",
  },
  binaryWorkbook: {
    es: "es un libro binario de Excel (.xlsb): guárdalo como .xlsx o como CSV",
    en: "is a binary Excel workbook (.xlsb): save it as .xlsx or as CSV",
  },
  noWorkbook: {
    es: "no es un libro de Excel que se pueda leer: guárdalo de nuevo como .xlsx o como CSV",
    en: "is no Excel workbook that can be read: save it again as .xlsx or as CSV",
  },
  tooMuch: {
    es: "contiene demasiados datos: divídelo en varios libros, o guárdalo como CSV",
    en: "holds too much: split it into several workbooks, or save it as CSV",
  },
  noSheet: (name: string) => ({
    es: `no tiene ninguna hoja llamada «${name}»`,
    en: `has no sheet called “${name}”`,
  }),
  noCards: { es: "no tiene ninguna tarjeta de contacto", en: "has no contact card" },
};

export const cardHeads = {
  name: { es: "Nombre completo", en: "Full name" },
  company: { es: "Empresa", en: "Company" },
  department: { es: "Departamento", en: "Department" },
  position: { es: "Cargo", en: "Job title" },
  email: { es: "Correo", en: "E-mail" },
  phone: { es: "Teléfono", en: "Phone" },
  fax: { es: "Fax", en: "Fax" },
  street: { es: "Dirección", en: "Address" },
  city: { es: "Ciudad", en: "City" },
  region: { es: "Provincia", en: "Region" },
  postcode: { es: "Código postal", en: "Postal code" },
  country: { es: "País", en: "Country" },
  website: { es: "Sitio web", en: "Website" },
  tags: { es: "Etiquetas", en: "Tags" },
  notes: { es: "Notas", en: "Note" },
};
