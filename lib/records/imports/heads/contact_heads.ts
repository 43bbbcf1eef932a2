import type { HeadWords } from "@/lib/records/imports/heads/head_words.ts";
import { companyHeads, personHeads } from "@/lib/records/imports/heads/person_heads.ts";

export const contactHeads: readonly HeadWords[] = [
  ...personHeads,
  {
    field: "organization",
    heads: [...companyHeads, "Company Name", "Nombre comercial", "Razón social", "Trade name"],
  },
  // A province beside an address, and a contact's state elsewhere.
  { field: null, heads: ["Estado", "Status"], beside: ["Calle", "Ciudad", "Street2", "C.P."] },
  { field: "name", heads: ["Contact", "Contacto", "Contact Name", "Contact person"], spare: 2 },
  { field: "name", heads: ["Nombre del contacto", "Nombre de contacto", "Lead Name"], spare: 2 },
];
