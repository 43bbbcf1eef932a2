import { cifOf } from "../tax_ids.ts";
import type { Trade } from "../trade.ts";
import { workshopAgenda } from "./agenda.ts";
import { workshopCatalogue } from "./catalogue.ts";
import { workshopProjects } from "./projects.ts";
import { workshopWords } from "./words.ts";

const day: [from: string, to: string][] = [["08:30", "14:00"], ["16:00", "19:00"]];

/** Talleres Relevo: joinery, renovation and furniture to measure. */
export const workshop: Trade = {
  companyId: 1,
  details: {
    name: "Talleres Relevo",
    color: "#b45309",
    legal_name: "Talleres Relevo, S. L.",
    tax_id: cifOf(10_417),
    address: "Calle de la Sierra Mecánica, 14, nave 3, 28914 Leganés (Madrid)",
    phone: "+34 750 01 04 17",
    email: "taller@talleres.example",
    website: "https://www.talleres.example",
    quote_validity_days: 30,
    quote_prefix: "P",
    quote_terms:
      "40 % a la aceptación, 60 % a la entrega. Precios sin IVA. Garantía de dos años en el montaje. Las medidas definitivas se toman en obra.",
    opening_hours: { mon: day, tue: day, wed: day, thu: day, fri: [["08:00", "15:00"]] },
    unanswered_minutes: 120,
  },
  products: workshopCatalogue,
  projects: workshopProjects,
  words: workshopWords,
  // A workshop closes in August, and people think of their homes in spring and before Christmas.
  season: [2, 2, 3, 4, 4, 3, 2, 1, 3, 4, 4, 3],
  channels: [
    ["web", 38],
    ["whatsapp", 22],
    ["phone", 13],
    ["referral", 9],
    ["instagram", 8],
    ["facebook", 6],
    ["other", 4],
  ],
  businesses: [
    ...["Café La Dársena", "Panadería Espiga", "Clínica Dental Norte", "Librería Los Portales"],
    ...["Comunidad Olmo 12", "Bodega El Tonel", "Farmacia Herrero", "Taberna del Puente"],
    ...["Gestoría Campillo", "Hotel Mirador", "Academia Brújula", "Floristería Malva"],
    ...["Óptica Retina", "Peluquería Rizos", "Estudio Pilates Eje", "Ferretería Tuerca"],
    ...["Restaurante Salitre", "Heladería Cierzo", "Veterinaria Patas", "Notaría Valdés"],
    ...["Escuela Infantil Nube", "Coworking Andén", "Tintorería Blanca", "Quesería Majada"],
    ...["Arquitectos Línea 9", "Comunidad Encina 40", "Pescadería Rías", "Bar Tertulia"],
    ...["Fisioterapia Activa", "Joyería Lumbre", "Residencia Los Álamos", "Abogados Foro"],
    ...["Vinoteca Racimo", "Zapatería Suela", "Galería Trazo", "Imprenta Minerva"],
  ],
  ...workshopAgenda,
};
