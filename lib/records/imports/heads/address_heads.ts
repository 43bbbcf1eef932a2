import type { HeadWords } from "@/lib/records/imports/heads/head_words.ts";
import { outlook, thunderbird } from "@/lib/records/imports/heads/programs.ts";

interface Place {
  spare?: number;
  street: string[];
  more: string[];
  city: string[];
  region: string[];
  postcode: string[];
  country: string[];
}

const work: Place = {
  street: [
    ...["Street", "Street Address", "Address", "Address Line 1", "Address 1", "Address1"],
    ...["Billing Street", "Billing Address", "Mailing Street", "Business Street"],
    ...["Default Address Address1", "Address 1 - Street", "Organization - Address"],
    ...["Work Address", "Dirección", "Dirección 1", "Dirección postal", "Domicilio", "Calle"],
    ...["Dirección de facturación", "Calle de facturación", "Calle del trabajo"],
    ...["Organización - Dirección", "Straße", "Strasse", "Anschrift", "Straße und Hausnummer"],
    ...["Straße geschäftlich", "Adresse", "Rue", "Adresse 1", "Rue (bureau)", "Indirizzo"],
    ...["Via", "Via (uff.)", "Morada", "Endereço", "Rua"],
  ],
  more: [
    ...["Street 2", "Street2", "Address Line 2", "Address 2", "Address2", "Business Street 2"],
    ...["Business Street 3", "Default Address Address2", "Address 1 - Extended Address"],
    ...["Address 1 - PO Box", "Work Address 2", "Work Address2", "Dirección 2", "Calle 2"],
    ...["Calle2", "Calle del trabajo 2", "Calle del trabajo 3", "Straße geschäftlich 2"],
    ...["Straße geschäftlich 3", "Adresszusatz", "Adresse 2", "Complément d'adresse"],
    ...["Rue (bureau) 2", "Rue (bureau) 3", "Indirizzo 2", "Domicilio 2"],
  ],
  city: [
    ...["City", "Town", "Locality", "Billing City", "Mailing City", "Business City"],
    ...["Default Address City", "Address 1 - City", "Work City", "Ciudad", "Población"],
    ...["Population", "Localidad", "Municipio", "Ciudad de trabajo", "Ciudad de facturación"],
    ...["Organization - City/town/village/locality of Address", "Stadt", "Ort"],
    ...["Ort geschäftlich", "Ville", "Commune", "Ville (bureau)", "Città", "Comune"],
    ...["Cidade", "Localidade"],
  ],
  region: [
    ...["State", "State/Region", "State/Province", "Region", "Province", "County"],
    ...["Billing State", "Mailing State", "Business State", "Default Address Province Code"],
    ...["Default Address Province", "Address 1 - Region", "Work State", "Work County"],
    ...["Organization - State/county of Address", "Provincia", "Estado", "Estado/Región"],
    ...["Provincia o estado de trabajo", "Comunidad autónoma", "Bundesland"],
    ...["Region geschäftlich", "Département", "Dép/Région (bureau)", "Distrito"],
  ],
  postcode: [
    ...["Zip", "Zip Code", "Postcode", "Post Code", "Postal Code", "Zip/Postal Code"],
    ...["Billing Code", "Billing Zip", "Mailing Zip", "Mailing Postal Code"],
    ...["Business Postal Code", "Default Address Zip", "Address 1 - Postal Code"],
    ...["Organization - ZIP/Postal code of Address", "Work Zip", "Work ZipCode"],
    ...["Work Post Code", "Código postal", "C.P.", "Cód. postal", "C. postal"],
    ...["Código postal del trabajo", "Código de facturación", "PLZ", "Postleitzahl"],
    ...["Postleitzahl geschäftlich", "Code postal", "Code postal (bureau)", "CAP"],
    ...["Código-postal", "CEP"],
  ],
  country: [
    ...["Country", "Country/Region", "Country Code", "Billing Country", "Mailing Country"],
    ...["Business Country/Region", "Business Country", "Default Address Country Code"],
    ...["Default Address Country", "Address 1 - Country", "Work Country", "País"],
    ...["Organization - Country of Address", "País/Región", "País o región del trabajo"],
    ...["País de facturación", "Land", "Land/Region geschäftlich", "Pays"],
    ...["Pays/Région (bureau)", "Paese", "Nazione", "Código país", "Código de país"],
  ],
};

const home: Place = {
  spare: 1,
  street: [
    ...["Home Street", "Shipping Street", "Shipping Address", "Straße privat"],
    ...["Rue (domicile)", "Calle del domicilio", "Dirección particular"],
  ],
  more: [
    ...["Home Street 2", "Home Street 3", "Home Address 2", "Home Address2"],
    ...["Straße privat 2", "Straße privat 3", "Rue (domicile) 2", "Rue (domicile) 3"],
  ],
  city: ["Home City", "Shipping City", "Ort privat", "Ville (domicile)", "Ciudad del domicilio"],
  region: [
    ...["Home State", "Home County", "Shipping State", "Bundesland/Kanton privat"],
    ...["Dép/Région (domicile)"],
  ],
  postcode: [
    ...["Home Postal Code", "Home Zip", "Home ZipCode", "Home Post Code", "Shipping Code"],
    ...["Postleitzahl privat", "Code postal (domicile)"],
  ],
  country: [
    ...["Home Country", "Home Country/Region", "Shipping Country", "Land/Region privat"],
    ...["Pays/Région (domicile)", "País o región del domicilio"],
  ],
};

function headsOf({ spare, ...place }: Place): HeadWords[] {
  const { street, more, city, region, postcode, country } = place;
  const level = spare === undefined ? {} : { spare };
  return [
    { field: "address", part: 1, heads: street, ...level },
    { field: "address", part: 4, heads: more, ...level },
    { field: "city", heads: city, ...level },
    { field: "region", heads: region, ...level },
    { field: "postal_code", heads: postcode, ...level },
    { field: "country", heads: country, ...level },
  ];
}

export const addressHeads: readonly HeadWords[] = [
  // Outlook's place of a meeting, and all of an address in one cell beside its parts.
  { field: null, heads: ["Ort", "Business Address", "Region"], beside: outlook },
  { field: "address", part: 1, heads: ["Home Address"], beside: thunderbird, spare: 1 },
  { field: "address", part: 2, heads: ["Hausnummer", "House number", "Civico", "Número de calle"] },
  { field: "address", part: 3, heads: ["Piso", "Puerta", "Planta"] },
  ...headsOf(work),
  ...headsOf(home),
];
