import { createApp } from "@/app.ts";
import { people, type World } from "../../support/world.ts";
import { built } from "../../support/world_build.ts";
import { explaining, type Handled } from "./explaining.ts";

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Calls an app whose statements are explained, as Luis. @returns the status and what it asked */
export async function explainedApp(world: World) {
  const { services } = world;
  const { database } = services;
  let heard: Handled[] = [];
  const db = explaining(database.db, (handled) => heard.push(handled));
  const app = createApp({ ...services, database: { ...database, db } });
  (await built())(app);
  const handler = app.handler();
  const token = await world.tokenFor(people.luis);
  return async (address: string, { headers, ...call }: Call = {}) => {
    heard = [];
    const response = await handler(
      new Request(`http://127.0.0.1${address}`, {
        ...call,
        headers: { ...headers, "Cf-Access-Jwt-Assertion": token },
      }),
    );
    await response.body?.cancel();
    return { status: response.status, heard };
  };
}
