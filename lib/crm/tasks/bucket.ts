/** Pure, for use in browsers: the days by which a person sorts their work. */

/** Open tasks by their day, disjoint, in the order in which they are shown. */
export const buckets = ["overdue", "today", "week", "later", "none"] as const;
export type Bucket = (typeof buckets)[number];

/** Due filters of the list; `later` is any day after today. */
export const taskDueStates = ["none", "overdue", "today", "week", "later", "after_week"] as const;
export type TaskDueState = (typeof taskDueStates)[number];
