import { icon } from './icon.tsx';

export const Key = icon(
  'M2 15.5a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0zM21 2l-9.6 9.6M15.5 7.5l2.3 2.3a1 1 0 0 0 1.4 0l2.1 -2.1a1 1 0 0 0 0 -1.4L19 4',
);
