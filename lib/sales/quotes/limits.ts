export const maxLines = 200;
