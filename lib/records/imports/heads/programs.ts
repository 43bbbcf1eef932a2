/** Heads by which a program's file is recognised: another program writes none of them. */

export const outlook = [
  ...["E-mail Display Name", "E-mail 2 Address", "Business Street 2", "Company Main Phone"],
  ...["Nombre de pantalla de correo electrónico", "Calle del trabajo", "Teléfono del trabajo 2"],
  ...["E-Mail: Angezeigter Name", "Straße geschäftlich", "Telefon geschäftlich 2"],
  ...["Nom complet de l'adresse de messagerie", "Rue (bureau)"],
];

export const thunderbird = ["Screen Name", "Primary Email", "Home Address 2", "Work Address 2"];

export const odoo = [
  ...["Internal Reference", "Is a Company", "Company Type", "Salesperson", "Customer Rank"],
  ...["Sales Price", "External ID", "Related Company", "Customer Taxes"],
  ...["Referencia interna", "Es una compañía", "Tipo de compañía", "Compañía relacionada"],
  ...["ID externo", "Impuestos del cliente"],
];

export const woocommerce = ["Regular price", "Precio normal", "Regular price (€)"];

export const shopifyProducts = ["Variant Price", "Variant SKU"];

export const givenHeads = [
  ...["Given Name", "First Name", "Forename", "Nombre de pila", "Primer nombre", "Vorname"],
  ...["Prénom", "Primeiro nome", "Nome próprio", "Person - First name", "Persona - Nombre de pila"],
];

export const familyHeads = [
  ...["Family Name", "Last Name", "Surname", "Apellidos", "Apellido", "Apellido(s)"],
  ...["Primer apellido", "Apellido 1", "Apellido paterno", "Nachname", "Familienname"],
  ...["Nom de famille", "Cognome", "Apelido", "Apelidos", "Sobrenome", "Último nome"],
  ...["Person - Last name", "Persona - Apellidos"],
];
