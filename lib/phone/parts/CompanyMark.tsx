import { isShownLogo } from "@/lib/values/logo.ts";
import type { Pairing } from "@/lib/phone/pairing.ts";

/** A company's logo, or a dot of its colour; decoration, so its name stands beside it. */
export function CompanyMark({ company }: Pick<Pairing, "company">) {
  if (isShownLogo(company.logo)) return <img class="company-logo" src={company.logo} alt="" />;
  // Set by script and not by an attribute, which the content policy forbids.
  return <span class="company-dot" style={{ backgroundColor: company.color }} />;
}
