/** The gateway's own URLs, with their actions by method. */
import {
  addOptions,
  addPasskey,
  endAll,
  endSession,
  remove,
  rename,
  showAccount,
} from "@/gateway/actions/account.tsx";
import {
  linkOptions,
  makePasskeyByLink,
  showInvitation,
  useLink,
} from "@/gateway/actions/invitation.tsx";
import {
  passkeyOptions,
  sendCode,
  showSignIn,
  signInByCode,
  signInByPasskey,
  signOutByForm,
  signOutByLink,
} from "@/gateway/actions/sign_in.tsx";
import { health, showAsset, showKeys } from "@/gateway/actions/public.ts";
import type { Additions } from "@/gateway/additions.ts";
import type { Methods } from "./page_request.ts";

const pages: Record<string, Methods> = {
  "/.gateway/login": { GET: showSignIn },
  "/.gateway/logout": { GET: signOutByLink, POST: signOutByForm },
  "/.gateway/passkey/options": { POST: passkeyOptions },
  "/.gateway/passkey": { POST: signInByPasskey },
  "/.gateway/code": { POST: sendCode },
  "/.gateway/code/check": { POST: signInByCode },
  "/.gateway/link/options": { POST: linkOptions },
  "/.gateway/link/passkey": { POST: makePasskeyByLink },
  "/.gateway/link/use": { POST: useLink },
  "/.gateway/account": { GET: showAccount },
  "/.gateway/account/passkey/options": { POST: addOptions },
  "/.gateway/account/passkey": { POST: addPasskey },
  "/.gateway/account/rename": { POST: rename },
  "/.gateway/account/remove": { POST: remove },
  "/.gateway/account/end": { POST: endSession },
  "/.gateway/account/end-all": { POST: endAll },
  "/.gateway/jwks": { GET: showKeys },
  "/.gateway/healthz": { GET: health },
};

/** Actions of the path by method; null if it is not one of the gateway's. */
export function ownPage(pathname: string, added: Additions["pages"] = {}): Methods | null {
  if (pathname.startsWith("/enter/")) return { GET: showInvitation };
  if (!pathname.startsWith("/.gateway/")) return null;
  if (pathname.startsWith("/.gateway/static/")) return { GET: showAsset };
  return { ...methodsAt(added, pathname), ...methodsAt(pages, pathname) };
}

function methodsAt(table: Readonly<Record<string, Methods>>, pathname: string): Methods {
  return Object.hasOwn(table, pathname) ? table[pathname]! : {};
}

/** Whether machines request the path by other host names than the public one. */
export function isForMachines(pathname: string): boolean {
  return ["/.gateway/jwks", "/.gateway/healthz"].includes(pathname);
}
