/** Seconds between two starts of a schedule that names minutes, and at most hours, of each day. */
export function periodOf(schedule: string): number {
  const [minute, hour, ...rest] = schedule.split(" ");
  if (rest.join(" ") !== "* * *") throw new RangeError(`an unknown schedule: ${schedule}`);
  if (hour !== "*") return 86_400;
  return minute === "*" ? 60 : 3_600;
}
