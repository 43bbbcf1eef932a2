export { BrandColor } from "@/lib/panel/settings/BrandColor.tsx";
export { LogoUpload } from "@/lib/panel/settings/LogoUpload.tsx";
