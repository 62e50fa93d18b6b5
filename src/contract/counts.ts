/** The default number of rows of a page. */
export const PAGE_DEFAULT = 20;
/** The maximum number of rows of a page. */
export const PAGE_MAX = 50;

/** As many pieces as a few orders take: where fewer are left, they are named. */
export const LOW_STOCK = 10;

/** How many acts the home screen has room for. */
export const HOME_ACTS = 3;
