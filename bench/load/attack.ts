/**
 * Load process: one caller at its worst, for a given time. Prints a line once it is at work, and
 * one that counts the answers at its end.
 */
import { type Attack, type AttackLoad, type AttackResult, counts } from "./attacks/ask.ts";
import { hostile } from "./attacks/hostile.ts";
import { members } from "./attacks/members.ts";
import { programs } from "./attacks/programs.ts";
import { strangers } from "./attacks/strangers.ts";
import { readOptions } from "./options.ts";

const attacks: Record<string, Attack> = { ...strangers, ...programs, ...members, ...hostile };

async function run(load: AttackLoad): Promise<AttackResult> {
  const attack = attacks[load.name];
  if (!attack) throw new Error(`No such attack: ${load.name}`);
  const until = AbortSignal.timeout(load.seconds * 1_000);
  console.log(JSON.stringify("started"));
  await attack(load, until);
  return counts;
}

const options: AttackLoad | "names" = await readOptions();
console.log(JSON.stringify(options === "names" ? Object.keys(attacks) : await run(options)));
Deno.exit(0);
