/** Rows of a page where nothing else is asked for. */
export const PAGE_DEFAULT = 20;
/** Rows of a page at the most. */
export const PAGE_MAX = 50;
