import { type OrderStatus, orderStatuses } from '../../contract/status.ts';
import { t } from '../../lang/i18n.ts';

export const isKnownStatus = (status: string): status is OrderStatus =>
  orderStatuses.includes(status as OrderStatus);

/** Returns the text of a status; one that this version does not know is shown as the server names it. */
export const statusText = (status: string) => (isKnownStatus(status) ? t(`status.${status}`) : status);
