export { ImportFile } from "@/lib/panel/imports/ImportFile.tsx";
