import * as z from "zod";

export const portList = z.string().transform((text, ctx) => {
  const ports = text.split(",").map((one) => one.trim()).filter(Boolean);
  for (const port of ports) {
    if (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535) continue;
    ctx.addIssue(`"${port}" is no port; ports are 1 to 65535, with commas between`);
  }
  return new Set(ports.map(Number));
});

/** Takes what a parser throws as what is wrong with the setting. */
export function readBy<T>(parse: (text: string) => T) {
  return (text: string, ctx: z.RefinementCtx): T => {
    try {
      return parse(text);
    } catch (error) {
      ctx.addIssue((error as Error).message);
      return z.NEVER;
    }
  };
}
