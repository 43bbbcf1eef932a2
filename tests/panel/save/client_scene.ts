import { FieldDrafts, type FieldOptions } from "@/lib/panel/save/field_drafts.ts";
import { HandClock, MemoryStorage, RecordServer } from "./browser.ts";

export interface Client extends Record<string, unknown> {
  id: number;
  version: number;
  name: string;
  city: string | null;
  employees: number | null;
  owner: { id: number; name: string } | null;
}

export const offline = { ok: false, why: "network" } as const;
const names = ["name", "city", "employees", "owner_id"];
const first: Client = { id: 7, version: 1, name: "Ruiz", city: null, employees: 3, owner: null };

function read(name: string, input: string) {
  const text = input.trim();
  if (name === "name" || name === "city") return { value: text || null };
  const value = Number(text);
  return Number.isNaN(value) ? { error: "not a number" } : { value: text === "" ? null : value };
}

export type TabOptions = Partial<Pick<FieldOptions<Client, string>, "hasOwnErrors" | "merge">>;

/** A client on the server, and the browser that edits it in one or more tabs. */
export function makeScene() {
  const server = new RecordServer<Client>({ ...first }, (_, { owner_id, ...body }) => ({
    ...body as Partial<Client>,
    ...owner_id !== undefined && { owner: { id: Number(owner_id), name: "Ana" } },
  }));
  const storage = new MemoryStorage();
  const openTab = ({ hasOwnErrors, merge }: TabOptions = {}) => {
    const clock = new HandClock();
    const drawn: [string, string | null][] = [];
    const tab = new FieldDrafts<Client, string>(
      {
        path: "clients/7",
        record: server.record,
        ...{ companyId: 1, language: "en", names, hasOwnErrors, read, merge },
        inputOf: (_, value) => String(value ?? ""),
      },
      () => drawn.push([tab.state.kind, tab.standing("city")]),
      { call: server.call, storage: () => storage, clock },
    );
    tab.load();
    /** Types, leaves the field and waits for the answer. */
    const write = (name: string, input: string) => {
      tab.type(name, input);
      tab.commit(name);
      return tab.run();
    };
    return { tab, clock, drawn, write };
  };
  const stored = () => storage.read("clients/7");
  return { server, storage, openTab, stored };
}
