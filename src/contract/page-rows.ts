/** The default number of rows of a page. */
export const PAGE_DEFAULT = 20;
/** The maximum number of rows of a page. */
export const PAGE_MAX = 50;
