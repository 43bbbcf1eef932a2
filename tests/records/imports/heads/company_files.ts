/** Files of our own making in the forms of programs of accounts, shops and CRMs: their clients. */
import type { ProgramFile } from "./people_files.ts";

const place = {
  address: "Calle Mayor 1 Bajo",
  city: "Vigo",
  region: "Pontevedra",
  postal_code: "08001",
  country: "España",
};
const acme = { name: "Acme, S.L.", email: "info@acme.example", phone: "+34 986 100 200" };

export const clientFiles: ProgramFile[] = [
  {
    program: "Holded",
    text: "Fiscal name*,Trade name,Contact person,Contact ID*,Contact email,Phone,Mobile,Address," +
      "Population,Postal code,Province,Country,IBAN,SWIFT,Command Ref,Notes,Tags separated by -\n" +
      '"Acme, S.L.",,Luz Rey,B12345674,info@acme.example,+34 986 100 200,,Calle Mayor 1 Bajo,' +
      "Vigo,08001,Pontevedra,España,,,,Nota,vip\n",
    records: [{ ...acme, ...place, tax_id: "B12345674", notes: "Nota", tags: "vip" }],
  },
  {
    program: "FactuSOL",
    text: "Código;N.I.F.;Nombre fiscal;Nombre comercial;Domicilio;Población;Cód. postal;" +
      "Provincia;Teléfono;Fax;Persona de contacto;Agente comercial;Forma de pago;E-mail;Web\n" +
      "1;B12345674;Acme, S.L.;Acme tiendas;Calle Mayor 1 Bajo;Vigo;08001;Pontevedra;" +
      "+34 986 100 200;911;Luz Rey;Ana;Transferencia;info@acme.example;acme.example\n",
    records: [{
      ...acme,
      ...{ address: place.address, city: "Vigo", region: "Pontevedra", postal_code: "08001" },
      ...{ tax_id: "B12345674", assignee_id: "Ana", payment_method: "Transferencia" },
      website: "acme.example",
    }],
  },
  {
    program: "Odoo",
    text: "External ID,Name,Customer,Company Name,Is a Company,Email,Phone,Mobile,Street,Street2," +
      "City,State,Zip,Country,Tax ID,Website,Salesperson,Tags,Language,Notes\n" +
      '__export__.res_partner_7,"Acme, S.L.",True,,True,info@acme.example,+34 986 100 200,,' +
      "Calle Mayor 1,Bajo,Vigo,Pontevedra,08001,España,ESB12345674,acme.example,Ana,vip," +
      "Spanish / Español,Nota\n",
    records: [{
      ...acme,
      ...place,
      ...{ tax_id: "ESB12345674", website: "acme.example", assignee_id: "Ana", tags: "vip" },
      notes: "Nota",
    }],
  },
  {
    program: "Shopify customers",
    text: "Customer ID,First Name,Last Name,Email,Accepts Email Marketing," +
      "Default Address Company,Default Address Address1,Default Address Address2," +
      "Default Address City,Default Address Province Code,Default Address Country Code," +
      "Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent," +
      "Total Orders,Note,Tax Exempt,Tags\n" +
      '\'7,María,Soler,info@acme.example,yes,"Acme, S.L.",Calle Mayor 1,Bajo,Vigo,PO,ES,08001,' +
      ",+34 986 100 200,no,12.50,1,Nota,no,vip\n" +
      "'8,Luz,Rey,luz@x.example,no,,,,,,,,600,,no,0,0,,no,\n",
    records: [
      {
        ...acme,
        ...place,
        ...{ region: "PO", country: "ES", marketing_consent: "yes", tags: "vip", notes: "Nota" },
      },
      { name: "Luz Rey", email: "luz@x.example", phone: "600", marketing_consent: "no" },
    ],
  },
  {
    program: "HubSpot companies",
    text: "Record ID,Company name,Company owner,Phone Number,City,Country/Region,Industry," +
      "Company Domain Name,Street Address,Postal Code,State/Region\n" +
      '9,"Acme, S.L.",Ana,+34 986 100 200,Vigo,España,,acme.example,Calle Mayor 1 Bajo,08001,' +
      "Pontevedra\n",
    records: [{
      ...{ name: acme.name, phone: acme.phone, ...place },
      ...{ assignee_id: "Ana", website: "acme.example" },
    }],
  },
  {
    program: "Pipedrive organisations",
    text: "Organization - ID,Organization - Name,Organization - Label,Organization - Owner," +
      "Organization - Address,Organization - City/town/village/locality of Address," +
      "Organization - State/county of Address,Organization - Country of Address," +
      "Organization - ZIP/Postal code of Address,Organization - Open deals\n" +
      '9,"Acme, S.L.",vip,Ana,Calle Mayor 1 Bajo,Vigo,Pontevedra,España,08001,2\n',
    records: [{ name: acme.name, ...place, tags: "vip", assignee_id: "Ana" }],
  },
  {
    program: "Zoho accounts",
    text: "Record Id,Account Name,Phone,Fax,Website,Account Type,Billing Street,Billing City," +
      "Billing State,Billing Code,Billing Country,Shipping Street,Shipping City,Shipping Code," +
      "Description,Account Owner\n" +
      'zcrm_9,"Acme, S.L.",+34 986 100 200,911,acme.example,Customer,Calle Mayor 1 Bajo,Vigo,' +
      "Pontevedra,08001,España,Otra 2,Lugo,27001,Nota,Ana\n",
    records: [{
      ...{ name: acme.name, phone: acme.phone, ...place, website: "acme.example" },
      ...{ notes: "Nota", assignee_id: "Ana" },
    }],
  },
  {
    program: "Outlook, as clients",
    text: "First Name,Last Name,Company,Business Street,Business Street 2,Business City," +
      "Business State,Business Postal Code,Business Country/Region,Home Street,Home City," +
      "Business Phone,E-mail Address,E-mail Display Name,Notes,Web Page\n" +
      'María,Soler,"Acme, S.L.",Calle Mayor 1,Bajo,Vigo,Pontevedra,08001,España,Otra 2,Lugo,' +
      "+34 986 100 200,info@acme.example,María,Nota,acme.example\n",
    records: [{ ...acme, ...place, notes: "Nota", website: "acme.example" }],
  },
  {
    program: "a sheet with a person before the company",
    text: 'Name,Company,Email\nMaría Soler,"Acme, S.L.",info@acme.example\nLuz Rey,,l@x.example\n',
    records: [
      { name: acme.name, email: acme.email },
      { name: "Luz Rey", email: "l@x.example" },
    ],
  },
  {
    program: "a German sheet",
    text: "Kundenname;Straße;Hausnummer;PLZ;Ort;Land;Telefon;USt-IdNr.\n" +
      "Acme, S.L.;Hauptstraße;7;10115;Berlin;Deutschland;+34 986 100 200;DE123456789\n",
    records: [{
      ...{ name: acme.name, phone: acme.phone, address: "Hauptstraße 7", city: "Berlin" },
      ...{ postal_code: "10115", country: "Deutschland", tax_id: "DE123456789" },
    }],
  },
];
