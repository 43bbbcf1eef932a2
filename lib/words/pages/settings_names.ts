import { fieldWords } from "@/lib/words/field_words.ts";

/** The settings' pages and those that their menu leads to, by name. */
export const settingsNames = {
  profile: { es: "Perfil", en: "Profile" },
  hours: { es: "Horario", en: "Opening hours" },
  brand: { es: "Imagen", en: "Brand" },
  sales: fieldWords.sales,
  form: { es: "Formulario web", en: "Web form" },
  channels: { es: "Canales", en: "Channels" },
  templates: fieldWords.templates,
  notices: { es: "Avisos", en: "Notices" },
  privacy: { es: "Datos personales", en: "Personal data" },
  me: { es: "Tus preferencias", en: "Your preferences" },
  employees: { es: "Equipo", en: "Team" },
  trash: fieldWords.trash,
  activities: { es: "Actividad", en: "Activity" },
  phones: fieldWords.phones,
  keys: fieldWords.apiKeys,
};
