import { icon } from './icon.tsx';

export const Circle = icon('M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0');
