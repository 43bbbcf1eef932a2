import type { Random } from "./random.ts";

/** Names, addresses and places of people; no person comes twice. */

export interface Person {
  first: string;
  name: string;
  email: string;
  phone: string;
  /** User name on Instagram and Facebook. */
  handle: string;
  place: string;
}

interface Address {
  address: string;
  postal_code: string;
  city: string;
  region: string;
}

const firsts = [
  ...["Adrián", "Alba", "Álvaro", "Amaia", "Antonio", "Begoña", "Beatriz", "Borja", "Carla"],
  ...["Carlos", "Celia", "Clara", "Cristina", "Daniel", "David", "Diego", "Elisa", "Emilio"],
  ...["Esther", "Eva", "Fernando", "Gema", "Gonzalo", "Guillermo", "Inés", "Isabel", "Jaime"],
  ...["Javier", "Jorge", "Julia", "Laura", "Leire", "Lola", "Luis", "Macarena", "Manuel"],
  ...["María José", "Marina", "Mateo", "Miguel Ángel", "Mónica", "Nerea", "Noelia", "Nuria"],
  ...["Pablo", "Paloma", "Patricia", "Pedro", "Pilar", "Rafael", "Raquel", "Roberto", "Rocío"],
  ...["Rosa", "Rubén", "Sandra", "Santiago", "Silvia", "Sofía", "Teresa", "Víctor", "Yolanda"],
];
const lasts = [
  ...["Aguirre", "Alonso", "Aranda", "Barrios", "Benítez", "Blasco", "Bravo", "Calvo", "Cano"],
  ...["Carrasco", "Castaño", "Cuesta", "Delgado", "Duarte", "Escudero", "Esteban", "Fuentes"],
  ...["Gallardo", "Garrido", "Giménez", "Herrera", "Hidalgo", "Ibáñez", "Iglesias", "Lara"],
  ...["León", "Lozano", "Maestre", "Marín", "Medina", "Menéndez", "Molina", "Montero", "Mora"],
  ...["Navas", "Núñez", "Ochoa", "Ortega", "Pascual", "Peña", "Pizarro", "Quintana", "Redondo"],
  ...["Reina", "Rivas", "Roldán", "Rueda", "Salas", "Sancho", "Santana", "Segura", "Sierra"],
  ...["Tejada", "Tena", "Ugarte", "Valverde", "Vázquez", "Vera", "Vicente", "Zamora"],
];
const foreigners = [
  ...["Emma Clarke", "James Whitfield", "Sophie Turner", "Liam O'Connor", "Hannah Fischer"],
  ...["Marco Bellini", "Claire Dubois", "Oliver Hughes", "Anneke de Vries", "Thomas Keller"],
  ...["Grace Murphy", "Erik Lindqvist", "Isabelle Laurent", "Daniel Novak", "Chloe Bennett"],
  ...["Jonas Weber", "Megan Doyle", "Lucas Ferreira", "Amelia Ross", "Peter van Dijk"],
];
const mailboxes = ["correo.example", "buzon.example", "mail.example", "micorreo.example"];
const places = [
  ...["Chamberí", "Lavapiés", "Carabanchel", "Arganzuela", "Retiro", "Malasaña", "Tetuán"],
  ...["Vallecas", "Hortaleza", "Chueca", "La Latina", "Usera", "Prosperidad", "Argüelles"],
  ...["Aravaca", "Ciudad Lineal", "Las Tablas", "Moratalaz", "Getafe", "Pozuelo", "Alcorcón"],
  ...["Las Rozas", "Leganés", "Rivas", "Torrelodones"],
];
const streets = [
  ...["Calle del Olmo", "Calle de la Encina", "Calle del Carpintero", "Avenida de los Pinares"],
  ...["Calle de la Fragua", "Calle de la Luna Nueva", "Plaza del Mercado Viejo", "Calle del Tilo"],
  ...["Calle de los Tejedores", "Paseo de la Ribera Alta", "Calle del Molino", "Calle del Aire"],
  ...["Avenida de la Estación Sur", "Calle de las Moreras", "Travesía del Horno", "Calle Nogal"],
];
const towns = [
  { city: "Madrid", region: "Madrid", code: 28000, weight: 12 },
  { city: "Alcalá de Henares", region: "Madrid", code: 28800, weight: 2 },
  { city: "Getafe", region: "Madrid", code: 28900, weight: 2 },
  { city: "Pozuelo de Alarcón", region: "Madrid", code: 28220, weight: 2 },
  { city: "Guadalajara", region: "Guadalajara", code: 19000, weight: 1 },
  { city: "Toledo", region: "Toledo", code: 45000, weight: 1 },
  { city: "Segovia", region: "Segovia", code: 40000, weight: 1 },
];

/** Deals people, none of them twice. */
export function peopleSource(random: Random): { next(foreign?: boolean): Person } {
  const names = new Set<string>();
  const strangers = random.shuffled(foreigners);
  let serial = random.int(100_000, 400_000);
  const unused = (): string => {
    const name = `${random.pick(firsts)} ${random.pick(lasts)}`;
    return names.has(name) ? unused() : name;
  };
  return {
    next(foreign = false) {
      const name = foreign && strangers.pop() || unused();
      names.add(name);
      const handle = folded(name).replace(/ /g, ".");
      serial += random.int(7, 97);
      return {
        name,
        first: firsts.find((first) => name.startsWith(`${first} `)) ?? name.split(" ")[0]!,
        email: `${handle}@${random.pick(mailboxes)}`,
        phone: phoneOf(serial),
        handle: handle.replace(/\./g, random.pick(["_", ".", ""])),
        place: random.pick(places),
      };
    },
  };
}

export function addressOf(random: Random): Address {
  const { city, region, code } = random.weighted(towns.map((town) => [town, town.weight] as const));
  return {
    address: `${random.pick(streets)}, ${random.int(1, 98)}`,
    postal_code: String(code + random.int(1, 19)),
    city,
    region,
  };
}

/** A business's domain under .example, which is reserved. */
export function domainOf(business: string): string {
  return `${folded(business).replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "")}.example`;
}

/** A mobile number in block 75, which Spain has not assigned. */
function phoneOf(serial: number): string {
  const digits = `75${String(serial % 10_000_000).padStart(7, "0")}`;
  return `+34 ${digits.replace(/(...)(..)(..)(..)/, "$1 $2 $3 $4")}`;
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/['’]/g, "").toLowerCase();
}
