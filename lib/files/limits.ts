/** Bounds of files, for browsers too. */

export const maxFileBytes = 26_214_400;
/** Of a message or a note. */
export const mostFiles = 10;
