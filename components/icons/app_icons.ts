/** Marks of the apps that messages come by, drawn like Lucide's icons. */
export const appIcons = {
  whatsapp:
    "M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719M9.1 7.6l-1 .6c-.5 4.200 3.500 8.200 7.700 7.700l.6-1-2-1.500-1.200.7c-1.200-.5-2.500-1.800-3-3l.6-1.400z",
  instagram:
    "M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5zM8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M17.500 6.500h.01",
  facebook: "M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3z",
};

/** Path data of the marks by the names that `Icon` draws. */
export const appIconPaths = {
  "app-whatsapp": appIcons.whatsapp,
  "app-instagram": appIcons.instagram,
  "app-facebook": appIcons.facebook,
};

export type App = keyof typeof appIcons;

/** The app that a channel is, if it is one. */
export function appOf(channel: string | null): App | null {
  return channel !== null && Object.hasOwn(appIcons, channel) ? channel as App : null;
}
