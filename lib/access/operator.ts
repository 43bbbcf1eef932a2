interface Proved {
  email: string;
  boundTo: number | null;
}

/** The gateway must have proved the address, for all companies. */
export function isOperator(
  { email, boundTo }: Proved,
  { operatorEmail }: { operatorEmail: string | undefined },
): boolean {
  return boundTo === null && email === operatorEmail;
}
