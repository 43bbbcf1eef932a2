/** What the frame of every page holds, in one bundle: each by itself would be a request more. */
export { CommandPalette } from "@/lib/panel/frame/CommandPalette.tsx";
export { LiveChanges } from "@/lib/panel/frame/LiveChanges.tsx";
export { NoteVisit } from "@/lib/panel/frame/NoteVisit.tsx";
export { Preferences } from "@/lib/panel/frame/Preferences.tsx";
export { ShortcutSheet } from "@/lib/panel/frame/ShortcutSheet.tsx";
export { Toasts } from "@/lib/panel/frame/Toasts.tsx";
