/** Pure: a task's checklist as it is edited. Steps have no number; a text names one. */

export interface Step {
  text: string;
  done: boolean;
}

export const maxSteps = 50;

export function withStep(steps: readonly Step[], text: string): Step[] {
  return [...steps, { text, done: false }];
}

export function changedStep(steps: readonly Step[], at: number, part: Partial<Step>): Step[] {
  return steps.map((step, index) => index === at ? { ...step, ...part } : step);
}

export function withoutStep(steps: readonly Step[], at: number): Step[] {
  return steps.filter((_, index) => index !== at);
}

/** Beyond either end it stays there. */
export function movedStep(steps: readonly Step[], from: number, to: number): Step[] {
  const place = Math.min(Math.max(to, 0), steps.length - 1);
  const rest = withoutStep(steps, from);
  return [...rest.slice(0, place), steps[from]!, ...rest.slice(place)];
}

/**
 * Puts what was changed here, from `base` to `mine`, on what others made of it: additions,
 * removals and ticks of both sides stay. Where both renamed or reordered, theirs stays.
 */
export function mergedSteps(
  base: readonly Step[],
  mine: readonly Step[],
  theirs: readonly Step[],
): Step[] {
  if (sameSteps(base, theirs)) return [...mine];
  if (sameSteps(base, mine)) return [...theirs];
  const inBase = counted(base);
  const inMine = counted(mine);
  const merged = [...counted(theirs).values()]
    .filter(({ key }) => inMine.has(key) || !inBase.has(key))
    .map(({ key, step }) => {
      const [before, now] = [inBase.get(key)?.step, inMine.get(key)?.step];
      const isMine = before && now && before.done !== now.done;
      return isMine ? { ...step, done: now.done } : step;
    });
  const inTheirs = counted(theirs);
  const added = [...inMine.values()]
    .filter(({ key }) => !inBase.has(key) && !inTheirs.has(key)).map(({ step }) => step);
  return [...merged, ...added].slice(0, maxSteps);
}

export function sameSteps(a: readonly Step[], b: readonly Step[]): boolean {
  return a.length === b.length &&
    a.every(({ text, done }, at) => text === b[at]!.text && done === b[at]!.done);
}

/** Two steps of the same text are told apart by their order. */
function counted(steps: readonly Step[]) {
  const seen = new Map<string, number>();
  return new Map(steps.map((step) => {
    const nth = (seen.get(step.text) ?? 0) + 1;
    seen.set(step.text, nth);
    const key = `${step.text}\n${nth}`;
    return [key, { key, step }];
  }));
}
