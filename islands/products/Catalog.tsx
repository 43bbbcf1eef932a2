/** Islands that only the list of products has. */
export { ArchiveRows } from "@/lib/panel/products/parts/ArchiveRows.tsx";
export { ProductCells } from "@/lib/panel/products/parts/ProductCells.tsx";
