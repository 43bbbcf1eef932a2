/** What tests call inside a page of the app, bundled as the app's own code is. */
export * from "@/lib/phone/outbox.ts";
export * from "@/lib/phone/push.ts";
export * from "@/lib/phone/shell.ts";
export * from "@/lib/phone/store.ts";
export { keepSend, listSends } from "@/lib/phone/conversations/sends.ts";
