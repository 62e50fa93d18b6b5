import { useState } from 'react';
import { asApiError } from '../../data/api-error.ts';
import { downloadFile } from '../../data/host.ts';
import { type FlowFilter, walletFlowFile } from '../../data/wallet.ts';
import { errorText, t } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { Download } from '../../ui/icons/download.ts';
import { Note } from '../../ui/note.tsx';
import { isWhole } from './flow-filter.ts';

/**
 * Downloads rows for a spreadsheet, not only those on the screen: without a filter the movements of all accounts, as
 * the button says; otherwise those that match.
 */
export function DownloadRows({ filter }: { filter: FlowFilter }) {
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
      <Button kind="plain" className="start" icon={Download} busy={busy} onClick={() => void save()}>
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
