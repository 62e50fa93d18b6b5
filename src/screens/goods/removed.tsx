import { useEffect, useState } from 'react';
import { asApiError } from '../../data/api-error.ts';
import { addToShowcase, type ShowcaseItem } from '../../data/showcase.ts';
import { toast } from '../../data/toast.ts';
import { errorText, t, tn } from '../../i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Note } from '../../ui/note.tsx';

export interface RemovedGoods {
  rows: readonly ShowcaseItem[];
  /** What stayed listed, with the server's code for why. */
  skipped: readonly { row: ShowcaseItem; code: number }[];
}

const UNDO_MS = 10_000;

/** Says what was removed, row by row where something was not, and offers to take it back for ten seconds. */
export function Removed({ of, onDone }: { of: RemovedGoods; onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (busy || of.skipped.length > 0) return;
    const timer = setTimeout(onDone, UNDO_MS);
    return () => clearTimeout(timer);
  }, [busy, of, onDone]);

  const undo = async () => {
    setBusy(true);
    const items = of.rows.map(({ goodsId, sellingPrice }) => ({ goodsId, sellingPrice }));
    try {
      const outcome = await addToShowcase(items);
      if (outcome.state === 'done') toast(() => t('goods.undone'));
      onDone();
    } catch (error) {
      toast(() => errorText(asApiError(error)), 'bad');
      setBusy(false);
    }
  };

  return (
    <Note tone={of.skipped.length > 0 ? 'warn' : 'good'} icon={Check} role="status">
      <div className="row between">
        <span>{tn('goods.removed', of.rows.length)}</span>
        {of.rows.length > 0 && (
          <Button kind="plain" busy={busy} onClick={undo}>
            {t('goods.undo')}
          </Button>
        )}
      </div>
      {of.skipped.length > 0 && (
        <>
          <p>{tn('goods.not_removed', of.skipped.length)}</p>
          <ul>
            {of.skipped.map(({ row, code }) => (
              <li key={row.id}>
                {row.name}: {errorText({ code })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Note>
  );
}
