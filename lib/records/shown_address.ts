import { domainToUnicode } from "node:url";
import { comparedAddress, isAddress } from "@/lib/input/addresses/email_address.ts";

/** An address with its domain in its own script, where that is the same address (UTS 46). */
export function shownAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (at < 0 || !/(?:^|\.)xn--/i.test(domain)) return address;
  const text = `${address.slice(0, at)}@${domainToUnicode(domain)}`;
  const isSame = isAddress(text) && comparedAddress(text) === comparedAddress(address);
  return isSame ? text : address;
}

/** The spellings under which texts and older rows may have an address, in lower case. */
export function addressForms(address: string): string[] {
  const compared = comparedAddress(address);
  return [...new Set([address.toLowerCase(), compared, shownAddress(compared)])];
}

export function shownMailbox<T extends { address: string }>(mailbox: T): T {
  return { ...mailbox, address: shownAddress(mailbox.address) };
}
