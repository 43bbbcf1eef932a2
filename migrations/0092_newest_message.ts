export const change = "widens";

/** A conversation's newest message, however long ago it came: by the ids it was read by all. */
export const steps = [
  {
    index: {
      name: "contact_messages_latest",
      table: "contact_messages",
      columns: "(company_id, contact_id, id)",
      where: "direction <> 'note' and deleted_at is null",
    },
  },
];
