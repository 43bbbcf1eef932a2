/** What the frame of every page holds, in one bundle: each by itself would be a request more. */
export { CommandPalette } from "@/components/frame/CommandPalette.tsx";
export { LiveChanges } from "@/components/frame/LiveChanges.tsx";
export { NoteVisit } from "@/components/frame/NoteVisit.tsx";
export { Preferences } from "@/components/frame/Preferences.tsx";
export { ShortcutSheet } from "@/components/frame/ShortcutSheet.tsx";
export { Toasts } from "@/components/frame/Toasts.tsx";
