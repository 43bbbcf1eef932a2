import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { phone, type PhoneState, serverNow, type Store } from "@/lib/phone/page/state.ts";
import { place } from "@/lib/phone/page/navigation.ts";
import type { View } from "@/lib/phone/page/view.ts";

export function useStore<T extends object>(store: Store<T>): T {
  const [value, setValue] = useState(store.get());
  useEffect(() => {
    setValue(store.get());
    return store.subscribe(() => setValue(store.get()));
  }, [store]);
  return value;
}

export function usePhone(): PhoneState {
  return useStore(phone);
}

export function useView(): View {
  return useStore(place).view;
}

/** A clock that is looked at that often; by the server's time. */
export function useServerNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Tells the stylesheet how tall an element is, so that what is pinned leaves room for the rest. */
export function usePinned(element: RefObject<HTMLElement>): void {
  useEffect(() => {
    const pinned = element.current;
    if (!pinned || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() =>
      pinned.style.setProperty("--height", `${pinned.offsetHeight}px`)
    );
    observer.observe(pinned);
    return () => observer.disconnect();
  }, []);
}

/** Keeps the keyboard's place where focus is replaced. @returns props of the element around */
export function useKeptFocus(viewKey: string) {
  const area = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    (area.current?.querySelector("button") ?? area.current)?.focus({ preventScroll: true });
  }, [viewKey]);
  return {
    ref: area,
    tabIndex: -1,
    onFocusIn: () => {
      hadFocus.current = true;
    },
    onFocusOut: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) hadFocus.current = false;
    },
  };
}
