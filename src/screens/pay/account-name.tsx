import type { Account } from '../../data/accounts.ts';
import { wallet } from '../../data/wallet.ts';
import { t } from '../../lang/i18n.ts';
import { Code } from '../../ui/amount.tsx';

/** The bank or network of an account, and as much of its number as may be shown. */
export function AccountName({ account }: { account: Account }) {
  const { type, bankName, addressMasked, last4, accountName, note, nameDiffers } = account;
  const more = accountName ?? note;
  return (
    <>
      <bdi>{bankName ?? (type ? t(`accounts.type.${type}`) : '—')}</bdi>{' '}
      <Code mono>{addressMasked ?? (last4 ? `•••• ${last4}` : '')}</Code>
      {more && (
        <span className="hint">
          <bdi>{more}</bdi>
        </span>
      )}
      {nameDiffers && (
        <span className="hint">
          <span className="tone" data-tone="warn">
            {t('accounts.name_differs')}
          </span>
        </span>
      )}
    </>
  );
}

/** The server's time counts where it is known: devices are set wrongly. */
const now = () => Math.max(Date.now(), Date.parse(wallet.peek().data?.asOf ?? '') || 0);

/** Until when an account cannot be withdrawn to; undefined where it can. */
export const waitsUntil = ({ usableFrom }: Account): string | undefined =>
  usableFrom && Date.parse(usableFrom) > now() ? usableFrom : undefined;
