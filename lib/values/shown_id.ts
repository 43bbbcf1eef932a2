const apps: Record<string, string> = {
  instagram: "Instagram",
  facebook: "Facebook",
  whatsapp: "WhatsApp",
};

const shownDigits = 4;

/** A long id of a person in an app says nothing: the app's name and its last digits. */
export function shownId(channel: string, id: string | null): string | null {
  const app = apps[channel];
  const isApps = app !== undefined && id !== null && /\d{4}$/.test(id);
  // A number of WhatsApp is read as it is.
  if (!isApps || (channel === "whatsapp" && /^\+?\d+$/.test(id))) return id;
  return `${app} ${id.slice(-shownDigits)}`;
}
