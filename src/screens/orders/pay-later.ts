import { later } from '../../ui/later.tsx';

/** Paying is a sheet over the list and over the order; its code comes on intent. */
export const PaySheet = later(() => import('./pay-sheet.tsx'));
