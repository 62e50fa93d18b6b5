/** The orders that the warehouse can have. */
export const sorts = ['new', 'cost', 'profit', 'clicks'] as const;
