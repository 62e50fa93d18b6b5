import { icon } from './icon.tsx';

export const ArrowUpRight = icon('M7 7h10v10M7 17 17 7');
