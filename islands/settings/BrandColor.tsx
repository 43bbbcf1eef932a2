export { BrandColor } from "@/lib/panel/settings/BrandColor.tsx";
