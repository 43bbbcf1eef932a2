const apps: Record<string, string> = {
  instagram: "Instagram",
  facebook: "Facebook",
  whatsapp: "WhatsApp",
};

const shownDigits = 4;

/** Name of somebody of whom only an id is known: the app, and the end of their id. */
export function fallbackName(channel: string, personId: string): string {
  return `${apps[channel] ?? channel} ${personId.slice(-shownDigits)}`;
}

/** A long id of a person in an app says nothing, and is shown as a name. */
export function shownId(channel: string, id: string | null): string | null {
  const isApps = apps[channel] !== undefined && id !== null && /\d{4}$/.test(id);
  // A number of WhatsApp is read as it is.
  if (!isApps || (channel === "whatsapp" && /^\+?\d+$/.test(id))) return id;
  return fallbackName(channel, id);
}
