import type { Text } from "@/lib/words/language.ts";

/** Errors of a field: how to put it right, in words for people who have never heard of types. */
export const inputWords = {
  somebodyElse: { es: "debe ser otra persona", en: "must be somebody else" },
  ofQuotesOnly: {
    es: "solo lo tienen las notas de un presupuesto",
    en: "is for notes on a quotation only",
  },
  missing: { es: "falta", en: "is missing" },
  notRight: { es: "no es correcto", en: "is not right" },
  unknownField: { es: "no es un campo conocido", en: "is not a known field" },
  otherCharset: {
    es: "El texto debe ir en UTF-8, no en otra codificación.",
    en: "Text must be UTF-8, not in another charset.",
  },
  compressed: {
    es: "El cuerpo debe ir sin comprimir, sin Content-Encoding.",
    en: "The body must come uncompressed, without Content-Encoding.",
  },
  tooManyInForm: { es: "tiene demasiados campos", en: "has too many fields" },
  givenTwice: { es: "aparece más de una vez", en: "is given more than once" },
  clock: { es: "debe ser una hora, como 22:30", en: "must be a time of day, such as 22:30" },
  otherName: { es: "no es el nombre de la ficha", en: "is not the name of the record" },

  blank: { es: "no puede estar en blanco", en: "must not be blank" },
  unclean: {
    es: "no puede llevar caracteres NUL ni Unicode roto",
    en: "must not contain NUL characters or broken Unicode",
  },
  uncleanData: {
    es: "no puede llevar caracteres NUL, Unicode roto ni números fuera de rango",
    en: "must not contain NUL characters, broken Unicode or numbers out of range",
  },

  text: { es: "debe ser un texto", en: "must be text" },
  number: { es: "debe ser un número", en: "must be a number" },
  integer: { es: "debe ser un número entero", en: "must be a whole number" },
  boolean: { es: "debe ser true o false", en: "must be true or false" },
  list: { es: "debe ser una lista", en: "must be a list" },
  object: { es: "debe ser un objeto", en: "must be an object" },
  email: { es: "debe ser una dirección de correo", en: "must be an e-mail address" },
  besideAddress: (rest: string): Text => ({
    es: `lleva «${rest}» junto a la dirección, que es para otro sitio, como las notas`,
    en: `has “${rest}” beside the address, which belongs elsewhere, such as the notes`,
  }),
  plainEmail: {
    es: "para entrar debe ser una dirección sin acentos ni otras letras que las inglesas",
    en: "must be an address of plain English letters, as it signs in",
  },
  day: { es: "debe ser un día, como 2026-12-31", en: "must be a day, such as 2026-12-31" },
  instant: {
    es: "debe ser un instante, como 2026-12-31T09:30:00Z",
    en: "must be an instant, such as 2026-12-31T09:30:00Z",
  },
  phone: { es: "debe ser un número de teléfono", en: "must be a phone number" },
  besideNumber: (rest: string): Text => ({
    es: `lleva «${rest}» junto al número, que es para otro sitio, como las notas`,
    en: `has “${rest}” beside the number, which belongs elsewhere, such as the notes`,
  }),
  hostName: {
    es: "debe ser el nombre de un servidor, como imap.ejemplo.es",
    en: "must be the name of a server, such as imap.example.com",
  },
  within12Months: { es: "debe ser de los últimos 12 meses", en: "must be of the last 12 months" },
  otherKind: { es: "no es de cuentas de este tipo", en: "is not for accounts of this kind" },
  link: { es: "debe ser un enlace http o https", en: "must be an http or https link" },
  pushEndpoint: {
    es: "no es la dirección de un servicio de push conocido",
    en: "is not the address of a known push service",
  },
  pushKey: { es: "no es la clave pública de un navegador", en: "is not a browser's public key" },
  base64url: (bytes: number): Text => ({
    es: `debe ser base64url de ${bytes} bytes`,
    en: `must be base64url of ${bytes} bytes`,
  }),
  cursor: { es: "no es un cursor de esta lista", en: "is not a cursor of this list" },
  companyNumber: { es: "debe ser el número de una empresa", en: "must be a company's number" },
  slug: {
    es: "deben ser minúsculas y cifras, con guiones sueltos en medio",
    en: "must be lower-case letters and digits, with single hyphens between",
  },
  timezone: {
    es: "debe ser una zona IANA: Europe/Madrid",
    en: "must be an IANA time zone, as Europe/Madrid",
  },
  currency: {
    es: "debe ser una moneda ISO 4217, como EUR",
    en: "must be an ISO 4217 currency, as EUR",
  },
  origin: {
    es: "debe ser un origen exacto, como https://www.ejemplo.es",
    en: "must be an exact origin, as https://www.example.es",
  },

  exactly: (value: string): Text => ({ es: `debe ser \`${value}\``, en: `must be \`${value}\`` }),
  oneOf: (values: string): Text => ({
    es: `debe ser uno de ${values}`,
    en: `must be one of ${values}`,
  }),
  sort: (names: string): Text => ({
    es: `debe nombrar alguno de ${names}, cada uno con - para descendente`,
    en: `must name any of ${names}, each with - for descending`,
  }),
  moreThan: (bound: number): Text => ({
    es: `debe ser mayor que ${bound}`,
    en: `must be more than ${bound}`,
  }),
  lessThan: (bound: number): Text => ({
    es: `debe ser menor que ${bound}`,
    en: `must be less than ${bound}`,
  }),
  atLeast: (bound: number): Text => ({
    es: `debe ser como mínimo ${bound}`,
    en: `must be at least ${bound}`,
  }),
  atMost: (bound: number): Text => ({
    es: `debe ser como máximo ${bound}`,
    en: `must be at most ${bound}`,
  }),
  integerWithin: (min: number, max: number): Text => ({
    es: `debe ser un número entero de ${min} a ${max}`,
    en: `must be a whole number from ${min} to ${max}`,
  }),
  decimals: (max: number): Text => ({
    es: max === 0 ? "no admite decimales" : `admite como mucho ${max} decimales`,
    en: max === 0 ? "must have no decimals" : `must have at most ${max} decimals`,
  }),
  years: (from: number, to: number): Text => ({
    es: `debe estar entre los años ${from} y ${to}`,
    en: `must be in the years ${from} to ${to}`,
  }),
  fewestItems: (bound: number): Text => ({
    es: `debe tener al menos ${bound}`,
    en: `must have at least ${bound}`,
  }),
  mostItems: (bound: number): Text => ({
    es: `admite como mucho ${bound}`,
    en: `must have at most ${bound}`,
  }),
  fewestCharacters: (min: number): Text => ({
    es: `debe tener al menos ${min} caracteres`,
    en: `must have at least ${min} characters`,
  }),
  mostCharacters: (max: number, surplus = 0): Text => ({
    es: `admite como mucho ${max} caracteres` + (surplus > 0 ? ` (${surplus} de más)` : ""),
    en: `must have at most ${max} characters` + (surplus > 0 ? ` (${surplus} too many)` : ""),
  }),
  mostBytes: (max: number): Text => ({
    es: `admite como mucho ${max} bytes de JSON`,
    en: `must be at most ${max} bytes of JSON`,
  }),

  taken: { es: "ya está en uso", en: "is taken already" },
  brokenPicture: {
    es: "está incompleta o dañada: falta una parte entre la cabecera y el final",
    en: "is incomplete or damaged: a part between its header and its end is missing",
  },
  largePicture: { es: "pasa de 4000 × 4000 píxeles", en: "has more than 4000 × 4000 pixels" },
  changedSince: { es: "se ha cambiado después", en: "was changed since" },
  cannotSend: { es: "es una cuenta que solo recibe", en: "is an account that only receives" },
  noAddressThere: {
    es: "no conoce a esta persona, o no tiene una dirección suya",
    en: "does not know this person, or has no address of theirs",
  },
  filesGone: {
    es: "no están aquí, o ya son de otro mensaje o nota",
    en: "are not here, or belong to another message or note already",
  },
  filesTooLarge: { es: "suman más de 25 MB", en: "are more than 25 MB together" },
  onlyRecorded: {
    es: "solo vale para lo que se registra, no para lo que se envía",
    en: "is only for what is recorded, not for what is sent",
  },
  onlyOut: { es: "solo vale para lo que se envía", en: "is only for what is sent" },
  unknownVariable: (names: string) => ({
    es: `usa una variable que no existe; las hay: ${names}`,
    en: `uses a variable that does not exist; there are: ${names}`,
  }),
  notInvited: {
    es: "no es un correo de ese contacto que invite a un evento",
    en: "is no mail of that contact that invites to an event",
  },
  notOurs: { es: "no es de esta empresa", en: "is not one of this company's" },
  notAnotherOfOurs: {
    es: "no es otra de esta empresa",
    en: "is not another one of this company's",
  },
  notBoth: (names: string): Text => ({
    es: `indica solo uno de ${names}`,
    en: `give only one of ${names}`,
  }),
  onlyWith: (value: string): Text => ({
    es: `solo vale con ${value}`,
    en: `goes with ${value} only`,
  }),
  untilBeforeStart: { es: "es anterior al comienzo", en: "is before the start" },
  untilTooLate: (max: number): Text => ({
    es: `pasa de ${max} años después del comienzo`,
    en: `is more than ${max} years after the start`,
  }),
  countTooFar: (max: number): Text => ({
    es: `acaba más de ${max} años después del comienzo`,
    en: `ends more than ${max} years after the start`,
  }),
  startsTooEarly: (max: number): Text => ({
    es: `es de hace más de ${max} años: una serie sin fin no puede empezar tan pronto`,
    en: `is more than ${max} years ago: a series without end cannot begin so early`,
  }),
  endsBeforeThis: {
    es: "deja fuera la cita que se cambia",
    en: "leaves out the event that is changed",
  },
  needsScope: {
    es: "cambia varias citas: indica scope=following o scope=all",
    en: "changes several events: give scope=following or scope=all",
  },
  sameRecord: { es: "debe ser otro distinto de este", en: "must be another one than this" },
  addOrRemove: { es: "indica add, remove o ambos", en: "give add, remove or both" },
  onlyWithFilter: { es: "solo va con filter", en: "only goes with filter" },
  notWithUndo: { es: "no va con undo_id", en: "does not go with undo_id" },
  tooManyMatches: (count: number, max: number): Text => ({
    es: `encuentra ${count} registros; se admiten ${max}`,
    en: `matches ${count} records; ${max} are allowed`,
  }),
  tooManyTags: (max: number): Text => ({
    es: `admite ${max} etiquetas como mucho`,
    en: `must be at most ${max} tags`,
  }),
  tooManyViews: (max: number): Text => ({
    es: `no cabe: aquí hay ya ${max} vistas`,
    en: `has no room: there are ${max} views here already`,
  }),
  oneSubject: (names: string): Text => ({
    es: `indica exactamente uno de ${names}`,
    en: `give exactly one of ${names}`,
  }),
  unknownTimezone: { es: "la base de datos no la conoce", en: "is not known to the database" },

  ownAddressTooLong: {
    es: "tu dirección es demasiado larga",
    en: "your address is too long for one",
  },
  sameIds: { es: "debe tener ids distintos", en: "must have different ids" },
  recipients: (max: number): Text => ({
    es: `debe nombrar de 1 a ${max} usuarios`,
    en: `must name 1 to ${max} users`,
  }),
  eitherUser: { es: "indica userId o bien userIds", en: "give either userId or userIds" },
  noAnswer: { es: "indica un botón, un texto o ambos", en: "give a button, a text, or both" },

  tooManyMarks: (max: number): Text => ({
    es: `admite como mucho ${max} ids entre todas las listas`,
    en: `must have at most ${max} ids in all of its lists`,
  }),

  noNameNorAddress: {
    es: "indica nombre, correo o teléfono",
    en: "give a name, an e-mail or a phone",
  },
  noAddress: { es: "indica un correo o un teléfono", en: "give an e-mail or a phone" },
  tooManyFields: (max: number): Text => ({
    es: `sobra: como mucho ${max} campos más`,
    en: `is one too many: at most ${max} further fields`,
  }),
  nameTooLong: { es: "tiene un nombre muy largo", en: "has too long a name" },
  inFuture: { es: "no puede estar en el futuro", en: "must not be in the future" },
  notInFuture: { es: "debe estar en el futuro", en: "must be in the future" },
  overlaps: {
    es: "se solapa con otro horario del mismo día",
    en: "overlaps other hours of the same day",
  },
  endsBeforeStart: { es: "no puede ser antes del comienzo", en: "must not be before the start" },
  endsTooLate: (max: number): Text => ({
    es: `a ${max} días como mucho`,
    en: `must be within ${max} days of the start`,
  }),
  sameStage: { es: "debe ser otra etapa", en: "must be another stage" },
  eachStageOnce: { es: "debe nombrar cada etapa una vez", en: "must name each stage once" },
  twoClients: { es: "no puede ir con client_id", en: "cannot go with client_id" },
  opportunityNeeded: {
    es: "no puede ser false con una oportunidad o productos",
    en: "cannot be false with an opportunity or products",
  },
  notALine: { es: "no es una línea de este presupuesto", en: "is not a line of this quotation" },
  notAProduct: { es: "no es un producto activo", en: "is not an active product" },
  neededWithoutProduct: { es: "hace falta si no hay producto", en: "is needed without a product" },
  amountTooLarge: { es: "da un importe demasiado grande", en: "makes too large an amount" },
  noLine: { es: "debe tener una línea", en: "must have a line" },
  dayPassed: { es: "ya ha pasado", en: "has passed" },
  beforeIssueDate: (day: string): Text => ({
    es: `no puede ser antes de issue_date, ${day}`,
    en: `must not be before issue_date, ${day}`,
  }),
  afterValidUntil: (day: string): Text => ({
    es: `no puede ser después de valid_until, ${day}`,
    en: `must not be after valid_until, ${day}`,
  }),
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
