import { useEffect, useRef, useState } from "preact/hooks";
import { readScanned } from "@/lib/phone/pairing.ts";
import { scan } from "@/lib/phone/page/scanner.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { phonePairingWords } from "@/lib/words/phone/pairing.ts";

interface ScannerProps {
  language: Language;
  onCode(code: string): void;
  onStop(): void;
  onFailure(): void;
}

/** The camera's picture, until it shows a pairing code. */
export function Scanner({ language, onCode, onStop, onFailure }: ScannerProps) {
  const words = speak(phonePairingWords, language);
  const video = useRef<HTMLVideoElement>(null);
  const [message, setMessage] = useState(words.scanning);
  useEffect(() => {
    const stopped = new AbortController();
    scan(video.current!, (text) => {
      const scanned = readScanned(text, location.origin);
      if (scanned.kind === "code") onCode(scanned.code);
      else {
        setMessage(
          scanned.kind === "elsewhere" ? words.otherServer(scanned.host) : words.otherPicture,
        );
      }
    }, stopped.signal).catch(() => stopped.signal.aborted || onFailure());
    return () => stopped.abort();
  }, []);
  return (
    <div class="scanner">
      <video ref={video} muted playsInline />
      <p role="status">{message}</p>
      <button type="button" class="button" onClick={onStop}>{words.stopScan}</button>
    </div>
  );
}
