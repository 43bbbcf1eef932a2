/** Islands of every page's frame in one bundle: one request in place of several. */
export { CommandPalette } from "@/lib/panel/frame/CommandPalette.tsx";
export { LiveChanges } from "@/lib/panel/record/LiveChanges.tsx";
export { NoteVisit } from "@/lib/panel/frame/NoteVisit.tsx";
export { Preferences } from "@/lib/panel/frame/Preferences.tsx";
export { ShortcutSheet } from "@/lib/panel/frame/ShortcutSheet.tsx";
export { Toasts } from "@/lib/panel/frame/Toasts.tsx";
