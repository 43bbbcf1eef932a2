import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { noteRead } from "@/lib/phone/inbox/receipts.ts";

const seenMs = 1_000;
const seenPart = 0.6;

/** Marks a notification as read once it was really visible, on a page that was visible itself. */
export function useSeen(
  element: RefObject<HTMLElement>,
  isNew: boolean,
  device: string,
  id: string,
): void {
  useEffect(() => {
    if (!isNew || !element.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isInView = false;
    const look = () => {
      clearTimeout(timer);
      if (!isInView || document.visibilityState !== "visible") return;
      timer = setTimeout(() => noteRead(device, [id]), seenMs);
    };
    const observer = new IntersectionObserver(([entry]) => {
      const { intersectionRatio, intersectionRect } = entry!;
      isInView = intersectionRatio >= seenPart ||
        intersectionRect.height >= innerHeight * seenPart;
      look();
    }, { threshold: [0, 0.2, 0.4, seenPart, 0.8, 1] });
    observer.observe(element.current);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, [isNew, device, id]);
}
