/** What the goods of the warehouse can be sorted by. */
export const goodsSorts = ['new', 'cost', 'profit', 'clicks'] as const;
