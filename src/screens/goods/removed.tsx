import { useLayoutEffect, useRef } from 'react';
import { type ShowcaseItem, showcaseAdd } from '../../data/showcase.ts';
import { toast } from '../../data/toast.ts';
import { errorText, t, tn } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/icons/check.ts';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Note } from '../../ui/note.tsx';
import { useCommand } from '../command/use-command.ts';

export interface RemovedGoods {
  rows: readonly ShowcaseItem[];
  /** Goods that stayed listed, with the server's code for why. */
  skipped: readonly { row: ShowcaseItem; code: number }[];
}

const UNDO_MS = 10_000;

/** Shows what was removed, row by row where something was not, and offers an undo for ten seconds. */
export function Removed({ of, onDone }: { of: RemovedGoods; onDone: () => void }) {
  const { state, error, isBusy, send } = useCommand(showcaseAdd);
  const done = useRef(onDone);
  done.current = onDone;
  // An error stays until it was read.
  const stays = error !== undefined || of.skipped.length > 0;
  // A layout effect: a press at the last moment stops the time at once, not a frame later.
  useLayoutEffect(() => {
    if (isBusy || stays) return;
    const timer = setTimeout(() => done.current(), UNDO_MS);
    return () => clearTimeout(timer);
  }, [isBusy, stays, of]);

  const undo = async () => {
    const items = of.rows.map(({ goodsId, sellingPrice }) => ({ goodsId, sellingPrice }));
    const result = await send({ items });
    if (result.state !== 'done') return;
    toast(() => t('goods.undone'));
    onDone();
  };

  return (
    <Note tone={stays ? 'warn' : 'good'} icon={stays ? TriangleAlert : Check} role="status">
      <div className="row between">
        <span>{tn('goods.removed', of.rows.length)}</span>
        {of.rows.length > 0 && (
          <Button kind="plain" busy={isBusy} style={inlineStyle} onClick={() => void undo()}>
            {t('common.undo')}
          </Button>
        )}
      </div>
      {error && <p>{state === 'unknown' ? t('goods.unknown') : errorText(error)}</p>}
      {of.skipped.length > 0 && <NotRemoved skipped={of.skipped} />}
      {stays && (
        <Button kind="plain" onClick={onDone}>
          {t('common.dismiss')}
        </Button>
      )}
    </Note>
  );
}

/** As tall as the sentence beside it; the button keeps its height. */
const inlineStyle = { margin: '-12px 0' };

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
