/** What the goods of the warehouse can be sorted by. */
export const goodsSorts = ['new', 'cost', 'profit', 'clicks'] as const;

/** What the goods of the showcase can be sorted by. */
export const showcaseSorts = ['new', 'price', 'profit', 'clicks', 'earned'] as const;
