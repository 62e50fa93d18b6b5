import { useState } from 'react';
import type { Output } from '../../contract/calls.ts';
import type { FlowAccount } from '../../contract/flow.ts';
import { asApiError } from '../../data/api-error.ts';
import { downloadFile } from '../../data/host.ts';
import { type FlowFilter, walletFlowFile } from '../../data/wallet.ts';
import { errorText, money, signedMoney, t } from '../../lang/index.ts';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
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
 * that only income, expenses and the difference are shown. It says what the account is, and saves the rows as a file.
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
        <DownloadRows filter={filter} />
      </div>
    </Sheet>
  );
}

/**
 * Downloads rows for a spreadsheet, not only those on the screen: without a filter the movements of all accounts, as
 * the button says; otherwise those that match.
 */
function DownloadRows({ filter }: { filter: FlowFilter }) {
  const isAll = isWhole(filter);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const save = async () => {
    setBusy(true);
    setProblem('');
    try {
      const url = await walletFlowFile(isAll ? {} : filter);
      const { via } = url ? await downloadFile('income-and-expenses.csv', url) : { via: 'none' };
      if (via === 'none') setProblem(t('flow.not_saved'));
    } catch (thrown) {
      setProblem(errorText(asApiError(thrown)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack tight">
      <Button className="start" busy={busy} onClick={() => void save()}>
        {isAll ? t('flow.save') : t('flow.save_part')}
      </Button>
      {problem && (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      )}
    </div>
  );
}
