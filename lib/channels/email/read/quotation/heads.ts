import {
  headerBlockAt,
  type HeaderValues,
} from "@/lib/channels/email/read/quotation/header_block.ts";
import { introductionAt } from "@/lib/channels/email/read/quotation/introduction.ts";
import { isOutlookRule, isRule, separated } from "@/lib/channels/email/read/quotation/separator.ts";
import { isPhoneLine } from "@/lib/channels/email/read/quotation/signature.ts";

/** The introduction above a quotation: a rule, a separator, a mail's headers or a sentence. */
export interface Head {
  kind: "forwarded" | "headers" | "introduction";
  behind: number;
  /** A quotation stands below even where its lines are not marked. */
  isCertain: boolean;
  headers?: HeaderValues;
}

export class Heads {
  /** Above this line no block of headers is left to be looked for. */
  #triedUntil = 0;

  constructor(private readonly lines: readonly string[]) {}

  at(at: number): Head | undefined {
    const line = this.lines[at]!;
    if (line.trim() === "" || line.startsWith(">")) return undefined;
    const separator = separated(line);
    if (separator === "forwarded") return { kind: separator, behind: at + 1, isCertain: true };
    const isAnswered = separator === "answered";
    const headers = this.#headersAt(at, isAnswered) ??
      (isAnswered ? { behind: at + 1 } : undefined);
    return headers ? { kind: "headers", isCertain: true, ...headers } : this.#introductionAt(at);
  }

  #headersAt(at: number, isAnswered: boolean): Pick<Head, "behind" | "headers"> | undefined {
    const { lines } = this;
    const line = lines[at]!;
    const isAbove = isAnswered || isRule(line);
    const begin = at + (isAbove ? lines[at + 1]?.trim() === "" ? 2 : 1 : 0);
    if (begin >= lines.length || begin < this.#triedUntil) return undefined;
    const block = headerBlockAt(lines, begin, isAnswered || isOutlookRule(line));
    if (block?.isOfMail) return { behind: block.behind, headers: block.values };
    if (block) this.#triedUntil = block.behind;
    return undefined;
  }

  #introductionAt(at: number): Head | undefined {
    const introduction = introductionAt(this.lines, at);
    if (!introduction) return undefined;
    const above = this.lines[at - 1]?.trim() ?? "";
    const isCertain = introduction.isCertain && (above === "" || isPhoneLine(above));
    return { kind: "introduction", behind: introduction.behind, isCertain };
  }
}
