/** RFC 3966, of a number as it is stored. */
export function dialLink(phone: string): string {
  const { number, extension } = partsOf(phone);
  const digits = number.replace("(0)", "").replace(/[^\d+]/g, "");
  return `tel:${digits}${extension ? `;ext=${extension}` : ""}`;
}

export function partsOf(phone: string): { number: string; extension?: string } {
  const [number = "", extension] = phone.split(" ext. ");
  return { number, extension };
}
