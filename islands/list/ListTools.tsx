/** The menus and the bar of a list with saved views, in one bundle: they come together. */
export { BulkBar } from "@/lib/panel/list/bulk/BulkBar.tsx";
export { SavedViews } from "@/lib/panel/list/views/SavedViews.tsx";
