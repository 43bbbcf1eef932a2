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
 * removals, ticks and new names of both sides stay; of two orders theirs does.
 */
export function mergedSteps(
  base: readonly Step[],
  mine: readonly Step[],
  theirs: readonly Step[],
): Step[] {
  if (sameSteps(base, theirs)) return [...mine];
  if (sameSteps(base, mine)) return [...theirs];
  const renamed = renamesIn(base, mine);
  const rename = (step: Step) => ({ ...step, text: renamed.get(step.text) ?? step.text });
  const inBase = counted(base.map(rename));
  const inMine = counted(mine);
  const inTheirs = counted(theirs.map(rename));
  const merged = [...inTheirs.values()]
    .filter(({ key }) => inMine.has(key) || !inBase.has(key))
    .map(({ key, step }) => {
      const [before, now] = [inBase.get(key)?.step, inMine.get(key)?.step];
      const isMine = before && now && before.done !== now.done;
      return isMine ? { ...step, done: now.done } : step;
    });
  const added = [...inMine.values()]
    .filter(({ key }) => !inBase.has(key) && !inTheirs.has(key)).map(({ step }) => step);
  return [...merged, ...added].slice(0, maxSteps);
}

/**
 * New names by old ones: of as many steps as before, those that only one side has are the same ones,
 * in their order. Between two saves a step may be renamed and carried elsewhere.
 */
function renamesIn(base: readonly Step[], mine: readonly Step[]): Map<string, string> {
  if (base.length !== mine.length) return new Map();
  const before = withoutTexts(base, mine);
  const now = withoutTexts(mine, base);
  return new Map(before.map(({ text }, at) => [text, now[at]?.text ?? text]));
}

function withoutTexts(steps: readonly Step[], others: readonly Step[]): Step[] {
  const texts = new Set(others.map(({ text }) => text));
  return steps.filter(({ text }) => !texts.has(text));
}

export function sameSteps(a: readonly Step[], b: readonly Step[]): boolean {
  return a.length === b.length &&
    a.every(({ text, done }, at) => text === b[at]!.text && done === b[at]!.done);
}

/** Two steps of the same text are told apart by their order. */
function counted(steps: readonly Step[]) {
  const counts = new Map<string, number>();
  return new Map(steps.map((step) => {
    const nth = (counts.get(step.text) ?? 0) + 1;
    counts.set(step.text, nth);
    const key = `${step.text}\n${nth}`;
    return [key, { key, step }];
  }));
}
