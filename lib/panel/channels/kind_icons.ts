import type { IconName } from "@/components/icons/icons.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";

/** Icons by which kinds of accounts are told apart; a word stands beside each. */
export const kindIcons: Record<AccountKind, IconName> = {
  email: "mail",
  program: "link",
  whatsapp: "app-whatsapp",
  instagram: "app-instagram",
  facebook: "app-facebook",
};
