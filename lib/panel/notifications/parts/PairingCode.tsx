import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { phoneWords } from "@/lib/panel/notifications/phone_words.ts";

interface PairingCodeProps {
  code: string;
  url: string;
  /** The link as a picture, SVG. */
  qr: string;
  expiresAt: string;
  isOver: boolean;
  onOver(): void;
}

/** The code to scan or to type, and how long it is good for. */
export function PairingCode(
  { code, url, qr, expiresAt, isOver, onOver }: PairingCodeProps,
) {
  const { language } = usePage();
  const words = useWords(phoneWords);
  const [leftMs, setLeft] = useState(() => Date.parse(expiresAt) - Date.now());
  useEffect(() => {
    const tick = () => {
      const ms = Date.parse(expiresAt) - Date.now();
      setLeft(ms);
      if (ms <= 0) onOver();
    };
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [expiresAt]);
  if (isOver) return <p role="status" class="text-soft">{words.codeOver}</p>;
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <div class="space-y-3 text-center">
      <p class="text-pretty text-soft">{words.scan}</p>
      <img
        class="mx-auto size-48 rounded-lg bg-white p-2"
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt={words.qr}
        width="192"
        height="192"
      />
      <p class="pairing-code">
        <span class="sr-only">{words.code}:</span> {code.slice(0, 4)} {code.slice(4)}
      </p>
      <p class="text-meta">
        <a class="break-all underline underline-offset-2" href={url}>{words.page}</a>
        {" · "}
        <a
          class="underline underline-offset-2"
          href={`/phone/help?lang=${language}`}
          target="_blank"
        >
          {words.steps}
        </a>
        {" · "}
        <span class="tabular-nums text-soft" role="timer">{words.expiresIn(time)}</span>
      </p>
    </div>
  );
}
