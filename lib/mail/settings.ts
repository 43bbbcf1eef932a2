import * as z from "zod";

/** The installation's own mail: sign-in codes leave by it, and alerts; a company's never does. */
export interface MailConfig {
  host: string;
  port: number;
  /** "tls" from the first byte, "starttls" before anything is said, or "none". */
  security: "tls" | "starttls" | "none";
  user?: string;
  password?: string;
  from: string;
}

export const mailVariables = {
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  SMTP_SECURITY: z.enum(["tls", "starttls", "none"]).default("starttls"),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  SMTP_FROM: z.string().regex(/^[^\r\n]*@[^\r\n]+$/, "must be an e-mail address").optional(),
};

type MailSettings = z.output<z.ZodObject<typeof mailVariables>>;

/** Says which of the variables lacks another. */
export function checkMail(
  settings: MailSettings,
  refuse: (name: string, message: string) => void,
): void {
  if (settings.SMTP_HOST && !settings.SMTP_FROM) refuse("SMTP_FROM", "is needed with SMTP_HOST");
  if (settings.SMTP_USER && !settings.SMTP_PASSWORD) {
    refuse("SMTP_PASSWORD", "is needed with SMTP_USER");
  }
}

const usualPorts = { tls: 465, starttls: 587, none: 25 };

export function mailConfigOf(settings: MailSettings): MailConfig | null {
  const { SMTP_HOST: host, SMTP_SECURITY: security } = settings;
  if (!host) return null;
  return {
    host,
    port: settings.SMTP_PORT ?? usualPorts[security],
    security,
    user: settings.SMTP_USER,
    password: settings.SMTP_PASSWORD,
    from: settings.SMTP_FROM!,
  };
}
