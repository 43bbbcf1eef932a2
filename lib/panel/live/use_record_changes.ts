import { useEffect } from "preact/hooks";
import { callApi, type Caller } from "@/lib/panel/api/call_api.ts";
import { pathOf, type RecordChange, recordsChanged } from "@/lib/panel/live/change.ts";

/** Reads a record again whenever others change it. @param path null if nobody wants to know */
export function useRecordChanges<T>(
  path: string | null,
  caller: Caller,
  take: (record: T) => void,
): void {
  useEffect(() => {
    if (path === null) return;
    const changed = async (event: Event) => {
      const { detail } = event as CustomEvent<RecordChange[]>;
      if (!detail.some((change) => pathOf(change) === path)) return;
      const read = await callApi<T>(path, caller);
      if (read.ok) take(read.data);
    };
    document.addEventListener(recordsChanged, changed);
    return () => document.removeEventListener(recordsChanged, changed);
  }, [path]);
}
