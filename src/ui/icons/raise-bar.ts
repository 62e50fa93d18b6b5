import { icon } from './icon.tsx';

export const RaiseBar = icon('M7 9l5-5 5 5M3 14h18v6H3z');
