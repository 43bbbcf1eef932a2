import { openStage } from "./support/stage.ts";
import { sendToAll } from "./support/scenes.ts";
import { ask, tryToAsk } from "./support/client.ts";
import pg from "pg";
import { adminUrlOf } from "./support/stage.ts";
import { until } from "../support/wait.ts";
const stage=await openStage("postgres");
const app=await stage.start(); let dead=false; app.exited.then((s)=>{dead=true;console.log("exited",s)});
for (const mode of ["fast","immediate"] as const) {
  const id=await sendToAll(stage, app.url);
  const c=new pg.Client({connectionString:adminUrlOf(stage.cluster!,stage.databaseUrl!)}); c.on("error",()=>{}); await c.connect();
  await c.query("begin"); await c.query("select 1 from notification_recipients where notification_id=$1 for update",[id]);
  const waiting=[...stage.phones.values()].map((as)=>tryToAsk(app.url,"POST",`/api/phone/notifications/${id}/response`,{as,json:{actionId:"yes"}}));
  await stage.sql((sql)=>until(async()=>(await sql<{n:number}>("select count(*)::int n from pg_stat_activity where wait_event_type='Lock'"))[0]!.n>=6));
  await stage.cluster!.stop({mode});
  console.log(mode, (await Promise.all(waiting)).map((a)=>[a?.status,a?.body.code]), "dead", dead);
  await stage.cluster!.start();
  if (dead) {console.log(app.log().slice(-3000)); break;}
}
await stage[Symbol.asyncDispose](); Deno.exit(0)
