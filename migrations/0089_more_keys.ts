export const change = "widens";

/** Look-ups of events by their id in the channel, and of what waits for a person: 0055. */
export const steps = [
  {
    index: {
      name: "channel_events_by_external",
      table: "channel_events",
      columns: "using hash (external_id)",
    },
  },
  { index: { name: "devices_of", table: "devices", columns: "(company_id, user_id)" } },
  {
    index: {
      name: "due_times_user",
      table: "due_times",
      columns: "(company_id, user_id)",
      where: "user_id is not null",
    },
  },
];
