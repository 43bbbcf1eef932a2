import { addressHeads } from "@/lib/records/imports/heads/address_heads.ts";
import type { HeadWords } from "@/lib/records/imports/heads/head_words.ts";
import { companyHeads, personHeads } from "@/lib/records/imports/heads/person_heads.ts";
import { givenHeads, odoo } from "@/lib/records/imports/heads/programs.ts";

const names: HeadWords[] = [
  // There the name is the record's, and the company the one above it.
  { field: null, heads: [...companyHeads, "Company Name", "Company"], beside: odoo },
  { field: "name", heads: companyHeads },
  { field: "name", heads: ["Organization - Name", "Organización - Nombre", "Trade name"] },
  { field: "name", heads: ["Nombre comercial", "Nombre comercial #", "Insegna", "Nome comercial"] },
  { field: "name", heads: ["Company Name"], beside: givenHeads },
  {
    field: "name",
    heads: ["Fiscal name", "Nombre fiscal"],
    beside: ["Trade name", "Nombre comercial"],
  },
];

/** Heads that mark a row as a client, such as `Customer` beside a name. */
const spareNames: HeadWords[] = [
  { field: "name", heads: ["Customer", "Client", "Cliente", "Kunde", "Kundenname"], spare: 2 },
  { field: "name", heads: ["Contact Name", "Nombre del contacto", "Nombre de contacto"], spare: 3 },
  { field: "name", heads: ["Contact person", "Persona de contacto", "Lead Name"], spare: 4 },
];

const business: HeadWords[] = [
  {
    field: "legal_name",
    heads: [
      ...["Legal Name", "Registered name", "Fiscal name", "Company Name", "Razón social"],
      ...["Nombre fiscal", "Denominación social", "Raison sociale", "Ragione sociale"],
      ...["Razão social"],
    ],
  },
  {
    field: "tax_id",
    heads: [
      ...["Tax ID", "Tax ID Number", "VAT", "VAT ID", "VAT Number", "Tax Number", "Contact NIF"],
      ...["NIF", "CIF", "NIE", "DNI", "NIF/CIF", "CIF/NIF", "CIF/NIF/DNI", "NIF/CIF/NIE"],
      ...["N.I.F.", "C.I.F.", "N.I.F./C.I.F.", "Identificación fiscal", "ID fiscal"],
      ...["Número de identificación fiscal", "NIF-IVA", "USt-IdNr.", "USt-ID", "Steuernummer"],
      ...["Umsatzsteuer-ID", "N° TVA", "Numéro de TVA", "TVA intracommunautaire", "Partita IVA"],
      ...["P. IVA", "P.IVA", "NIPC", "Contribuinte", "Número de contribuinte"],
      ...["Organization - TAX ID", "Organization - VAT"],
    ],
  },
  { field: "tax_id", heads: ["Contact ID", "ID"], beside: ["Fiscal name", "Población"], spare: 1 },
  {
    field: "website",
    heads: [
      ...["Website", "Web", "Website URL", "Web Site", "Web Page", "Web Page #"],
      ...["Website # - Value", "Organization - Website", "Página web", "Sitio web"],
      ...["URL del sitio web", "Webseite", "Page Web", "Site web", "Site internet", "Sito web"],
      ...["Website-URL"],
    ],
  },
  {
    field: "website",
    heads: ["Company Domain Name", "Domain", "Nombre de dominio de la empresa"],
    spare: 1,
  },
  { field: "kind", heads: ["Company Type", "Tipo de compañía", "Tipo de persona"] },
  {
    field: "payment_method",
    heads: ["Payment Method", "Forma de pago", "Modo de pago", "Zahlungsart", "Mode de règlement"],
  },
];

export const clientHeads: readonly HeadWords[] = [
  ...names,
  ...personHeads.map((row) => row.field === "name" ? { ...row, rank: 1 } : row),
  ...addressHeads,
  ...business,
  ...spareNames,
];
