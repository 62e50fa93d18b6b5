import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import type { PayWords, Quote } from './payable.ts';

type Own = Pick<PayWords<Quote>, 'title' | 'done' | 'late' | 'look'>;

/** What is said around the password where something of the shop is paid; the button repeats the total. */
export const paidWords = (own: Own): PayWords<Quote> => ({
  ...own,
  checking: t('quote.checking'),
  unknown: t('business.unknown'),
  button: (quote) =>
    quote ? t('quote.pay', { total: inline(money(quote.total, quote.currency)) }) : own.title,
});
