import type { Output } from '../../contract/calls.ts';
import type { FlowAccount } from '../../contract/flow.ts';
import type { FlowFilter } from '../../data/wallet.ts';
import { money, signedMoney, t } from '../../lang/index.ts';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { isWhole } from './flow-filter.ts';

const meaningOf = (account: FlowAccount) => t(`about.account_${account}`);

interface Props {
  filter: FlowFilter;
  page: Output<'POST /v1/user/wallet_flow'>;
  onClose: () => void;
}

/**
 * Opening + income − expenses = closing, over all rows of an account. Filtered rows have no balance before or after, so
 * that only income, expenses and the difference are shown. It says what the account is.
 */
export default function FlowSumsSheet({ filter, page, onClose }: Props) {
  const { currency, opening, closing, totals } = page;
  const isBalance = isWhole(filter);
  const account = isBalance ? filter.account : undefined;
  return (
    <Sheet title={account ? t(`flow.account_${account}`) : t('flow.sum_title')} onClose={onClose}>
      <div className="stack">
        {account && <p className="muted">{meaningOf(account)}</p>}
        {totals && (
          <Breakdown
            rows={[
              ...(isBalance ? [{ label: t('flow.opening'), amount: money(opening, currency) }] : []),
              { label: t('flow.in'), amount: signedMoney(totals.in, currency) },
              { label: t('flow.out'), amount: signedMoney(`-${totals.out}`, currency) },
              {
                label: isBalance ? t('flow.closing') : t('flow.difference'),
                amount: isBalance ? money(closing, currency) : signedMoney(closing, currency),
                total: true,
              },
            ]}
          />
        )}
      </div>
    </Sheet>
  );
}
