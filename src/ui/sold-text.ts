import { tn } from '../lang/index.ts';

/** Returns "12 sold · 1 back"; nothing where nothing was sold, or where a server does not say. */
export const soldText = ({ sold = 0, returned = 0 }: { sold?: number; returned?: number }): string =>
  [(sold > 0 || returned > 0) && tn('earnings.sold', sold), returned > 0 && tn('earnings.returned', returned)]
    .filter(Boolean)
    .join(' · ');
