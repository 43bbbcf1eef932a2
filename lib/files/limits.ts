export const maxFileBytes = 26_214_400;
export const mostFiles = 10;
