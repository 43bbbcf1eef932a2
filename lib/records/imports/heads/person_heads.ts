import {
  familyHeads,
  givenHeads,
  odoo,
  outlook,
  thunderbird,
} from "@/lib/records/imports/heads/programs.ts";
import type { HeadWords } from "@/lib/records/imports/heads/head_words.ts";

/** Heads of what contacts and clients share, in the languages of the programs that write them. */

const nameParts: HeadWords[] = [
  { field: "name", part: 1, heads: ["Name Prefix", "Prefijo del nombre", "Prefijo de nombre"] },
  // A salutation in Outlook, a position elsewhere.
  { field: "name", part: 1, heads: ["Title", "Tratamiento", "Anrede"], beside: outlook },
  { field: "name", part: 2, heads: givenHeads },
  { field: "name", part: 2, heads: ["Nombre", "Nombres", "Nome"], beside: familyHeads },
  { field: "name", part: 2, heads: ["Name"], beside: ["Surname"], without: givenHeads },
  {
    field: "name",
    part: 3,
    heads: [
      ...["Middle Name", "Additional Name", "Segundo nombre", "Weitere Vornamen"],
      ...["Deuxième prénom", "Secondo nome", "Segundo nome"],
    ],
  },
  { field: "name", part: 4, heads: familyHeads },
  { field: "name", part: 4, heads: ["Name"], beside: ["Vorname"] },
  { field: "name", part: 4, heads: ["Nom"], beside: ["Prénom"] },
  { field: "name", part: 5, heads: ["Segundo apellido", "Apellido 2", "Apellido materno"] },
  {
    field: "name",
    part: 6,
    heads: ["Name Suffix", "Suffix", "Sufijo", "Suffixe", "Suffisso", "Sufixo"],
  },
];

const wholeNames: HeadWords[] = [
  {
    field: "name",
    heads: [
      ...["Name", "Full Name", "Person - Name", "Customer Name", "Nombre", "Nombre completo"],
      ...["Nombre y apellidos", "Apellidos y nombre", "Persona - Nombre", "Nombre del cliente"],
      ...["Vollständiger Name", "Nom", "Nom complet", "Nome", "Nome completo"],
    ],
  },
  {
    field: "name",
    heads: [
      ...["Display Name", "Complete Name", "File As", "Nombre mostrado", "Nombre para mostrar"],
      ...["Nombre a mostrar", "Anzeigename", "Nom affiché", "Nome visualizzato"],
      ...["Nome de exibição"],
    ],
    spare: 1,
  },
];

const addresses: HeadWords[] = [
  {
    field: "email",
    heads: [
      ...["E-mail", "E-mail #", "E-mail Address", "E-mail # - Value", "E-mail # Address"],
      ...["Primary Email", "Secondary Email", "Work Email", "Home Email", "Other Email"],
      ...["Contact email", "Contact's e-mail address", "Customer Email", "Email principal"],
      ...["Email del contacto", "Email de contacto", "Mail", "Correo", "Correo #"],
      ...["Correo electrónico", "Correo electrónico #", "Correo electrónico principal"],
      ...["Correo principal", "Correo electrónico secundario", "Dirección de correo"],
      ...["Dirección de correo electrónico", "Dirección de correo electrónico #"],
      ...["Dirección del correo electrónico #", "Dirección electrónica", "E-Mail-Adresse"],
      ...["E-Mail #: Adresse", "E-Mail-Adresse #", "Adresse e-mail", "Adresse électronique"],
      ...["Adresse de messagerie", "Adresse de messagerie #", "Courriel", "Indirizzo email"],
      ...["Indirizzo e-mail", "Posta elettronica", "Indirizzo di posta elettronica"],
      ...["Indirizzo posta elettronica", "Indirizzo posta elettronica #"],
      ...["Endereço de e-mail", "Endereço de email", "Endereço de correio eletrónico"],
      ...["Person - Email", "Person - Email - Work", "Person - Email - Home"],
      ...["Person - Email - Other", "Persona - Correo electrónico"],
      ...["Persona - Correo electrónico - Trabajo", "Organization - Email"],
    ],
  },
  {
    field: "phone",
    heads: [
      ...["Phone", "Phone #", "Phone # - Value", "Phone Number", "Phone Number #", "Telephone"],
      ...["Telephone #", "Telephone Number", "Tel", "Tel #", "Tlf", "Tfno", "Tfno #"],
      ...["Mobile", "Mobile #", "Mobile Phone", "Mobile Phone #", "Mobile Number"],
      ...["Mobile Phone Number", "Cell", "Cell Phone", "Home Phone", "Home Phone #"],
      ...["Business Phone", "Business Phone #", "Work Phone", "Work Phone #", "Other Phone"],
      ...["Primary Phone", "Company Main Phone", "Car Phone", "Default Address Phone"],
      ...["Teléfono", "Teléfono #", "Teléfono fijo", "Fijo", "Teléfono móvil", "Móvil"],
      ...["Móvil #", "Teléfono móvil #", "Celular", "Teléfono celular", "Número de teléfono"],
      ...["Número de teléfono móvil", "Número de móvil", "Teléfono del trabajo"],
      ...["Teléfono del trabajo #", "Teléfono de trabajo", "Teléfono de casa"],
      ...["Teléfono particular", "Teléfono particular #", "Teléfono del domicilio"],
      ...["Teléfono principal", "Otro teléfono", "Teléfono de contacto"],
      ...["Teléfono del contacto", "Número de centralita de la organización", "Telefon"],
      ...["Telefonnummer", "Mobiltelefon", "Mobiltelefon #", "Mobil", "Handy", "Haupttelefon"],
      ...["Telefon geschäftlich", "Telefon geschäftlich #", "Telefon privat"],
      ...["Telefon privat #", "Weiteres Telefon", "Telefon Firma", "Téléphone"],
      ...["Téléphone #", "Téléphone (bureau)", "Téléphone # (bureau)", "Téléphone (domicile)"],
      ...["Téléphone # (domicile)", "Téléphone (autre)", "Téléphone principal"],
      ...["Téléphone société", "Tél.", "Tél. mobile", "Téléphone portable", "Portable"],
      ...["Telefono", "Telefono #", "Cellulare", "Telefono cellulare", "Telefono ufficio"],
      ...["Telefono (uff.)", "Telefono abitazione", "Telefone", "Telefone #", "Telemóvel"],
      ...["Telefone comercial", "Telefone residencial", "Telemóvel #", "Person - Phone"],
      ...["Person - Phone - Work", "Person - Phone - Home", "Person - Phone - Mobile"],
      ...["Person - Phone - Other", "Persona - Teléfono", "Persona - Teléfono - Trabajo"],
      ...["Persona - Teléfono - Móvil", "Organization - Phone", "Landline", "Contact Phone"],
    ],
  },
  { field: "phone", heads: ["Particular"], beside: outlook },
];

const others: HeadWords[] = [
  // The person's own, or a long name of it: `Spanish / Español`.
  { field: null, heads: ["Language", "Idioma"], beside: [...outlook, ...odoo, ...thunderbird] },
  {
    field: "tags",
    heads: [
      ...["Tags", "Tags separated by -", "Categories", "Label", "Person - Label"],
      ...["Person - Labels", "Organization - Label", "Organization - Labels", "Etiquetas"],
      ...["Tags separados por -", "Categorías", "Kategorien", "Catégories", "Categorie"],
      ...["Categorias", "Persona - Etiqueta", "Organización - Etiqueta"],
    ],
  },
  {
    field: "assignee_id",
    heads: [
      ...["Owner", "Contact owner", "Company owner", "Account Owner", "Lead Owner"],
      ...["Record owner", "Person - Owner", "Organization - Owner", "Salesperson"],
      ...["Sales Rep", "Propietario", "Propietario del contacto", "Propietario de la empresa"],
      ...["Propietario de Contacto", "Agente comercial", "Vendedor"],
    ],
  },
  {
    field: "marketing_consent",
    heads: [
      ...["Accepts Email Marketing", "Accepts Marketing", "Acepta email marketing"],
      ...["Acepta el marketing por correo electrónico", "Acepta marketing"],
    ],
  },
];

/** Heads of persons; for clients the company goes before these. */
export const personHeads: readonly HeadWords[] = [
  ...nameParts,
  ...wholeNames,
  ...addresses,
  ...others,
];

export const companyHeads = [
  ...["Company", "Organization", "Organisation", "Organization Name", "Organization # - Name"],
  ...["Account Name", "Associated Company", "Person - Organization", "Person - Organisation"],
  ...["Persona - Organización", "Related Company", "Default Address Company", "Empresa"],
  ...["Nombre de la empresa", "Nombre de empresa", "Compañía", "Organización"],
  ...["Nombre de la organización", "Nombre de la cuenta", "Nombre de cuenta"],
  ...["Compañía relacionada", "Firma", "Firmenname", "Unternehmen", "Société", "Entreprise"],
  ...["Azienda", "Società", "Ditta", "Empresa", "Companhia"],
];
