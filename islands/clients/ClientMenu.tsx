export { ClientMenu } from "@/lib/panel/clients/ClientMenu.tsx";
