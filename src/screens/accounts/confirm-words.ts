import { t } from '../../lang/i18n.ts';
import type { PayWords, Quote } from '../pay/payable.ts';

type Own = Pick<PayWords<Quote>, 'title' | 'done' | 'late' | 'look'> & { button: string };

/** What is said around the password where nothing is paid. */
export const confirmWords = ({ button, ...own }: Own): PayWords<Quote> => ({
  ...own,
  button: () => button,
  nothing: t('accounts.nothing_changed'),
  checking: t('accounts.checking'),
  unknown: t('accounts.unknown'),
});
