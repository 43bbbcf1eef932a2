/** Hours as they are said, and the minutes of the day that they mean. */

export interface Clock {
  hour: number;
  /** Minutes past the hour; before it where negative. */
  minutes: number;
  /** Says `am`, or a part of the day. */
  part?: string;
  /** It is of 24 hours, so that 5 is not the afternoon's. */
  isExact: boolean;
}

/** Minutes from the day's begin; from 1,440 on it is the next day. */
export interface Span {
  from: number;
  to?: number;
}

const day = 24 * 60;
const half = 12 * 60;

/** Hours that nobody works at are those of the afternoon: "a las 5" is 17:00. */
export function minuteOf({ hour, minutes, part, isExact }: Clock): number | undefined {
  const hour24 = part === undefined && !isExact && hour >= 1 && hour <= 7
    ? hour + 12
    : hourIn(hour, part);
  const minute = hour24 === undefined ? -1 : hour24 * 60 + minutes;
  const isHour = hour < 24 && minute >= 0 && Math.abs(minutes) < 60;
  return isHour ? minute : undefined;
}

function hourIn(hour: number, part?: string): number | undefined {
  switch (part) {
    case "am":
      return hour > 12 ? undefined : hour % 12;
    case "madrugada":
      return hour > 6 && hour !== 12 ? undefined : hour % 12;
    case "manana":
    case "morning":
      return hour > 12 ? undefined : hour;
    case "noche":
    case "night":
      return hour === 12 ? 24 : hour > 5 && hour < 12 ? hour + 12 : hour;
    case undefined:
      return hour;
    default:
      return hour < 12 ? hour + 12 : hour;
  }
}

/** A part of the day that only one end says is the other's too, where the order then holds. */
export function spanOf(first: Clock, second: Clock): Span | undefined {
  const isExact = [first, second].some((one) => one.isExact || one.hour > 12);
  const to = minuteOf({ ...second, isExact });
  const start = minuteOf({ ...first, isExact });
  const shared = first.part ? start : minuteOf({ ...first, isExact, part: second.part });
  const from = shared !== undefined && to !== undefined && shared < to ? shared : start;
  if (from === undefined || to === undefined) return undefined;
  const isMorning = to <= from && !second.isExact && !second.part && second.hour < 12;
  return { from, to: isMorning && to + half > from ? to + half : to > from ? to : to + day };
}

export function clockText(minute: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
}
