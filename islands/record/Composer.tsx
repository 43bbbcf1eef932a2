/** An island on the pages of records, and a part of other islands. */
export { Composer } from "@/lib/panel/composer/Composer.tsx";
