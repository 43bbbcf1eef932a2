/** Every list, record, report and search of the API, asked of an app whose statements are explained. */
import { createApp } from "@/app.ts";
import { addressOf, idsOf, readEntries } from "../../isolation/readings.ts";
import { people, type World } from "../../support/world.ts";
import { built } from "../../support/world_build.ts";
import { explaining, type Handled } from "./explaining.ts";

/** What handles more than it gives, with the reason. */
export const mayRead: Record<string, string> = {
  "/api/admin/activities": "counts what happened",
  "/api/admin/addressees": "counts the people who were sent to or have a phone",
  "/api/admin/callbacks": "counts callbacks",
  "/api/admin/channels": "counts what waits in each account",
  "/api/admin/channels/{id}": "counts what waits in the account",
  "/api/admin/clients/{id}/accounts": "counts what waits in each account",
  "/api/admin/clients/values": "counts the values of a filter",
  "/api/admin/contacts/values": "counts the values of a filter",
  "/api/admin/devices": "counts the phones",
  "/api/admin/notifications": "counts notifications by what became of them",
  "/api/admin/employees/workload": "counts what each has to do",
  "/api/admin/opportunities/board": "sums each stage",
  "/api/admin/opportunities/values": "counts the values of a filter",
  "/api/admin/quotes/values": "counts the values of a filter",
  "/api/admin/stats": "counts the company's business",
  "/api/admin/tags": "counts the tags",
  "/api/admin/tasks/board": "counts each column",
  "/api/admin/tasks/values": "counts the values of a filter",
};

/** What does so only while the queue of messages is believed to be empty, until the next refresh. */
export const mayReadQueue = [
  "/api/admin/contacts/{id}/messages",
  "/api/admin/contacts/{id}/messages/{message_id}",
  "/api/admin/contacts/{id}/timeline",
];

interface Reading {
  path: string;
  read(): Promise<Handled[]>;
}

/** What a member of company 1 may read, by its path. */
export async function readingsOf(world: World): Promise<Reading[]> {
  const { services } = world;
  const { database } = services;
  let heard: Handled[] = [];
  const db = explaining(database.db, (handled) => heard.push(handled));
  const app = createApp({ ...services, database: { ...database, db } });
  (await built())(app);
  const handler = app.handler();
  const token = await world.tokenFor(people.luis);
  const ids = await idsOf(database.db, 1);
  return (await readEntries()).map((entry) => ({
    path: entry.path,
    async read() {
      heard = [];
      const address = addressOf(entry, { companyId: 1, ids });
      const response = await handler(
        new Request(`http://127.0.0.1${address}`, {
          headers: { "Cf-Access-Jwt-Assertion": token },
        }),
      );
      await response.body?.cancel();
      if (response.status >= 500) throw new Error(`${address}: ${response.status}`);
      return heard;
    },
  }));
}
