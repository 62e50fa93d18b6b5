import type { Output } from '../contract/calls.ts';
import { t } from '../lang/index.ts';
import { Code } from './amount.tsx';

type Account = Output<'POST /v1/user/bank/list'>['list'][number];

/** The bank or network of an account, and as much of its number as may be shown. */
export function AccountName({ account }: { account: Account }) {
  const { type, bankName, addressMasked, last4, accountName, note, nameDiffers } = account;
  const more = accountName ?? note;
  return (
    <>
      <bdi>{bankName ?? (type ? t(`accounts.type.${type}`) : '—')}</bdi>{' '}
      <Code mono={Boolean(addressMasked)}>{addressMasked ?? (last4 ? `•••• ${last4}` : '')}</Code>
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
