/** Lines of a quotation. */
export const maxLines = 200;
