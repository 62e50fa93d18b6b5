import { hasFeature } from '../../data/session.ts';

/** What the goods of the warehouse can be sorted by. */
export const goodsSorts = ['new', 'cost', 'profit', 'clicks'] as const;

/** What the goods of the showcase can be sorted by. */
export const showcaseSorts = ['earned', 'new', 'price', 'profit', 'clicks'] as const;

/** The order in which the showcase is first seen: what earned most is on top, where the server counts it. */
export const firstSort = () => (hasFeature('earnings') ? 'earned' : 'new');
