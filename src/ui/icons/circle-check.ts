import { icon } from './icon.tsx';

export const CircleCheck = icon('M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M9 12l2 2 4-4');
