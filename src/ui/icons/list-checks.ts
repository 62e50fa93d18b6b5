import { icon } from './icon.tsx';

export const ListChecks = icon('m3 17 2 2 4-4M3 7l2 2 4-4M13 6h8M13 12h8M13 18h8');
