import { useEffect, useRef, useState } from 'react';
import { ApiError, asApiError } from '../../data/api-error.ts';
import { settled } from '../../data/settled.ts';
import { addToShowcase, type ShowcaseItem } from '../../data/showcase.ts';
import { toast } from '../../data/toast.ts';
import { errorText, t, tn } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/icons/check.ts';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
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
  const [problem, setProblem] = useState<ApiError>();
  const done = useRef(onDone);
  done.current = onDone;
  // What went wrong stays until it was read.
  const stays = problem !== undefined || of.skipped.length > 0;
  useEffect(() => {
    if (busy || stays) return;
    const timer = setTimeout(() => done.current(), UNDO_MS);
    return () => clearTimeout(timer);
  }, [busy, stays, of]);

  const undo = async () => {
    setBusy(true);
    const items = of.rows.map(({ goodsId, sellingPrice }) => ({ goodsId, sellingPrice }));
    try {
      const outcome = await addToShowcase(items);
      if (outcome.state === 'unknown') throw new ApiError(0, t('goods.unknown'));
      settled(outcome);
      toast(() => t('goods.undone'));
      onDone();
    } catch (thrown) {
      setProblem(asApiError(thrown));
      setBusy(false);
    }
  };

  return (
    <Note tone={stays ? 'warn' : 'good'} icon={stays ? TriangleAlert : Check} role="status">
      <div className="row between">
        <span>{tn('goods.removed', of.rows.length)}</span>
        {of.rows.length > 0 && (
          <Button kind="plain" busy={busy} style={inLine} onClick={() => void undo()}>
            {t('goods.undo')}
          </Button>
        )}
      </div>
      {problem && <p>{errorText(problem)}</p>}
      {of.skipped.length > 0 && <NotRemoved skipped={of.skipped} />}
      {stays && (
        <Button kind="plain" onClick={onDone}>
          {t('common.dismiss')}
        </Button>
      )}
    </Note>
  );
}

/** As tall as the sentence beside it; the press keeps its height. */
const inLine = { margin: '-12px 0' };

function NotRemoved({ skipped }: Pick<RemovedGoods, 'skipped'>) {
  return (
    <>
      <p>{tn('goods.not_removed', skipped.length)}</p>
      <ul>
        {skipped.map(({ row, code }) => (
          <li key={row.id}>
            <bdi>{row.name}</bdi>: {errorText({ code })}
          </li>
        ))}
      </ul>
    </>
  );
}
