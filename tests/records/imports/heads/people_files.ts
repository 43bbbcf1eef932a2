/** Files of our own making in the forms of address books and CRMs, and the contacts in them. */
import type { Fields } from "./records.ts";

export interface ProgramFile {
  program: string;
  text: string;
  records: Fields[];
}

const maria = {
  name: "María Soler Puig",
  email: "maria@acme.example",
  phone: "+34 600 100 200",
  organization: "Acme, S.L.",
};

export const contactFiles: ProgramFile[] = [
  {
    program: "Google Contacts",
    text: "First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name," +
      "Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name," +
      "Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label," +
      "E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value," +
      "Address 1 - Label,Address 1 - Formatted\n" +
      'María,,Soler Puig,,,,,,Mari,,"Acme, S.L.",Jefa,Ventas,,Nota,,* myContacts,Work,' +
      "maria@acme.example,Home,m@x.example,Mobile,+34 600 100 200,Work,C/ Mayor 1\n" +
      "Dr. Ana,Inés,Ruiz,,,,Dra.,,,,,,,,,,,,,,,Mobile,611,,\n",
    records: [maria, { name: "Dra. Dr. Ana Inés Ruiz", phone: "611" }],
  },
  {
    program: "Google Contacts until 2024",
    text: "Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Name Prefix," +
      "Initials,Nickname,Short Name,Maiden Name,Birthday,Location,Occupation,Subject,Language," +
      "Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value," +
      "Phone 2 - Type,Phone 2 - Value,Organization 1 - Type,Organization 1 - Name," +
      "Organization 1 - Yomi Name,Organization 1 - Title\n" +
      "María Soler Puig,María,,Soler Puig,,,,,,,,,,,,,* myContacts,* Work,maria@acme.example," +
      'Work Fax,,Mobile,+34 600 100 200,,"Acme, S.L.",,Jefa\n',
    records: [maria],
  },
  {
    program: "Outlook in English",
    text: "Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title," +
      "Business Street,Business Street 2,Business City,Business Country/Region,Business Fax," +
      "Business Phone,Business Phone 2,Company Main Phone,Home Phone,Mobile Phone,Pager," +
      "Assistant's Phone,Categories,E-mail Address,E-mail Type,E-mail Display Name," +
      "E-mail 2 Address,E-mail 2 Type,Language,Notes,Web Page\n" +
      'Mrs.,María,,Soler Puig,,"Acme, S.L.",Ventas,Jefa,Mayor 1,,Vigo,España,911,,,,,' +
      "+34 600 100 200,912,913,Amigos;VIP,maria@acme.example,SMTP,María (maria@acme.example)," +
      ",SMTP,Español,Nota,\n",
    records: [{ ...maria, name: "Mrs. María Soler Puig", tags: "Amigos;VIP" }],
  },
  {
    program: "Outlook in Spanish",
    text: "Tratamiento;Nombre;Segundo nombre;Apellidos;Sufijo;Organización;Puesto;" +
      "Calle del trabajo;Ciudad de trabajo;Fax del trabajo;Teléfono del trabajo;" +
      "Teléfono del trabajo 2;Particular;Teléfono móvil;Otro teléfono;Télex;Categorías;" +
      "Dirección de correo electrónico;Tipo de correo electrónico;" +
      "Nombre de pantalla de correo electrónico;Dirección de correo electrónico 2;Idioma;Notas\n" +
      ";María;;Soler Puig;;Acme, S.L.;Jefa;Mayor 1;Vigo;911;;;;+34 600 100 200;;912;;" +
      "maria@acme.example;SMTP;María;;Español;Nota\n",
    records: [maria],
  },
  {
    program: "Outlook in German",
    text: "Anrede;Vorname;Weitere Vornamen;Nachname;Firma;Position;Straße geschäftlich;" +
      "Fax geschäftlich;Telefon geschäftlich;Mobiltelefon;E-Mail-Adresse;E-Mail-Typ;" +
      "E-Mail: Angezeigter Name;E-Mail 2: Adresse\n" +
      ";María;;Soler Puig;Acme, S.L.;Chefin;Mayor 1;911;;+34 600 100 200;maria@acme.example;" +
      "SMTP;María;\n",
    records: [maria],
  },
  {
    program: "Outlook in French",
    text: "Prénom;Deuxième prénom;Nom;Suffixe;Société;Service;Titre;Rue (bureau);" +
      "Télécopie (bureau);Téléphone (bureau);Tél. mobile;Adresse de messagerie;" +
      "Type de messagerie;Nom complet de l'adresse de messagerie\n" +
      "María;;Soler Puig;;Acme, S.L.;Ventes;Chef;Mayor 1;911;;+34 600 100 200;" +
      "maria@acme.example;SMTP;Maria\n",
    records: [maria],
  },
  {
    program: "Thunderbird",
    text: "First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Screen Name," +
      "Work Phone,Home Phone,Fax Number,Pager Number,Mobile Number,Home Address,Home Address 2," +
      "Home City,Work Address,Work Address 2,Job Title,Department,Organization,Web Page 1," +
      "Birth Year,Custom 1,Notes\n" +
      "María,Soler Puig,,Mari,maria@acme.example,,,,,911,912,+34 600 100 200,Mayor 1,,Vigo,,," +
      'Jefa,Ventas,"Acme, S.L.",,1980,,Nota\n' +
      ",,Luz Rey,,luz@x.example,,,,,,,,,,,,,,,,,,,\n",
    records: [maria, { name: "Luz Rey", email: "luz@x.example" }],
  },
  {
    program: "Roundcube",
    text: "name,firstname,surname,middlename,nickname,jobtitle,organization,department,email," +
      "phone,address,website,notes\n" +
      'María Soler Puig,María,Soler Puig,,,Jefa,"Acme, S.L.",Ventas,maria@acme.example,' +
      "+34 600 100 200,Mayor 1,,Nota\n" +
      ",Luz,Rey,,,,,,luz@x.example,,,,\n",
    records: [maria, { name: "Luz Rey", email: "luz@x.example" }],
  },
  {
    program: "HubSpot",
    text: "Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Associated Company," +
      "Last Activity Date (GMT+1),Lead Status,Marketing contact status,Create Date\n" +
      '101,María,Soler Puig,maria@acme.example,+34 600 100 200,Luz Rey,"Acme, S.L.",,New,,\n',
    records: [{ ...maria, assignee_id: "Luz Rey" }],
  },
  {
    program: "HubSpot in Spanish",
    text: "ID de registro,Nombre,Apellidos,Correo,Número de teléfono,Propietario del contacto," +
      "Nombre de la empresa,Estado del lead,Etapa del ciclo de vida\n" +
      '101,María,Soler Puig,maria@acme.example,+34 600 100 200,Luz Rey,"Acme, S.L.",,Lead\n',
    records: [{ ...maria, assignee_id: "Luz Rey" }],
  },
  {
    program: "Pipedrive",
    text: "Person - ID,Person - Name,Person - First name,Person - Last name,Person - Label," +
      "Person - Organization,Person - Phone - Work,Person - Phone - Home,Person - Phone - Mobile," +
      "Person - Email - Work,Person - Email - Home,Person - Open deals,Person - Owner\n" +
      '7,María Soler Puig,María,Soler Puig,Cliente,"Acme, S.L.",,,+34 600 100 200,' +
      "maria@acme.example,,2,Luz Rey\n",
    records: [{ ...maria, tags: "Cliente", assignee_id: "Luz Rey" }],
  },
  {
    program: "Odoo in Spanish",
    text: "ID externo,Nombre mostrado,Nombre,Compañía relacionada,Correo electrónico,Teléfono," +
      "Móvil,Calle,Ciudad,Estado,Idioma,Etiquetas\n" +
      '__export__.res_partner_7,"Acme, S.L., María",María Soler Puig,"Acme, S.L.",' +
      "maria@acme.example,,+34 600 100 200,Mayor 1,Vigo,Pontevedra (ES),Spanish / Español,VIP\n",
    records: [{ ...maria, tags: "VIP" }],
  },
  {
    program: "Zoho",
    text: "Record Id,Salutation,First Name,Last Name,Account Name,Lead Source,Title,Department," +
      "Email,Secondary Email,Phone,Mobile,Fax,Mailing Street,Mailing City,Contact Owner\n" +
      'zcrm_1,Mrs.,María,Soler Puig,"Acme, S.L.",Web,Jefa,Ventas,maria@acme.example,,,' +
      "+34 600 100 200,911,Mayor 1,Vigo,Luz Rey\n",
    records: [{ ...maria, assignee_id: "Luz Rey" }],
  },
  {
    program: "a Spanish sheet with two family names",
    text:
      "Nombre;Primer apellido;Segundo apellido;Empresa;Correo 1;Correo 2;Teléfono 1;Teléfono 2\n" +
      "María;Soler;Puig;Acme, S.L.;maria@acme.example;;+34 600 100 200;611\n",
    records: [maria],
  },
  {
    program: "an Italian sheet",
    text: "Cognome;Nome;Azienda;Indirizzo e-mail;Cellulare\n" +
      "Soler Puig;María;Acme, S.L.;maria@acme.example;+34 600 100 200\n",
    records: [maria],
  },
  {
    program: "a Portuguese sheet",
    text: "Nome;Apelido;Empresa;Endereço de e-mail;Telemóvel\n" +
      "María;Soler Puig;Acme, S.L.;maria@acme.example;+34 600 100 200\n",
    records: [maria],
  },
];
