/** Every list, record, report and search of the API, asked of an app whose statements are explained. */
import { addressOf, readEntries } from "../../isolation/readings.ts";
import type { World } from "../../support/world.ts";
import { explainedApp } from "./explained_app.ts";
import type { Handled } from "./explaining.ts";

/** What handles more than it gives, with the reason. */
export const mayRead: Record<string, string> = {
  "/api/admin/activities": "counts what happened",
  "/api/admin/addressees": "counts the people who were sent to or have a phone",
  "/api/admin/callbacks": "counts callbacks",
  "/api/admin/channels": "counts what waits in each account",
  "/api/admin/channels/{id}": "counts what waits in the account",
  "/api/admin/channels/senders": "sorts and counts the company's senders",
  "/api/admin/clients/values": "counts the values of a filter",
  "/api/admin/contacts/values": "counts the values of a filter",
  "/api/admin/devices": "counts the phones",
  "/api/admin/events": "counts the events of its days",
  "/api/admin/imports": "counts imports",
  "/api/admin/notifications": "counts notifications by what became of them",
  "/api/admin/employees/workload": "counts what each has to do",
  "/api/admin/opportunities/board": "sums each stage",
  "/api/admin/opportunities/values": "counts the values of a filter",
  "/api/admin/privacy-requests": "counts requests",
  "/api/admin/products/values": "counts the values of a filter",
  "/api/admin/quotes/values": "counts the values of a filter",
  "/api/admin/refused-addresses": "counts the addresses",
  "/api/admin/sales/values": "counts the values of a filter",
  "/api/admin/stats": "counts the company's business",
  "/api/admin/tasks/board": "counts each column",
  "/api/admin/tasks/values": "counts the values of a filter",
};

interface Reading {
  path: string;
  read(): Promise<Handled[]>;
}

/** What a member of company 1 may read, by its path. */
export async function readingsOf(
  world: World,
  ids: Record<string, string>,
): Promise<Reading[]> {
  const ask = await explainedApp(world);
  return (await readEntries()).map((entry) => ({
    path: entry.path,
    async read() {
      const address = addressOf(entry, { companyId: 1, ids });
      const { status, heard } = await ask(address);
      if (status >= 500) throw new Error(`${address}: ${status}`);
      return heard;
    },
  }));
}
