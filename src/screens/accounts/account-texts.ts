import { t } from '../../lang/index.ts';
import type { PaymentTexts, Quote } from '../pay/payment.ts';

type ConfirmOptions = Pick<PaymentTexts<Quote>, 'title' | 'done' | 'obsolete' | 'detailsLink'> & {
  button: string;
};

/** Returns the texts around the password where nothing is paid. */
export const accountTexts = ({ button, ...own }: ConfirmOptions): PaymentTexts<Quote> => ({
  ...own,
  button: () => button,
  nothing: t('accounts.nothing_changed'),
  checking: t('accounts.checking'),
  unknown: t('accounts.unknown'),
});
