/** Words of an employee's fields. */
export const memberWords = {
  states: {
    active: { es: "Activo", en: "Active" },
    expected: { es: "Aún no ha entrado", en: "Not signed in yet" },
    invited: { es: "Con invitación", en: "Invited" },
    former: { es: "Desactivado", en: "Disabled" },
  },
};
