import { useState } from 'react';
import { asApiError } from '../../data/api-error.ts';
import { downloadFile } from '../../data/host.ts';
import { type OrderFilter, ordersFile } from '../../data/orders.ts';
import { hasFeature } from '../../data/session.ts';
import { errorText, t } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';

/** Saves all orders of a filter for a spreadsheet, not only those on the screen. */
export function ExportButton({ filter }: { filter: OrderFilter }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  if (!hasFeature('find')) return null;
  const save = async () => {
    setBusy(true);
    setProblem('');
    try {
      const { via } = await downloadFile('order-list.csv', await ordersFile(filter));
      if (via === 'none') setProblem(t('orders.not_saved'));
    } catch (thrown) {
      setProblem(errorText(asApiError(thrown)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack tight">
      <Button className="start" busy={busy} onClick={() => void save()}>
        {t('orders.export')}
      </Button>
      {problem && (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      )}
    </div>
  );
}
