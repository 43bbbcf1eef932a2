import { cifOf } from "../tax_ids.ts";
import type { Trade } from "../trade.ts";
import { studioAgenda } from "./agenda.ts";
import { studioCatalogue } from "./catalogue.ts";
import { studioProjects } from "./projects.ts";
import { studioWords } from "./words.ts";

const day: [from: string, to: string][] = [["09:30", "18:30"]];

/** Estudio Relevo: interiors, brands and print, the design division. */
export const studio: Trade = {
  companyId: 2,
  details: {
    name: "Estudio Relevo",
    color: "#7c3aed",
    legal_name: "Estudio Relevo Diseño, S. L.",
    tax_id: cifOf(23_908),
    address: "Calle del Almirante Claro, 7, bajo, 28004 Madrid",
    phone: "+34 750 02 39 08",
    email: "hola@estudio.example",
    website: "https://www.estudio.example",
    quote_validity_days: 30,
    quote_prefix: "E",
    quote_terms:
      "30 % al encargo, 40 % con la primera entrega y 30 % al final. Incluye dos rondas de cambios. Los derechos se ceden con el último pago.",
    opening_hours: { mon: day, tue: day, wed: day, thu: day, fri: [["09:00", "15:00"]] },
    unanswered_minutes: 240,
  },
  products: studioCatalogue,
  projects: studioProjects,
  words: studioWords,
  // Budgets are spent before summer and before the year ends.
  season: [3, 3, 3, 3, 4, 4, 2, 1, 3, 3, 4, 4],
  channels: [
    ["web", 34],
    ["instagram", 21],
    ["whatsapp", 14],
    ["referral", 13],
    ["phone", 8],
    ["facebook", 5],
    ["other", 5],
  ],
  businesses: [
    ...["Bodegas Valdearena", "Cerámica Torno", "Conservas La Almadraba", "Hotel Patio Sur"],
    ...["Clínica Aurora", "Aceites Picual Viejo", "Fundación Páramo", "Cervezas Grajo"],
    ...["Mensajería Pedal", "Escuela de Cocina Comino", "Galería Umbral", "Inmobiliaria Solana"],
    ...["Promociones Alameda", "Teatro La Tramoya", "Café Tueste", "Moda Hilván"],
    ...["Laboratorios Quelato", "Restaurante Brasa Lenta", "Librería Palimpsesto", "Yoga Ánima"],
    ...["Editorial Mirlo", "Muebles Nórdica", "Perfumes Azahar", "Chocolates Onza"],
    ...["Bufete Cárcava", "Viveros El Romeral", "Turrones La Jijona Alta", "Arquitectura Vano"],
    ...["Coworking La Nave", "Relojería Péndulo", "Podcast Onda Corta", "Ganadería Dehesa Baja"],
    ...["Hostal La Ría", "Panadería Masa Madre", "Pinturas Cobalto", "Sidrería Llagar"],
    ...["Museo del Agua", "Joyas Filigrana", "Clínica Iris", "Bicicletas Piñón"],
    ...["Ópera de Bolsillo", "Vermú Esquina", "Jardines Boj", "Escuela Compás"],
    ...["Festival Sonda", "Mieles del Alto", "Tostadero Cardamomo", "Guardería Caracol"],
  ],
  ...studioAgenda,
};
