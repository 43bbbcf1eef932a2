/** The menus and the bar of a list with saved views, in one bundle: they come together. */
export { BulkBar } from "@/components/bulk/BulkBar.tsx";
export { SavedViews } from "@/components/views/SavedViews.tsx";
