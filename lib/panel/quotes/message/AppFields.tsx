import { limits, type MetaKind } from "@/lib/channels/meta/out/limits.ts";
import { PartsLine } from "@/lib/panel/composer/apps/PartsLine.tsx";
import { isOver } from "@/lib/panel/composer/apps/use_standing.ts";
import { WindowLine } from "@/lib/panel/composer/apps/WindowLine.tsx";
import type { QuoteMessage } from "@/lib/panel/quotes/message/use_message.ts";
import { QuoteTemplate } from "@/lib/panel/quotes/message/QuoteTemplate.tsx";
import type { FillValues } from "@/lib/panel/record/fill.ts";
import { partCount } from "@/lib/values/text_parts.ts";

interface AppFieldsProps {
  message: QuoteMessage;
  fill: FillValues;
  /** The quotation goes along, as a link and on paper. */
  hasQuote: boolean;
}

/** Whom a message by WhatsApp, Instagram or Facebook goes to, and what can be sent to them now. */
export function AppFields({ message, fill, hasQuote }: AppFieldsProps) {
  const { account, reach, standing, isTemplate, values } = message;
  if (!account || !reach || !standing) return null;
  const kind = account.kind as MetaKind;
  return (
    <>
      <div class="space-y-1 text-label text-soft">
        <WindowLine id="message-window" reach={reach} standing={standing} />
        <PartsLine count={isOver(standing) ? 0 : countOf(kind, values.text, hasQuote)} />
      </div>
      {isTemplate && (
        <QuoteTemplate key={account.id} message={message} fill={fill} hasQuote={hasQuote} />
      )}
    </>
  );
}

/** Letters of a link that stands below the text. */
const linkLength = 100;

function countOf(kind: MetaKind, text: string, hasQuote: boolean): number {
  const { caption, text: limit } = limits[kind];
  if (!hasQuote) return partCount(text, 0, limit);
  const whole = text.length + linkLength;
  return whole <= caption ? 1 : partCount(text.padEnd(whole, "."), 1, limit);
}
