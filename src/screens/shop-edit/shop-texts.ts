import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import type { PaymentTexts, Quote } from '../pay/payment.ts';

type OwnTexts = Pick<PaymentTexts<Quote>, 'title' | 'done' | 'button' | 'obsolete'>;

/** Returns the texts around the password where the shop is changed and nothing is paid. */
export const shopTexts = (own: OwnTexts): PaymentTexts<Quote> => ({
  ...own,
  nothing: t('form.unchanged'),
  checking: t('business.asking'),
  detailsLink: { label: t('business.shop.title'), href: paths.shop.href() },
});
