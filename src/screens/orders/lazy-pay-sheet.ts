import { lazy } from '../../ui/lazy.tsx';

/** The sheet that pays an order, over the list and over the order; its code and its texts are loaded when it is opened. */
export const PaySheet = lazy(() => import('./pay-sheet.tsx'), { texts: ['pay'] });
