import { paths } from '../../paths.ts';

/** Returns whether an amount is zero. */
export const isNothing = (amount: string) => Number(amount) === 0;

/** The orders that wait for their release, under their sum. */
export const comingHref = () => paths.orderList.href({ status: 'waiting_for_withdrawal' });

/** The statuses of orders with the net amounts that add up to what is in settlement. */
const inSettlement = 'accepted,pending_settlement';

/** The orders whose settlement is expected. */
export const settlementHref = () => paths.orderList.href({ statuses: inSettlement });
