import type { settingsNames } from "@/lib/words/pages/settings_names.ts";

export type Place = keyof typeof settingsNames;

/** Pages of the settings and those that their menu leads to. */
export const settingsPaths: Record<Place, `/panel/${string}`> = {
  profile: "/panel/settings",
  hours: "/panel/settings/hours",
  brand: "/panel/settings/brand",
  sales: "/panel/settings/sales",
  form: "/panel/settings/form",
  channels: "/panel/settings/channels",
  templates: "/panel/settings/templates",
  notices: "/panel/settings/notices",
  privacy: "/panel/settings/privacy",
  me: "/panel/settings/me",
  employees: "/panel/employees",
  trash: "/panel/trash",
  activities: "/panel/activities",
  phones: "/panel/notifications/phones",
  keys: "/panel/notifications/keys",
};
