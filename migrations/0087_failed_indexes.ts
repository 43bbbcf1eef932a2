export const change = "widens";

/** What was given up within a day, for status: 0076. Every change of these columns writes an index already. */
export const steps = [
  {
    index: {
      name: "callbacks_failed",
      table: "callbacks",
      columns: "(created_at)",
      where: "status = 'failed'",
    },
  },
  {
    index: {
      name: "outbox_failed",
      table: "outbox",
      columns: "(state_at)",
      where: "state = 'failed'",
    },
  },
  {
    index: {
      name: "due_times_failed",
      table: "due_times",
      columns: "(done_at)",
      where: "outcome = 'failed'",
    },
  },
];
