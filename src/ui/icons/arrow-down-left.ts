import { icon } from './icon.tsx';

export const ArrowDownLeft = icon('M17 7 7 17M17 17H7V7');
