export { LogoUpload } from "@/lib/panel/settings/LogoUpload.tsx";
